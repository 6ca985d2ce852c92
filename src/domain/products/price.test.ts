import { describe, expect, test } from 'vitest'
import { ProductDraft } from '#domain/products/draft.ts'
import { chosenPrice, chosenPriceProblem, type PriceRule, proposedPrice, quickPrices } from '#domain/products/price.ts'

const fixed: PriceRule = { priceKind: 'fixed', price: 900, suggestedPrice: null }
const named: PriceRule = { priceKind: 'from', price: 200, suggestedPrice: 500 }

test('a fixed price is the price of the owner, whatever the buyer sends', () => {
  expect([chosenPrice(fixed, undefined), chosenPrice(fixed, 1)]).toEqual([900, 900])
})

test('a named price is the one of the buyer, otherwise the suggestion, otherwise the minimum', () => {
  expect([chosenPrice(named, 1_000), chosenPrice(named, 0)]).toEqual([1_000, 0])
  expect(chosenPrice(named, undefined)).toBe(500)
  expect(proposedPrice({ ...named, suggestedPrice: null })).toBe(200)
  // The minimum of a dearer variant is above the suggestion of the product.
  expect(proposedPrice({ ...named, price: 700 })).toBe(700)
})

test('refuses less than the minimum, and what is too little to be paid', () => {
  const problem = (chosen: number, price: number) => chosenPriceProblem(chosen, { price, smallestCharge: 30 })
  expect([problem(199, 200), problem(200, 200)]).toEqual(['below-minimum', null])
  expect([problem(0, 0), problem(1, 0), problem(29, 0), problem(30, 0)]).toEqual([
    null,
    'below-charge',
    'below-charge',
    null,
  ])
})

test('the quick buttons are the minimum and half as much again in whole major units', () => {
  expect(quickPrices(named, 2)).toEqual([200, 800])
  expect(quickPrices({ priceKind: 'from', price: 0, suggestedPrice: null }, 2)).toEqual([0, 100])
  expect(quickPrices({ priceKind: 'from', price: 0, suggestedPrice: 1_000 }, 0)).toEqual([0, 1_500])
})

describe('the draft of a product', () => {
  const problemsOf = (draft: object) =>
    (
      ProductDraft.safeParse({ name: 'Harbour', productType: 'digital', priceKind: 'from', ...draft }).error?.issues ??
      []
    ).map(({ path, message }) => [path.join('.'), message])

  test('accepts a minimum of 0 for downloads only', () => {
    const refused = [['price', 'Only a download can be free. Please enter a minimum.']]
    expect(problemsOf({ price: 0 })).toEqual([])
    expect(problemsOf({ price: 0, productType: 'physical' })).toEqual(refused)
    const variants = [{ options: ['S'], priceDifference: -500 }]
    expect(problemsOf({ price: 500, productType: 'physical', optionNames: ['Size'], variants })).toEqual(refused)
    expect(problemsOf({ price: 0, productType: 'physical', priceKind: 'fixed' })).toEqual([])
  })

  test('refuses a suggestion below the minimum', () => {
    expect(problemsOf({ price: 500, suggestedPrice: 499 })).toEqual([
      ['suggestedPrice', 'The suggestion cannot be below the minimum.'],
    ])
    expect(problemsOf({ price: 500, suggestedPrice: 500 })).toEqual([])
  })
})
