import { expect, test } from 'vitest'
import { hasVariant, variantWidthsOf } from '#domain/images/picture.ts'

test.each([
  [4000, [320, 480, 640, 768, 960, 1280, 1920, 2400]],
  [2400, [320, 480, 640, 768, 960, 1280, 1920, 2400]],
  [1279, [320, 480, 640, 768, 960]],
  [320, [320]],
  [300, [300]],
])('the variants of a picture %i pixels wide are never wider than it', (width, expected) =>
  expect(variantWidthsOf({ width, height: 300, asIs: null })).toEqual(expected),
)

test('hasVariant is true only for the listed widths and the link preview', () => {
  const photo = { width: 1000, height: 800, asIs: null }
  const drawing = { width: 4000, height: 3000, asIs: 'svg' } as const
  expect(hasVariant(photo, { width: 960 }, 'avif')).toBe(true)
  expect(hasVariant(photo, { width: 1280 }, 'avif')).toBe(false)
  expect(hasVariant(photo, { width: 961 }, 'avif')).toBe(false)
  expect(hasVariant(photo, { width: 1200, height: 630 }, 'jpeg')).toBe(true)
  expect(hasVariant(photo, { width: 1200, height: 630 }, 'avif')).toBe(false)
  expect(hasVariant(photo, { width: 960, height: 960 }, 'jpeg')).toBe(false)
  expect(hasVariant(drawing, { width: 960 }, 'avif')).toBe(false)
  expect(hasVariant(drawing, { width: 1200, height: 630 }, 'jpeg')).toBe(false)
})

test('limits the width of tall pictures by their height', () => {
  expect(variantWidthsOf({ width: 3000, height: 4000, asIs: null }).at(-1)).toBe(1920)
  expect(variantWidthsOf({ width: 1000, height: 40_000, asIs: null })).toEqual([320])
})

test('an SVG has no variants', () => expect(variantWidthsOf({ width: 4000, height: 3000, asIs: 'svg' })).toEqual([]))
