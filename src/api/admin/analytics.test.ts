import { describe, expect, test } from 'vitest'
import { addDays, visitorEventRetentionDays } from '#domain/analytics/days.ts'
import { countFinishedDaysAndPrune } from '#server/analytics/count-days.ts'
import { analyticsDays, cartAdditions } from '#server/analytics/table.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import { previewPlays } from '#server/previews/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { generateVisitEvents, writePurchases, writeRecords, writeVisits } from '#tests/fixtures/analytics.ts'
import {
  analyticsApiOf,
  countFigures,
  dayOf,
  expectDownloads,
  expectOverview,
  today,
  zone,
} from '#tests/fixtures/analytics-answers.ts'
import { silentLog } from '#tests/fixtures/log.ts'

/** 100,000 in `npm run test:full`. PGlite runs the same statements, only slower. */
const many = { postgres: Number(process.env.HAPPENINGS ?? 4_000), pglite: 3_000 }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('returns exact figures, from the events and from days that were counted in advance', async () => {
    const site = await createTestSite(database)
    const productIds = await site.as('administrator', (tx) => writeRecords(tx, 14))
    const since = new Date('2026-02-01T05:00:00Z')
    const made = generateVisitEvents({ count: many[engine], productIds, since, until: now })
    const { websiteId } = site
    const timeoutMs = 60_000
    await inSite(database, { websiteId, role: 'checkout' }, (tx) => writePurchases(tx, made), { timeoutMs })
    await inSite(database, { websiteId, role: 'worker' }, (tx) => writeVisits(tx, made, dayOf), { timeoutMs })
    const stream = made.map((each) => ({ ...each, day: dayOf(each.at) }))
    const owner = await analyticsApiOf(database, site)
    const lately = countFigures(stream, addDays(today, -29), today)
    const ranges = [
      ['', addDays(today, -6), today],
      ['?from=2026-03-07&to=2026-03-09', '2026-03-07', '2026-03-09'],
      [`?from=${addDays(today, -44)}`, addDays(today, -44), today],
      ['?from=2020-01-01', addDays(today, 1 - visitorEventRetentionDays), today],
    ] as const
    const check = async (some: readonly (typeof ranges)[number][]) => {
      for (const [query, from, to] of some) {
        const shown = await owner.get(query)
        expect(shown.days).toEqual({ from, to })
        const is = countFigures(stream, from, to)
        const was = shown.before && countFigures(stream, shown.before.from, shown.before.to)
        expectOverview(shown, is, was, lately, productIds)
        expectDownloads(await owner.get(`/performance${query}`), await owner.get(`/failures${query}`), is, was)
      }
    }
    await check(ranges.slice(3))
    await inSite(database, { websiteId, role: 'worker' }, (tx) => countFinishedDaysAndPrune(tx, zone, now), {
      timeoutMs,
    })
    await check(ranges)
  })

  test('stores the counts of a finished day, recounts it for another time zone and deletes it after 90 days', async () => {
    const site = await createTestSite(database)
    const [productId] = await site.as('administrator', (tx) => writeRecords(tx, 1))
    const play = (datePlayed: string) => ({
      productId: productId!,
      sessionId: newId(),
      datePlayed,
      playCount: 1,
      firstPlayedAt: now,
      lastPlayedAt: now,
    })
    const right = { productId: productId!, rightId: newId() }
    await site.as('checkout', (tx) =>
      writePurchases(tx, [{ kind: 'purchase', ...right, at: now, cancelled: false, refunded: false }]),
    )
    const firstMidnight = new Date('2026-02-01T00:00:00Z')
    const starts = [new Date(+firstMidnight - 1), firstMidnight].map((at) => ({
      at,
      ...right,
      type: 'started' as const,
    }))
    await site.as('worker', async (tx) => {
      await writeVisits(
        tx,
        starts.map((each) => ({ kind: 'download' as const, ...each })),
        dayOf,
      )
      await tx.insert(analyticsDays).values({ day: '2026-01-31', cut: 'product', key: 'x', measure: 'cart', n: 4 })
      await tx.insert(previewPlays).values([play('2026-01-31'), play('2026-02-01'), play('2026-04-29'), play(today)])
      await tx.insert(cartAdditions).values([
        { productId: productId!, day: '2026-01-31', added: 4 },
        { productId: productId!, day: '2026-04-28', added: 2 },
      ])
    })
    const stored = () =>
      site.as('administrator', async (tx) => ({
        plays: (await tx.select().from(previewPlays)).map(({ datePlayed }) => datePlayed).sort(),
        carts: (await tx.select().from(cartAdditions)).map(({ day }) => day),
        events: (await tx.select().from(downloadEvents)).map(({ createdAt }) => createdAt),
        days: (await tx.select().from(analyticsDays)).map(({ day }) => day).sort(),
        zones: new Set(
          (await tx.select().from(analyticsDays)).filter(({ cut }) => cut === 'counted').map(({ key }) => key),
        ),
        previews: (await tx.select().from(analyticsDays)).filter(
          ({ measure, cut }) => measure === 'preview' && cut === 'product',
        ),
      }))
    const countIn = (timeZone: string) => site.as('worker', (tx) => countFinishedDaysAndPrune(tx, timeZone, now))
    await countIn('Europe/London')
    const first = await stored()
    expect(first).toMatchObject({ plays: ['2026-02-01', '2026-04-29', today], carts: ['2026-04-28'] })
    expect(first.events).toEqual([firstMidnight])
    expect(first.days[0]).toBe('2026-02-01')
    expect(first.zones).toEqual(new Set(['Europe/London']))
    // Today and yesterday may still change.
    expect(first.previews.map(({ day, n }) => [day, n]).sort()).toEqual([
      ['2026-02-01', 1],
      ['2026-04-29', 1],
    ])
    await countIn(zone)
    const second = await stored()
    expect(second.zones).toEqual(new Set([zone]))
    expect(second.previews).toHaveLength(2)
    const { get } = await analyticsApiOf(database, site)
    expect((await get('?from=2026-02-01')).funnel).toMatchObject({ preview: { now: 3 }, cart: { now: 2 } })
  })

  test('puts table and date range into the name of the CSV file', async () => {
    const { request } = await analyticsApiOf(database, await createTestSite(database))
    const named = async (table: string) =>
      (await request(`/api/admin/analytics/export.csv?table=${table}&from=2026-04-25`)).headers.get(
        'content-disposition',
      )
    expect(await named('referrers-by-device')).toContain('"referrers-by-device-2026-04-25-2026-05-01.csv"')
    expect(await named('performers')).toContain('"performers-2026-04-02-2026-05-01.csv"')
  })

  test('answers with the specified error message of each analytics view when the database fails', async () => {
    let isAway = false
    const transaction: Database['transaction'] = (...rest) =>
      isAway ? Promise.reject(new Error('gone')) : database.transaction(...rest)
    const site = await createTestSite(database)
    const actor = {
      kind: 'administrator',
      userId: site.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    const { request } = createTestApi({ ...database, transaction }, site, actor, {}, { log: silentLog })
    // The site itself is read before every route, and cached.
    await request('/api/site')
    isAway = true
    const failureAt = async (path: string) => {
      const answer = await request(`/api/admin/analytics${path}`)
      return [answer.status, (await answer.json()).error]
    }
    expect(await failureAt('')).toEqual([500, 'Failed to retrieve download analytics'])
    expect(await failureAt('/performance')).toEqual([500, 'Failed to retrieve performance metrics'])
    expect(await failureAt('/failures')).toEqual([500, 'Failed to retrieve failure rate'])
    expect(await failureAt('/export.csv?table=days')).toEqual([500, 'Failed to retrieve download analytics'])
    expect(await failureAt('/export.csv?table=speeds')).toEqual([500, 'Failed to retrieve performance metrics'])
    expect(await failureAt('/export.csv?table=failures')).toEqual([500, 'Failed to retrieve failure rate'])
  })
})
