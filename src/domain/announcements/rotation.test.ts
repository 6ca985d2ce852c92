import { expect, test } from 'vitest'
import {
  focusRefreshAfterMs,
  initialRotation,
  isRefreshDueOnFocus,
  nextRotationAt,
  type RotationEvent,
  type RotationState,
  refreshEveryMs,
  rotateEveryMs,
  rotationReducer,
  shownPosition,
} from '#domain/announcements/rotation.ts'

// Typed from the specification a second time.
test('rotates announcements every 5 s and refetches them every 30 s, or on focus after 5 s', () => {
  expect([rotateEveryMs, refreshEveryMs, focusRefreshAfterMs]).toEqual([5000, 30_000, 5000])
})

test.each([
  [4999, false],
  [5000, false],
  [5001, true],
])('a window focused %i ms after the last fetch fetches again: %s', (passed, asks) => {
  expect(isRefreshDueOnFocus(1_000_000, 1_000_000 + passed)).toBe(asks)
})

type BannerEvent = RotationEvent extends infer E ? (E extends { type: string } ? Omit<E, 'ids' | 'now'> : never) : never

/** A banner on a clock of its own. */
function banner(first: string[], { still = false } = {}) {
  let ids = first
  let now = 1000
  let rotation: RotationState = initialRotation
  const tell = (event: BannerEvent) => {
    rotation = rotationReducer(rotation, { ...event, ids, now } as RotationEvent)
  }
  tell({ type: 'shown' })
  return {
    shown: () => ids[shownPosition(ids, rotation)],
    tell,
    list: (changed: string[]) => {
      ids = changed
      tell({ type: 'shown' })
    },
    /** Lets time pass and gives what was up at the end. */
    wait: (ms: number) => {
      const until = now + ms
      for (let due = dueAt(); due !== null && due <= until; due = dueAt()) {
        now = Math.max(now, due)
        tell({ type: 'next' })
      }
      now = until
      return ids[shownPosition(ids, rotation)]
    },
  }
  function dueAt() {
    return nextRotationAt(rotation, { count: ids.length, still })
  }
}

test('shows each announcement for five seconds, then starts again', () => {
  const three = banner(['a', 'b', 'c'])
  expect(three.wait(4999)).toBe('a')
  expect(three.wait(1)).toBe('b')
  expect(three.wait(4999)).toBe('b')
  expect(three.wait(1)).toBe('c')
  expect(three.wait(5000)).toBe('a')
  expect(three.wait(65_000)).toBe('b')
})

test('does not rotate a single announcement', () => {
  expect(
    nextRotationAt(rotationReducer(initialRotation, { type: 'shown', ids: ['a'], now: 0 }), { count: 1, still: false }),
  ).toBeNull()
})

test('does not rotate announcements before hydration', () => {
  expect(nextRotationAt(initialRotation, { count: 3, still: false })).toBeNull()
})

test('does not rotate by itself under reduced motion', () => {
  const still = banner(['a', 'b', 'c'], { still: true })
  expect(still.wait(65_000)).toBe('a')
  still.tell({ type: 'next' })
  expect(still.shown()).toBe('b')
  still.tell({ type: 'previous' })
  still.tell({ type: 'previous' })
  expect(still.shown()).toBe('c')
  still.tell({ type: 'next' })
  expect(still.shown()).toBe('a')
})

test.each(['pointed', 'focused'] as const)(
  'pauses the rotation while an announcement is %s, and then shows it for its full time',
  (by) => {
    const two = banner(['a', 'b'])
    two.wait(3000)
    two.tell({ type: 'attend', by, attends: true })
    expect(two.wait(65_000)).toBe('a')
    two.tell({ type: 'attend', by, attends: false })
    expect(two.wait(4999)).toBe('a')
    expect(two.wait(1)).toBe('b')
  },
)

test('the banner stays paused by focus after the pointer leaves', () => {
  const two = banner(['a', 'b'])
  two.tell({ type: 'attend', by: 'pointed', attends: true })
  two.tell({ type: 'attend', by: 'focused', attends: true })
  two.tell({ type: 'attend', by: 'pointed', attends: false })
  expect(two.wait(65_000)).toBe('a')
})

test('the banner stays paused by the visitor, independent of the pointer', () => {
  const two = banner(['a', 'b'])
  two.tell({ type: 'pause' })
  two.tell({ type: 'attend', by: 'pointed', attends: true })
  two.tell({ type: 'attend', by: 'pointed', attends: false })
  expect(two.wait(65_000)).toBe('a')
})

test('the banner rotates under the pointer after the visitor presses play', () => {
  const two = banner(['a', 'b'])
  two.tell({ type: 'attend', by: 'pointed', attends: true })
  two.tell({ type: 'pause' })
  two.wait(20_000)
  two.tell({ type: 'play' })
  expect(two.wait(4999)).toBe('a')
  expect(two.wait(1)).toBe('b')
})

test('does not restart the time of an announcement when the pointer passes after “play”', () => {
  const two = banner(['a', 'b'])
  two.tell({ type: 'play' })
  two.wait(4000)
  two.tell({ type: 'attend', by: 'pointed', attends: true })
  two.tell({ type: 'attend', by: 'pointed', attends: false })
  expect(two.wait(1000)).toBe('b')
})

test('gives an announcement that the visitor chose its full time', () => {
  const three = banner(['a', 'b', 'c'])
  three.wait(4000)
  three.tell({ type: 'next' })
  expect(three.wait(4999)).toBe('b')
  expect(three.wait(1)).toBe('c')
})

test('keeps the shown announcement and its time when the list changes', () => {
  const two = banner(['a', 'b'])
  two.wait(7000)
  two.list(['urgent', 'a', 'b'])
  expect(two.shown()).toBe('b')
  expect(two.wait(2999)).toBe('b')
  expect(two.wait(1)).toBe('urgent')
})

test('shows the next announcement for its full time when the shown one is removed', () => {
  const three = banner(['a', 'b', 'c'])
  three.wait(9000)
  three.list(['a', 'c'])
  expect(three.wait(4999)).toBe('c')
  expect(three.wait(1)).toBe('a')
})

test('shows the first announcement when the last one is removed', () => {
  const two = banner(['a', 'b'])
  two.wait(5000)
  two.list(['a'])
  expect(two.shown()).toBe('a')
})

test('shows an announcement again after the list was empty', () => {
  const one = banner(['a'])
  one.list([])
  expect(one.shown()).toBeUndefined()
  one.list(['b', 'c'])
  expect(one.shown()).toBe('b')
  expect(one.wait(5000)).toBe('c')
})
