import { describe, expect, test } from 'vitest'
import { dayAfter, keptDays } from '#domain/analytics/days.ts'
import { countDays } from '#server/analytics/count-days.ts'
import { analyticsDays, cartAdditions } from '#server/analytics/table.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import { previewPlays } from '#server/previews/table.ts'
import { apiOf, now } from '#tests/api.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { streamOf, writePurchases, writeRecords, writeVisits } from '#tests/fixtures/analytics.ts'
import {
  counted,
  dayOf,
  expectDownloads,
  expectOverview,
  ownerOf,
  today,
  zone,
} from '#tests/fixtures/analytics-answers.ts'
import { quiet } from '#tests/fixtures/log.ts'

/** A hundred thousand in `npm run test:full`. The embedded database is the same one, only slower. */
const many = { postgres: Number(process.env.HAPPENINGS ?? 4_000), pglite: 3_000 }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('what happened is told exactly: straight from what is written down, and from days that were counted beforehand', async () => {
    const site = await newSite(database)
    const productIds = await site.as('administrator', (tx) => writeRecords(tx, 14))
    const since = new Date('2026-02-01T05:00:00Z')
    const made = streamOf({ count: many[engine], productIds, since, until: now })
    const { websiteId } = site
    const longest = 60_000
    await inSite(database, { websiteId, role: 'checkout' }, (tx) => writePurchases(tx, made), { longest })
    await inSite(database, { websiteId, role: 'worker' }, (tx) => writeVisits(tx, made, dayOf), { longest })
    const stream = made.map((each) => ({ ...each, day: dayOf(each.at) }))
    const owner = await ownerOf(database, site)
    const lately = counted(stream, dayAfter(today, -29), today)
    const ranges = [
      ['', dayAfter(today, -6), today],
      ['?from=2026-03-07&to=2026-03-09', '2026-03-07', '2026-03-09'],
      [`?from=${dayAfter(today, -44)}`, dayAfter(today, -44), today],
      ['?from=2020-01-01', dayAfter(today, 1 - keptDays), today],
    ] as const
    const check = async (some: readonly (typeof ranges)[number][]) => {
      for (const [asked, from, to] of some) {
        const shown = await owner.asked(asked)
        expect(shown.days).toEqual({ from, to })
        const is = counted(stream, from, to)
        const was = shown.before && counted(stream, shown.before.from, shown.before.to)
        expectOverview(shown, is, was, lately, productIds)
        expectDownloads(await owner.asked(`/performance${asked}`), await owner.asked(`/failures${asked}`), is, was)
      }
    }
    await check(ranges.slice(3))
    await inSite(database, { websiteId, role: 'worker' }, (tx) => countDays(tx, zone, now), { longest })
    await check(ranges)
  })

  test('days are counted once they are over, again by other clocks, and forgotten after ninety', async () => {
    const site = await newSite(database)
    const [productId] = await site.as('administrator', (tx) => writeRecords(tx, 1))
    const play = (datePlayed: string) => ({
      ...{ productId: productId!, sessionId: newId(), datePlayed, playCount: 1, firstPlayedAt: now, lastPlayedAt: now },
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
    const kept = () =>
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
    const count = (by: string) => site.as('worker', (tx) => countDays(tx, by, now))
    await count('Europe/London')
    const first = await kept()
    expect(first).toMatchObject({ plays: ['2026-02-01', '2026-04-29', today], carts: ['2026-04-28'] })
    expect(first.events).toEqual([firstMidnight])
    expect(first.days[0]).toBe('2026-02-01')
    expect(first.zones).toEqual(new Set(['Europe/London']))
    // Today and yesterday may still change.
    expect(first.previews.map(({ day, n }) => [day, n]).sort()).toEqual([
      ['2026-02-01', 1],
      ['2026-04-29', 1],
    ])
    await count(zone)
    const second = await kept()
    expect(second.zones).toEqual(new Set([zone]))
    expect(second.previews).toHaveLength(2)
    const { asked } = await ownerOf(database, site)
    expect((await asked('?from=2026-02-01')).funnel).toMatchObject({ preview: { now: 3 }, cart: { now: 2 } })
  })

  test('a file is called by the days that it holds', async () => {
    const { request } = await ownerOf(database, await newSite(database))
    const named = async (table: string) =>
      (await request(`/api/admin/analytics/file.csv?table=${table}&from=2026-04-25`)).headers.get('content-disposition')
    expect(await named('referrers-by-device')).toContain('"referrers-by-device-2026-04-25-2026-05-01.csv"')
    expect(await named('performers')).toContain('"performers-2026-04-02-2026-05-01.csv"')
  })

  test('when the figures cannot be had, each kind says so in its own words', async () => {
    const away = { ...database, transaction: () => Promise.reject(new Error('gone')) }
    const site = await newSite(database)
    const actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), shownBy: 'session' } as const
    const { request } = apiOf(away, site, actor, {}, { log: quiet })
    const said = async (path: string) => {
      const answer = await request(`/api/admin/analytics${path}`)
      return [answer.status, (await answer.json()).error]
    }
    expect(await said('')).toEqual([500, 'Failed to retrieve download analytics'])
    expect(await said('/performance')).toEqual([500, 'Failed to retrieve performance metrics'])
    expect(await said('/failures')).toEqual([500, 'Failed to retrieve failure rate'])
    expect(await said('/file.csv?table=days')).toEqual([500, 'Failed to retrieve download analytics'])
    expect(await said('/file.csv?table=speeds')).toEqual([500, 'Failed to retrieve performance metrics'])
    expect(await said('/file.csv?table=failures')).toEqual([500, 'Failed to retrieve failure rate'])
  })
})
