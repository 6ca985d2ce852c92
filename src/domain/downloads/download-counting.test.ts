import { describe, expect, test } from 'vitest'
import {
  addServedRange,
  canServeRange,
  type DownloadCount,
  downloadAllowanceFor,
  emptyDownloadCount,
} from '#domain/downloads/download-counting.ts'

const size = 1_000
const part = (from: number, to: number) => ({ from, to })
const serving = (...parts: [from: number, to: number][]): DownloadCount =>
  parts.reduce<DownloadCount>((served, [from, to]) => addServedRange(served, part(from, to), size), emptyDownloadCount)

describe('a download is counted', () => {
  test('counts one download when the whole file was sent in one response', () =>
    expect(serving([0, 999])).toEqual({ ...emptyDownloadCount, completed: 1 }))

  test('counts one download for ranges of any size and order that cover the file', () => {
    expect(serving([0, 399], [400, 998])).toEqual({ completed: 0, served: [part(0, 998)], servedBytes: 999 })
    expect(serving([600, 999], [0, 99], [300, 599], [100, 299]).completed).toBe(1)
    expect(serving([999, 999], [0, 998]).completed).toBe(1)
  })

  test('counts one download when lost ranges were sent again', () => {
    const lossy = serving([0, 499], [0, 499], [400, 899], [890, 998])
    expect(lossy).toMatchObject({ completed: 0, served: [part(0, 998)] })
    expect(addServedRange(lossy, part(999, 999), size)).toEqual({ completed: 1, served: [], servedBytes: 0 })
  })

  test('counts two downloads when the whole file was sent twice', () =>
    expect(serving([0, 999], [0, 499], [500, 999]).completed).toBe(2))

  test('counts a download by its total bytes when the client never requests the last byte', () => {
    expect(serving([0, 998], [0, 998]).completed).toBe(0)
    expect(serving([0, 998], [0, 998], [0, 998]).completed).toBe(1)
  })

  test('counts no download when the server aborted the response', () => {
    let served = emptyDownloadCount
    for (let turn = 0; turn < 9; turn++) served = addServedRange(served, part(0, 599), size, { isOurFault: true })
    expect(served).toEqual({ completed: 0, served: [part(0, 599)], servedBytes: 0 })
    expect(addServedRange(served, part(600, 999), size).completed).toBe(1)
  })

  test('counts a download only when every byte was sent', () => {
    expect(serving([0, 499], [501, 999])).toMatchObject({ completed: 0, served: [part(0, 499), part(501, 999)] })
  })

  test('stores a limited number of ranges per download', () => {
    let served = emptyDownloadCount
    for (let at = 0; at < 5_000; at += 2) served = addServedRange(served, part(at, at), 1_000_000)
    expect(served.served.length).toBeLessThan(502)
  })
})

describe('the download allowance of a file', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(+now - minutes * 60_000)
  const MB = 1024 * 1024
  const size = 20 * MB
  const last = part(19 * MB, 20 * MB - 1)
  type Usage = { completed: number; completedAt?: Date; servedBytes?: number }
  const asking = (
    { completed, completedAt = minutesAgo(5), servedBytes = 0 }: Usage,
    range: { from: number; to: number } | 'all' = 'all',
  ) => canServeRange(downloadAllowanceFor({ completed, completedAt, servedBytes }, { allowed: 5, size, now }), range)

  test('permits the number of downloads that was sold', () => {
    expect([0, 4, 5, 6].map((completed) => asking({ completed }))).toEqual([true, true, false, false])
    expect(
      downloadAllowanceFor({ completed: 3, completedAt: null, servedBytes: 0 }, { allowed: 5, size, now }).bytes,
    ).toBe(2 * size)
  })

  test('allows ranges of the last download to be fetched again for an hour', () => {
    expect([asking({ completed: 5 }, last), asking({ completed: 5 }, part(0, MB - 1))]).toEqual([true, true])
    expect(asking({ completed: 5 }, part(18 * MB, 20 * MB - 1))).toBe(false)
    expect(asking({ completed: 5, completedAt: minutesAgo(61) }, last)).toBe(false)
  })

  test('does not allow another whole download during the grace hour', () => {
    expect(asking({ completed: 5, servedBytes: MB / 2 }, last)).toBe(true)
    expect(asking({ completed: 5, servedBytes: MB }, part(0, 10))).toBe(false)
  })

  test('keeps the grace hour when the completion time is up to an hour in the future', () => {
    expect(asking({ completed: 5, completedAt: minutesAgo(-59) }, last)).toBe(true)
    expect(asking({ completed: 5, completedAt: minutesAgo(-61) }, last)).toBe(false)
  })
})
