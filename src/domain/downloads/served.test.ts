import { describe, expect, test } from 'vitest'
import { afterServing, mayServe, nothingServed, type Served } from '#domain/downloads/served.ts'

const size = 1_000
const part = (from: number, to: number) => ({ from, to })
const serving = (...parts: [from: number, to: number][]): Served =>
  parts.reduce<Served>((served, [from, to]) => afterServing(served, part(from, to), size), nothingServed)

describe('a download is counted', () => {
  test('when all of it has left at once', () => expect(serving([0, 999])).toEqual({ ...nothingServed, completed: 1 }))

  test('once, in whatever pieces and order it left', () => {
    expect(serving([0, 399], [400, 998])).toEqual({ completed: 0, served: [part(0, 998)], servedBytes: 999 })
    expect(serving([600, 999], [0, 99], [300, 599], [100, 299]).completed).toBe(1)
    expect(serving([999, 999], [0, 998]).completed).toBe(1)
  })

  test('once, although a bad line lost some of it and it was sent again', () => {
    const lossy = serving([0, 499], [0, 499], [400, 899], [890, 998])
    expect(lossy).toMatchObject({ completed: 0, served: [part(0, 998)] })
    expect(afterServing(lossy, part(999, 999), size)).toEqual({ completed: 1, served: [], servedBytes: 0 })
  })

  test('twice when it left twice', () => expect(serving([0, 999], [0, 499], [500, 999]).completed).toBe(2))

  test('and also when somebody leaves out the last byte for ever', () => {
    expect(serving([0, 998], [0, 998]).completed).toBe(0)
    expect(serving([0, 998], [0, 998], [0, 998]).completed).toBe(1)
  })

  test('not before there are all bytes, with a hole of one', () => {
    expect(serving([0, 499], [501, 999])).toMatchObject({ completed: 0, served: [part(0, 499), part(501, 999)] })
  })

  test('and no more holes are remembered than anybody leaves who downloads', () => {
    let served = nothingServed
    for (let at = 0; at < 5_000; at += 2) served = afterServing(served, part(at, at), 1_000_000)
    expect(served.served.length).toBeLessThan(502)
  })
})

describe('a file', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(+now - minutes * 60_000)
  const MB = 1024 * 1024
  const asking = (completed: number, { from, to } = part(0, 20 * MB - 1), completedAt = minutesAgo(5)) =>
    mayServe({ completed, completedAt, allowed: 5 }, part(from, to), 20 * MB, now)

  test('may be had as often as it was sold for', () => {
    expect([0, 4, 5, 6].map((completed) => asking(completed))).toEqual([true, true, false, false])
  })

  test('may be finished when its last piece was lost at the very end', () => {
    const last = part(19 * MB, 20 * MB - 1)
    expect(asking(5, last)).toBe(true)
    expect(asking(5, part(18 * MB, 20 * MB - 1))).toBe(false)
    expect(asking(5, part(0, 10))).toBe(false)
    expect(asking(5, last, minutesAgo(61))).toBe(false)
    expect(asking(6, last)).toBe(false)
  })

  test('is not given away by clocks that are an hour off', () => {
    const last = part(19 * MB, 20 * MB - 1)
    expect(asking(5, last, minutesAgo(-59))).toBe(true)
    expect(asking(5, last, minutesAgo(-61))).toBe(false)
  })
})
