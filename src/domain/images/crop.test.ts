import { expect, test } from 'vitest'
import { cropForView, cropInPixels, cropParam, cropParamSchema, cropViewOf, fullView } from '#domain/images/crop.ts'

test('the initial crop is the largest one that fits, centred', () => {
  expect(cropForView({ width: 400, height: 200 }, 1, fullView)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 })
  expect(cropForView({ width: 200, height: 400 }, 1, fullView)).toEqual({ x: 0, y: 0.25, width: 1, height: 0.5 })
})

test('a higher zoom makes the crop smaller, and it stays inside the picture', () => {
  const size = { width: 400, height: 400 }
  const corner = cropForView(size, 1, { zoom: 2, x: 5, y: -5 })
  expect(corner).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 })
  expect(cropViewOf(corner, 2)).toEqual({ zoom: 2, x: 0.75, y: 0.25 })
  expect(cropForView(size, 1, cropViewOf(corner, 2))).toEqual(corner)
})

test('parses a crop parameter back to the same crop', () => {
  const crop = cropForView({ width: 4032, height: 3024 }, 16 / 9, { zoom: 1.35, x: 0.91, y: 0.37 })
  const read = cropParamSchema.parse(cropParam(crop))
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(read[side]).toBeCloseTo(crop[side], 5)
  expect(cropParamSchema.safeParse('0.1,5e-7,0.9000000000000001,0.5').success).toBe(true)
})

test('converts the crop of a picture from fractions to whole pixels', () => {
  const crop = cropParamSchema.parse('0.25,0,0.5,1')
  expect(cropInPixels(crop, { width: 801, height: 600 })).toEqual({ left: 200, top: 0, width: 401, height: 600 })
})

test('a crop has at least one pixel and stays inside the picture', () => {
  expect(cropInPixels({ x: 1, y: 1, width: 0.001, height: 0.001 }, { width: 10, height: 10 })).toEqual({
    left: 9,
    top: 9,
    width: 1,
    height: 1,
  })
})

test.each(['', '0,0,1', '0,0,1,1,1', '0,0,0,1', '-0.1,0,1,1', '0.5,0,0.6,1', '0,0,NaN,1', '0,0, 1,1', '0,0,0x1,1'])(
  'rejects the crop parameter %j',
  (text) => expect(cropParamSchema.safeParse(text).success).toBe(false),
)
