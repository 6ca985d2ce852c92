import { describe, expect, test } from 'vitest'
import type { FailuresAnswer, OverviewAnswer, PerformanceAnswer } from '#api/analytics.ts'
import { dayAfter, keptDays } from '#domain/analytics/days.ts'
import { steps } from '#domain/analytics/figures.ts'
import { countDays } from '#server/analytics/count-days.ts'
import { type Happening, streamOf, writePurchases, writeRecords, writeVisits } from '#server/analytics/fixture.ts'
import { analyticsDays, cartAdditions } from '#server/analytics/table.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { previewPlays } from '#server/previews/table.ts'
import { apiOf, now } from '#tests/api.ts'
import { engines, newSite, openTestDatabase, type TestSite } from '#tests/database.ts'

/** Its clocks are put forward in March, within the ninety days. */
const zone = 'America/New_York'
const today = '2026-05-01'
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
const dayOf = (at: Date) => calendar.format(at)

/** Every figure that is shown, counted as a person would: one happening after the other. */
function counted(stream: readonly (Happening & { day: string })[], from: string, to: string) {
  const here = stream.filter(({ day }) => from <= day && day <= to)
  const firsts = new Map<string, Happening & { day: string }>()
  for (const each of stream) {
    if (each.kind !== 'download' || each.type !== 'completed') continue
    const first = firsts.get(each.rightId)
    if (!first || each.at < first.at) firsts.set(each.rightId, each)
  }
  const plays = here.filter((each) => each.kind === 'play')
  const completed = here.filter((each) => each.kind === 'download').filter(({ type }) => type === 'completed')
  const failed = here.filter((each) => each.kind === 'failed')
  const verified = here.filter((each) => each.kind === 'verified')
  const step = {
    preview: plays,
    complete: plays.filter((each) => each.completed),
    cart: here.filter(({ kind }) => kind === 'cart'),
    purchase: here.filter((each) => each.kind === 'purchase').filter(({ cancelled }) => !cancelled),
    download: [...firsts.values()].filter(({ day }) => from <= day && day <= to),
  }
  const stepsOf = (is: (each: { day: string; productId: string }) => boolean) =>
    Object.fromEntries(Object.entries(step).map(([name, all]) => [name, all.filter(is).length]))
  const many = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
  const perSecond = ({ bytes, ms }: { bytes: number; ms: number }) => bytes / (Math.max(ms, 1) / 1000)
  return {
    steps: stepsOf(() => true),
    stepsOn: (wanted: string) => stepsOf(({ day }) => day === wanted),
    ofProduct: (wanted: string) => ({
      ...stepsOf(({ productId }) => productId === wanted),
      files: many(completed, ({ productId }) => productId === wanted),
    }),
    performer: (wanted: string) => {
      const its = plays.filter(({ productId }) => productId === wanted)
      return {
        ...{ previews: its.length, completes: many(its, (each) => each.completed) },
        ...{ conversions: many(its, (each) => each.converted), seconds: sum(its.map((each) => each.seconds)) },
      }
    },
    device: (wanted: string) => many(plays, ({ device }) => (device ?? 'unknown') === wanted),
    referrer: (wanted: string) => many(plays, ({ from: host }) => (host ?? '') === wanted),
    referrers: new Set(plays.map(({ from: host }) => host ?? '')),
    started: here.filter((each) => each.kind === 'download').filter(({ type }) => type === 'started').length,
    completed: completed.length,
    failed: failed.length,
    verified: verified.length,
    bytes: sum(verified.map(({ bytes }) => bytes)),
    ms: sum(verified.map(({ ms }) => ms)),
    speed: (least: number, most: number) =>
      many(verified, (each) => perSecond(each) >= least && perSecond(each) < most),
    reason: (wanted: string) => many(failed, ({ reason }) => reason === wanted),
    on: (wanted: string) => ({
      completed: many(completed, ({ day }) => day === wanted),
      failed: many(failed, ({ day }) => day === wanted),
    }),
  }
}

async function ownerOf(database: Parameters<typeof apiOf>[0], site: TestSite) {
  const actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), shownBy: 'session' } as const
  const { request } = apiOf(database, site, actor, {}, { site: { zone } })
  const asked = async (path: string) => (await request(`/api/admin/analytics${path}`)).json()
  return { request, asked }
}

type Told = ReturnType<typeof counted>

function expectOverview(shown: OverviewAnswer, is: Told, was: Told | null, lately: Told, productIds: string[]) {
  const { funnel, byDay, products, performers, referrers, devices } = shown
  for (const step of steps) expect(funnel[step]).toEqual({ now: is.steps[step], before: was ? was.steps[step] : null })
  for (const { day, ...each } of byDay) expect(each, day).toEqual(is.stepsOn(day))
  const files = productIds.map((id) => is.ofProduct(id).files).sort((a, b) => b - a)
  expect(products.map((each) => each.files)).toEqual(files.slice(0, 10))
  for (const { productId, name: _, ...each } of products) expect(each).toEqual(is.ofProduct(productId))
  expect(performers).toHaveLength(10)
  for (const { productId, name: _, ...each } of performers) expect(each).toEqual(lately.performer(productId))
  const sold = productIds.map((id) => lately.performer(id).conversions).sort((a, b) => b - a)
  expect(performers.map(({ conversions }) => conversions)).toEqual(sold.slice(0, 10))
  const heard = [...is.referrers].map(is.referrer).sort((a, b) => b - a)
  expect(referrers.map(({ previews }) => previews)).toEqual(heard.slice(0, 10))
  for (const { referrer, previews } of referrers) expect(previews).toBe(is.referrer(referrer))
  expect(devices.map(({ device }) => device)).toEqual(['mobile', 'tablet', 'desktop', 'other', 'unknown'])
  for (const { device, now: n, before } of devices)
    expect({ n, before }).toEqual({ n: is.device(device), before: was ? was.device(device) : null })
}

function expectDownloads(performance: PerformanceAnswer, failures: FailuresAnswer, is: Told, was: Told | null) {
  for (const name of ['started', 'completed', 'failed', 'verified', 'bytes', 'ms'] as const)
    expect(performance[name], name).toEqual({ now: is[name], before: was ? was[name] : null })
  expect(performance.speeds).toEqual([
    { speed: 'slow', downloads: is.speed(0, 1e6) },
    { speed: 'fair', downloads: is.speed(1e6, 5e6) },
    { speed: 'good', downloads: is.speed(5e6, 2e7) },
    { speed: 'fast', downloads: is.speed(2e7, Number.POSITIVE_INFINITY) },
  ])
  for (const { day, ...each } of performance.byDay) expect(each, day).toEqual(is.on(day))
  expect(failures.failed).toEqual({ now: is.failed, before: was ? was.failed : null })
  expect(failures.ended).toEqual({ now: is.failed + is.completed, before: was ? was.failed + was.completed : null })
  for (const { reason, now: n, before } of failures.reasons)
    expect({ n, before }).toEqual({ n: is.reason(reason), before: was ? was.reason(reason) : null })
}

/** A hundred thousand in `npm run test:full`. The embedded database is the same one, only slower. */
const many = { postgres: Number(process.env.HAPPENINGS ?? 20_000), pglite: 3_000 }

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
  }, 120_000)

  test('days are counted once they are over, again by other clocks, and forgotten after ninety', async () => {
    const site = await newSite(database)
    const [productId] = await site.as('administrator', (tx) => writeRecords(tx, 1))
    const play = (datePlayed: string) => ({
      ...{ productId: productId!, sessionId: newId(), datePlayed, playCount: 1, firstPlayedAt: now, lastPlayedAt: now },
    })
    await site.as('worker', async (tx) => {
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

  test('when the figures cannot be had, each kind says so in its own words', async () => {
    const away = { ...database, transaction: () => Promise.reject(new Error('gone')) }
    const site = await newSite(database)
    const actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), shownBy: 'session' } as const
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    const { request } = apiOf(away, site, actor, {}, { log })
    const said = async (path: string) => {
      const answer = await request(`/api/admin/analytics${path}`)
      return [answer.status, (await answer.json()).error]
    }
    expect(await said('')).toEqual([500, 'Failed to retrieve download analytics'])
    expect(await said('/performance')).toEqual([500, 'Failed to retrieve performance metrics'])
    expect(await said('/failures')).toEqual([500, 'Failed to retrieve failure rate'])
    expect(await said('/file.csv?table=days')).toEqual([500, 'Failed to retrieve download analytics'])
  })
})
