import { expect, test } from 'vitest'
import { addPlayedSpan, isHeardToEnd, type PlayedSpan, parsePlaySession, referrerHost } from '#domain/previews/plays.ts'
import {
  clipPeaks,
  clipRange,
  createClipFinder,
  downsamplePeaks,
  latestClipStartMs,
  normalizePeaks,
  parsePreviewClipPath,
  previewClipPath,
} from '#domain/previews/preview.ts'

test.each([
  ['from one third on', 240_000, null, { startMs: 80_000, ms: 30_000 }],
  ['from where its owner wants it', 240_000, 12_500, { startMs: 12_500, ms: 30_000 }],
  ['from the very beginning', 240_000, 0, { startMs: 0, ms: 30_000 }],
  ['never beyond its end', 240_000, 239_000, { startMs: 210_000, ms: 30_000 }],
  ['from one third to its end, when it is that short', 45_000, null, { startMs: 15_000, ms: 30_000 }],
  ['never more than two thirds of it', 40_000, null, { startMs: 13_333, ms: 26_666 }],
  ['its first two thirds, if its owner wants that', 12_000, 0, { startMs: 0, ms: 8_000 }],
  ['its last two thirds at the latest', 12_000, 5_000, { startMs: 4_000, ms: 8_000 }],
])('the clip starts %s', (_, durationMs, wanted, heard) => {
  expect(clipRange(durationMs, wanted)).toEqual(heard)
  expect(heard.startMs).toBeLessThanOrEqual(latestClipStartMs(durationMs))
})

const id = '01a1e09a-84ae-7164-ae75-e9a55a57e7bf'

test('a clip address holds id and hash, and other paths are rejected', () => {
  const address = previewClipPath(id, 'ab'.repeat(32), 'm4a')
  expect(address).toBe(`/previews/${id}-abababababababab.m4a`)
  expect(parsePreviewClipPath(address)).toEqual({ id, ending: 'm4a' })
  for (const other of [`${address}/..`, address.replace('m4a', 'flac'), `/previews/../${id}`, `/previews/${id}.mp3`])
    expect(parsePreviewClipPath(other)).toBeNull()
})

test('reduces a waveform to the loudest sample of each part and normalises it', () => {
  expect(downsamplePeaks([1, 5, 2, 0, 9, 3], 3)).toEqual([5, 2, 9])
  expect(downsamplePeaks([7], 3)).toEqual([7, 7, 7])
  const peaks = normalizePeaks(Array.from({ length: 4000 }, (_, at) => at / 8000))
  expect([peaks.length, peaks[0], peaks[500], peaks[999]]).toEqual([1000, 0, 128, 255])
  expect(normalizePeaks([])).toEqual(new Uint8Array(1000))
  const part = clipPeaks(peaks, { startMs: 50_000, ms: 25_000, durationMs: 100_000 }, 5)
  expect(part).toEqual([...part].sort((a, b) => a - b))
  expect([part.length, part.at(-1)]).toEqual([5, peaks[749]])
})

test('finds the clip of a song by its file, or else by its title', () => {
  const clips = new Map([
    ['a', '/previews/a'],
    ['b', '/previews/b'],
  ])
  const onSale = [
    { tracks: [{ title: 'Lorry Drivers’ Waltz', fileId: 'a' }] },
    {
      tracks: [
        { title: 'LORRY DRIVERS WALTZ', fileId: 'b' },
        { title: 'Leeward', fileId: 'c' },
      ],
    },
  ]
  const clipOf = createClipFinder(onSale, clips)
  expect(clipOf({ title: 'Lorry Drivers’ Waltz', fileId: 'b' })).toBe('/previews/b')
  expect(clipOf({ title: "Lorry Drivers' Waltz", fileId: null })).toBe('/previews/a')
  expect(clipOf({ title: 'Leeward', fileId: null })).toBeNull()
  expect(clipOf({ title: '…', fileId: null })).toBeNull()
})

const hearingOf = (...heard: [from: number, to: number][]): PlayedSpan[] =>
  heard.reduce<PlayedSpan[]>((spans, [from, to]) => addPlayedSpan(spans, { from, to }), [])

test('does not count a jump to the end or a repeated beginning as a complete play', () => {
  const ofThirty = (...heard: [from: number, to: number][]) => isHeardToEnd(hearingOf(...heard), 30)
  expect([ofThirty([0, 27]), ofThirty([0, 30]), ofThirty([0, 26.9]), isHeardToEnd([], 0)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([ofThirty([0, 14], [0, 14]), ofThirty([0, 14], [0, 14], [0, 14])]).toEqual([false, false])
  expect([ofThirty([0, 5], [20, 30]), ofThirty([15, 30], [0, 14])]).toEqual([false, true])
})

test('merges adjacent and overlapping played spans', () => {
  expect(hearingOf([0, 1], [1, 2.5], [2, 3])).toEqual([{ from: 0, to: 3 }])
  expect(hearingOf([0, 2], [5, 6], [4, 8])).toEqual([
    { from: 0, to: 2 },
    { from: 4, to: 8 },
  ])
  expect(hearingOf([0, 2], [5, 6], [1, 5.5])).toEqual([{ from: 0, to: 6 }])
})

test.each([
  ['https://www.Example.org/a?who=me', 'example.org'],
  ['http://localhost:3000/tour', null],
  ['https://quay.example/shop', null],
  ['javascript:alert(1)', null],
  ['android-app://com.example', null],
  ['nothing', null],
  [undefined, null],
])('the referrer %s keeps only the host of another site: %s', (address, host) => {
  expect(referrerHost(address, ['www.quay.example', 'localhost'])).toBe(host)
})

test('the play session id of a browser changes each day', () => {
  const stored = `2026-05-01 ${'0f'.repeat(16)}`
  expect(parsePlaySession(stored, '2026-05-01')).toBe('0f'.repeat(16))
  for (const [text, today] of [
    [stored, '2026-05-02'],
    ['2026-05-01', '2026-05-01'],
    [null, '2026-05-01'],
  ] as const)
    expect(parsePlaySession(text, today)).toBeNull()
})
