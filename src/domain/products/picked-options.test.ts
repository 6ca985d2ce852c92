import { expect, test } from 'vitest'
import {
  initialPickedOptions,
  missingOptions,
  nearestVariant,
  pickedVariant,
  pickOption,
} from '#domain/products/picked-options.ts'

const variant = (size: string, cut: string, isAvailable = true) => ({
  id: `${size} ${cut}`,
  options: [size, cut],
  price: 2_000,
  isAvailable,
  available: isAvailable ? 3 : 0,
  maxQuantity: null,
})
const names = ['Size', 'Cut']
const tees = [
  variant('S', 'Straight'),
  variant('S', 'Fitted'),
  variant('M', 'Straight'),
  variant('M', 'Fitted', false),
  variant('XL', 'Straight', false),
]

test('preselects no product option unless there is only one variant', () => {
  expect(initialPickedOptions(names, tees)).toEqual([null, null])
  expect(pickedVariant(tees, initialPickedOptions(names, tees))).toBeNull()
  expect(initialPickedOptions(names, tees.slice(0, 1))).toEqual(['S', 'Straight'])
  expect(initialPickedOptions([], [])).toEqual([])
})

test('selects a variant once each option has a value', () => {
  const size = pickOption(tees, [null, null], 0, 'M')
  expect([size, missingOptions(names, size), pickedVariant(tees, size)]).toEqual([['M', null], ['Cut'], null])
  const both = pickOption(tees, size, 1, 'Fitted')
  expect([missingOptions(names, both), pickedVariant(tees, both)?.id]).toEqual([[], 'M Fitted'])
})

test('replaces other picked options that no variant combines with the new one', () => {
  expect(pickOption(tees, ['S', 'Fitted'], 0, 'XL')).toEqual(['XL', 'Straight'])
  expect(pickOption(tees, [null, 'Fitted'], 0, 'XL')).toEqual(['XL', 'Straight'])
})

test('an option value is available if a variant with the other picked options is', () => {
  const isAvailable = (picked: (string | null)[], at: number) => nearestVariant(tees, picked, at)?.isAvailable
  expect([isAvailable(['M', null], 0), isAvailable(['M', 'Fitted'], 0), isAvailable(['XL', null], 0)]).toEqual([
    true,
    false,
    false,
  ])
})
