import { expect, test } from 'vitest'
import { type BrowserEvent, isPlausibleDownloadEvent } from '#domain/downloads/events.ts'

const about = { id: '1', fileId: '2' }
const day = 86_400_000

test.each([
  [true, { type: 'paused' }],
  [true, { type: 'failed', reason: 'connection' }],
  [false, { type: 'failed' }],
  [false, { type: 'resumed', reason: 'connection' }],
  [false, { type: 'resumed', durationMs: 5 }],
  [true, { type: 'verified', durationMs: 8_000 }],
  [false, { type: 'verified' }],
  [false, { type: 'verified', durationMs: -8_000 }],
  [false, { type: 'verified', durationMs: 0 }],
  // Ten gigabytes in four seconds: no customer has such a line.
  [false, { type: 'verified', durationMs: 4_000 }],
  [false, { type: 'verified', durationMs: 8 * day }],
] as [boolean, Omit<BrowserEvent, 'id' | 'fileId'>][])('isPlausible returns %s for the event %j', (isKept, event) => {
  expect(isPlausibleDownloadEvent({ ...about, ...event }, 10_000_000_000)).toBe(isKept)
})
