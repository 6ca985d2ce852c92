import { expect } from 'vitest'
import type { FailuresAnswer, OverviewAnswer, PerformanceAnswer } from '#api/analytics.ts'
import { steps } from '#domain/analytics/figures.ts'
import type { Happening } from '#server/analytics/fixture.ts'
import { newId } from '#server/db/id.ts'
import { apiOf } from '#tests/api.ts'
import type { TestSite } from '#tests/database.ts'

/** Its clocks are put forward in March, within the ninety days. */
export const zone = 'America/New_York'
export const today = '2026-05-01'
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
export const dayOf = (at: Date) => calendar.format(at)

/** Every figure that is shown, counted as a person would: one happening after the other. */
export function counted(stream: readonly (Happening & { day: string })[], from: string, to: string) {
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
    purchase: here
      .filter((each) => each.kind === 'purchase')
      .filter(({ cancelled, refunded }) => !cancelled && !refunded),
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

export async function ownerOf(database: Parameters<typeof apiOf>[0], site: TestSite) {
  const actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), shownBy: 'session' } as const
  const { request } = apiOf(database, site, actor, {}, { site: { zone } })
  const asked = async (path: string) => (await request(`/api/admin/analytics${path}`)).json()
  return { request, asked }
}

type Told = ReturnType<typeof counted>

export function expectOverview(shown: OverviewAnswer, is: Told, was: Told | null, lately: Told, productIds: string[]) {
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

export function expectDownloads(performance: PerformanceAnswer, failures: FailuresAnswer, is: Told, was: Told | null) {
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
