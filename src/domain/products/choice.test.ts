import { expect, test } from 'vitest'
import { initialPick, missingOptions, nearestVariant, pickedVariant, pickOption } from '#domain/products/choice.ts'

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

test('picks nothing for the visitor, except the only variant', () => {
  expect(initialPick(names, tees)).toEqual([null, null])
  expect(pickedVariant(tees, initialPick(names, tees))).toBeNull()
  expect(initialPick(names, tees.slice(0, 1))).toEqual(['S', 'Straight'])
  expect(initialPick([], [])).toEqual([])
})

test('a variant is picked once each option has a value', () => {
  const size = pickOption(tees, [null, null], 0, 'M')
  expect([size, missingOptions(names, size), pickedVariant(tees, size)]).toEqual([['M', null], ['Cut'], null])
  const both = pickOption(tees, size, 1, 'Fitted')
  expect([missingOptions(names, both), pickedVariant(tees, both)?.id]).toEqual([[], 'M Fitted'])
})

test('a value that does not go with the others replaces them', () => {
  expect(pickOption(tees, ['S', 'Fitted'], 0, 'XL')).toEqual(['XL', 'Straight'])
  expect(pickOption(tees, [null, 'Fitted'], 0, 'XL')).toEqual(['XL', 'Straight'])
})

test('a value is available if a variant with what else is picked is', () => {
  const isAvailable = (picked: (string | null)[], at: number) => nearestVariant(tees, picked, at)?.isAvailable
  expect([isAvailable(['M', null], 0), isAvailable(['M', 'Fitted'], 0), isAvailable(['XL', null], 0)]).toEqual([
    true,
    false,
    false,
  ])
})
