import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/actor.ts'
import { keptDays, lastDays, todayIn } from '#domain/analytics/days.ts'
import { countDays } from '#server/analytics/count-days.ts'
import { streamOf, writePurchases, writeRecords, writeVisits } from '#server/analytics/fixture.ts'
import { sumsOf } from '#server/analytics/sums.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { apiOf, now } from '#tests/api.ts'
import { onPostgres } from './database.ts'
import { ms, percentile, type Row, timesOf } from './row.ts'

const many = Number(process.env.ANALYTICS_EVENTS ?? 1_000_000)
const zone = 'America/New_York'
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
const budget = 300
const batch = 1_000

/** Ninety days of a million happenings on one screen, against the same straight from what is written down. */
export const analyticsAtDesk = (): Promise<Row[]> =>
  onPostgres(4, async ({ database, settle }) => {
    const [websiteId, userId] = [newId(), newId()]
    await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a bench' }])
    const within = { longest: 600_000 }
    const productIds = await inSite(database, { websiteId, role: 'administrator', userId }, (tx) =>
      writeRecords(tx, 40),
    )
    const since = new Date('2026-02-01T05:00:00Z')
    const stream = streamOf({ count: many, productIds, since, until: now })
    const bought = stream.filter(({ kind }) => kind === 'purchase')
    for (let from = 0; from < bought.length; from += batch) {
      const some = bought.slice(from, from + batch)
      await inSite(database, { websiteId, role: 'checkout' }, (tx) => writePurchases(tx, some), within)
      // Or the database checks each new row as if its tables were still empty.
      if (from === 0) await settle()
    }
    await settle()
    const dayOf = (at: Date) => calendar.format(at)
    await inSite(database, { websiteId, role: 'worker' }, (tx) => writeVisits(tx, stream, dayOf), within)
    await settle()
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), shownBy: 'session' }
    const { request } = apiOf(database, { websiteId }, actor, {}, { site: { zone } })
    const asked = (path: string) => async () => {
      const answer = await request(`/api/admin/analytics${path}`)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.text()
    }
    const period = { days: lastDays(keptDays, todayIn(zone, now)), before: null, zone }
    /** Everything that the screen shows of ninety days, and how long it took. */
    const told = () =>
      inSite(
        database,
        { websiteId, role: 'administrator', userId },
        async (tx) => {
          await tx.execute(sql`set local statement_timeout = 0`)
          const began = performance.now()
          const { byDay, byKey } = await sumsOf(tx, period)
          const took = performance.now() - began
          return { took, figures: JSON.stringify([...byDay, ...byKey].map((each) => JSON.stringify(each)).sort()) }
        },
        within,
      )
    const straight = await told()
    const began = performance.now()
    await inSite(database, { websiteId, role: 'worker' }, (tx) => countDays(tx, zone, now), within)
    const counting = performance.now() - began
    await settle()
    const isSame = (await told()).figures === straight.figures
    const questions = [
      ['overview', '?from=2020-01-01'],
      ['performance', '/performance?from=2020-01-01'],
      ['failures', '/failures?from=2020-01-01'],
      ['overview of 7 days', ''],
    ] as const
    const rows: Row[] = []
    for (const [what, path] of questions) {
      const times = await timesOf(asked(path), { runs: 40, warmUp: 5 })
      const p99 = percentile(times, 0.99)
      rows.push({
        what: `analytics of ${many} events of 90 days: ${what}, p99`,
        budget: `≤ ${budget} ms, the same figures`,
        yardstick: `straight from the events: ${ms(straight.took)}; counting all days once: ${ms(counting)}`,
        measured: `${ms(p99)} (median ${ms(percentile(times, 0.5))})${isSame ? '' : ', other figures'}`,
        isMet: isSame && p99 <= budget,
      })
    }
    return rows
  })
