import { expect, test } from 'vitest'
import { isMade, widthsOf } from '#domain/images/picture.ts'

test.each([
  [4000, [320, 480, 640, 960, 1280, 1920, 2400]],
  [2400, [320, 480, 640, 960, 1280, 1920, 2400]],
  [1279, [320, 480, 640, 960]],
  [320, [320]],
  [300, [300]],
])('a picture of %i pixels is never blown up', (width, expected) =>
  expect(widthsOf({ width, asIs: null })).toEqual(expected),
)

test('only what is on the list is made', () => {
  const photo = { width: 1000, asIs: null }
  expect(isMade(photo, { width: 960 }, 'avif')).toBe(true)
  expect(isMade(photo, { width: 1280 }, 'avif')).toBe(false)
  expect(isMade(photo, { width: 961 }, 'avif')).toBe(false)
  expect(isMade(photo, { width: 1200, height: 630 }, 'jpeg')).toBe(true)
  expect(isMade(photo, { width: 1200, height: 630 }, 'avif')).toBe(false)
  expect(isMade(photo, { width: 960, height: 960 }, 'jpeg')).toBe(false)
  expect(isMade({ width: 4000, asIs: 'svg' }, { width: 960 }, 'avif')).toBe(false)
  expect(isMade({ width: 4000, asIs: 'svg' }, { width: 1200, height: 630 }, 'jpeg')).toBe(false)
})

test('a drawing has no widths', () => expect(widthsOf({ width: 4000, asIs: 'svg' })).toEqual([]))
