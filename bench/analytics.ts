import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import type { AnalyticsOverviewAnswer, PreviewPerformanceAnswer } from '#api/admin/analytics.ts'
import type { Actor } from '#domain/actor.ts'
import { lastDays, todayIn, visitorEventRetentionDays } from '#domain/analytics/days.ts'
import { countFinishedDaysAndPrune } from '#server/analytics/count-days.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { createTestApi, now } from '#tests/api.ts'
import { generateVisitEvents, writePurchases, writeRecords, writeVisits } from '#tests/fixtures/analytics.ts'
import { type BenchRow, formatMs, measureTimesMs, percentile } from './bench-row.ts'
import { withBenchDatabase } from './database.ts'

const many = Number(process.env.ANALYTICS_EVENTS ?? 1_000_000)
const zone = 'America/New_York'
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
const budget = 300
const batch = 1_000

/** Analytics of ninety days with a million events, compared with sums over the raw events. */
export const benchAdminAnalytics = (): Promise<BenchRow[]> =>
  withBenchDatabase(4, async ({ database, settle }) => {
    const [websiteId, userId] = [newId(), newId()]
    await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a bench' }])
    const within = { timeoutMs: 600_000 }
    const productIds = await inSite(database, { websiteId, role: 'administrator', userId }, (tx) =>
      writeRecords(tx, 40),
    )
    const since = new Date('2026-02-01T05:00:00Z')
    // As on a server in use: later events were stored later.
    const stream = generateVisitEvents({ count: many, productIds, since, until: now }).sort((a, b) => +a.at - +b.at)
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
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
    const { request } = createTestApi(database, { websiteId }, actor, {}, { site: { zone } })
    const fetchAnalytics = (path: string) => async () => {
      const answer = await request(`/api/admin/analytics${path}`)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.text()
    }
    const { from, to } = lastDays(visitorEventRetentionDays, todayIn(zone, now))
    const began = performance.now()
    const straight = await inSite(database, { websiteId, role: 'administrator', userId }, straightOf(from, to), within)
    const straightMs = performance.now() - began
    const beganCounting = performance.now()
    await inSite(database, { websiteId, role: 'worker' }, (tx) => countFinishedDaysAndPrune(tx, zone, now), within)
    const counting = performance.now() - beganCounting
    await settle()
    const { funnel } = JSON.parse(await fetchAnalytics('?from=2020-01-01')()) as AnalyticsOverviewAnswer
    const downloads = JSON.parse(await fetchAnalytics('/performance?from=2020-01-01')()) as PreviewPerformanceAnswer
    const shown: Record<string, unknown> = { ...downloads, ...funnel }
    const isSame = Object.entries(straight).every(([name, n]) =>
      isDeepStrictEqual(shown[name], { now: n, before: null }),
    )
    const questions = [
      ['overview', '?from=2020-01-01'],
      ['performance', '/performance?from=2020-01-01'],
      ['failures', '/failures?from=2020-01-01'],
      ['overview of 7 days', ''],
    ] as const
    const rows: BenchRow[] = []
    for (const [what, path] of questions) {
      const times = await measureTimesMs(fetchAnalytics(path), { runs: 200, warmUp: 5 })
      const p99 = percentile(times, 0.99)
      rows.push({
        what: `analytics of ${many} events of 90 days: ${what}, p99`,
        budget: `≤ ${budget} ms, the same figures`,
        yardstick: `straight from the rows: ${formatMs(straightMs)}; counting all days once: ${formatMs(counting)}`,
        measured: `${formatMs(p99)} (median ${formatMs(percentile(times, 0.5))})${isSame ? '' : ', other figures'}`,
        isMet: isSame && p99 <= budget,
      })
    }
    return rows
  })

/** The figures of the screen, summed up from the raw events only. */
const straightOf = (from: string, to: string) => async (tx: SiteTx) => {
  await tx.execute(sql`set local statement_timeout = 0`)
  const isHere = (at: SQL) => sql`(${at} at time zone ${zone})::date between ${from}::date and ${to}::date`
  const events = (is: SQL) =>
    sql`(select count(*) from download_events where ${isHere(sql`created_at`)} and event_type = ${is})`
  const verified = (column: SQL) => sql`(select sum(${column}) from download_events where ${isHere(sql`created_at`)})`
  const plays = (column: SQL) =>
    sql`(select sum(${column}) from preview_plays where date_played between ${from}::date and ${to}::date)`
  const { rows } = await tx.execute<Record<string, string>>(sql`select ${plays(sql`play_count`)} as preview,
    ${plays(sql`complete_plays`)} as complete,
    (select sum(added) from cart_additions where day between ${from}::date and ${to}::date) as cart,
    (select count(*) from digital_downloads d join orders o on o.id = d.order_id where ${isHere(sql`d.created_at`)}
      and o.status <> 'cancelled' and o.refunded_amount < o.total_amount) as purchase,
    ${events(sql`'completed' and is_first`)} as download, ${events(sql`'started'`)} as started,
    ${events(sql`'completed'`)} as completed, ${events(sql`'failed'`)} as failed, ${events(sql`'verified'`)} as verified,
    ${verified(sql`bytes`)} as bytes, ${verified(sql`duration_ms`)} as ms`)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, n]) => [name, Number(n)]))
}
