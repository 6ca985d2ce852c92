import { expect, test } from 'vitest'
import { hasVariant, standInsFor, variantsToPrepare, variantWidthsOf } from '#domain/images/picture.ts'

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

const photo = { width: 1000, height: 800, asIs: null }
const named = (variants: ReturnType<typeof standInsFor>) =>
  variants.map((each) => (each === 'original' ? each : `${each.size.width}.${each.format}`))

test('prepares AVIF in all widths, the usual one first, then one JPEG and WebP', () => {
  expect(named(variantsToPrepare(photo))).toEqual([
    ...['960.avif', '768.avif', '640.avif', '480.avif', '320.avif'],
    '960.jpeg',
    ...['960.webp', '768.webp', '640.webp', '480.webp', '320.webp'],
  ])
  expect(variantsToPrepare({ ...photo, asIs: 'svg' })).toEqual([])
})

test('the nearest width stands in for a variant, in a format that the same browser shows', () => {
  const heavy = { ...photo, bytes: 5_000_000 }
  expect(named(standInsFor(heavy, { size: { width: 640 }, format: 'webp' }))).toEqual([
    '640.jpeg',
    ...['768.webp', '768.jpeg', '480.webp', '480.jpeg', '960.webp', '960.jpeg', '320.webp', '320.jpeg'],
  ])
  expect(named(standInsFor(heavy, { size: { width: 320 }, format: 'jpeg' }))[0]).toBe('480.jpeg')
})

test('an original stands in where it is nearer than all variants, unless it is heavier or larger than they are', () => {
  const wanted = { size: { width: 960 }, format: 'jpeg' } as const
  expect(named(standInsFor({ ...photo, bytes: 300_000 }, wanted))[0]).toBe('original')
  for (const unfit of [
    { ...photo, bytes: 700_000 },
    { width: 2401, height: 900, asIs: null, bytes: 300_000 },
    { width: 2300, height: 4000, asIs: null, bytes: 300_000 },
  ])
    expect(standInsFor(unfit, wanted)).not.toContain('original')
})
