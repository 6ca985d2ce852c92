import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from '#domain/cart/cart.ts'
import { browser, id, thing } from '#tests/fixtures/web/cart.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('saves 1000 ms after the last change, not earlier', () => {
  const { open, stored } = browser()
  const tab = open()
  tab.add(thing(1))
  vi.advanceTimersByTime(900)
  tab.add(thing(2))
  vi.advanceTimersByTime(999)
  expect(stored()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(stored().items).toEqual([thing(1), thing(2)])
})

test('saves when the page is left and loads on the next one', () => {
  const { open, stored } = browser()
  const tab = open()
  tab.add(thing(1, { quantity: 3 }))
  tab.leave()
  expect(stored().items).toHaveLength(1)
  expect(open().quantities()).toEqual([3])
})

test('saves only the named fields', () => {
  const { open, stored } = browser()
  const tab = open()
  tab.add(thing(1))
  tab.setPayment('failed', 'Declined')
  tab.leave()
  expect(Object.keys(stored()).sort()).toEqual([
    'items',
    'lastUpdated',
    'sessionId',
    'shippingAddress',
    'shippingOption',
  ])
  expect(Object.keys(stored().items[0]).sort()).toEqual(Object.keys(thing(1)).sort())
  expect(tab.current()).toMatchObject({ paymentStatus: 'failed', paymentError: 'Declined' })
})

test('clearing removes the stored cart and cancels the pending save', () => {
  const { open, kept } = browser()
  const tab = open()
  tab.add(thing(1))
  tab.leave()
  tab.add(thing(2))
  tab.clear()
  expect(kept.has('cart')).toBe(false)
  vi.advanceTimersByTime(5_000)
  tab.leave()
  expect(kept.has('cart')).toBe(false)
  expect(tab.current()).toMatchObject({ items: [], isLoading: false, sessionId: null })
})

test('two tabs merge concurrent changes', () => {
  const { open, stored } = browser()
  const [one, other] = [open(), open()]
  one.add(thing(1))
  vi.advanceTimersByTime(500)
  other.add(thing(2))
  other.add(thing(1))
  vi.advanceTimersByTime(500)
  // The first tab has saved; the second has read that and still has two unsaved changes.
  expect(other.quantities()).toEqual([2, 1])
  vi.advanceTimersByTime(500)
  expect(stored().items.map(({ quantity }: CartItem) => quantity)).toEqual([2, 1])
  expect(one.current().items).toEqual(other.current().items)
  expect(one.seen).toHaveBeenCalled()
})

test('does not overwrite another tab without a storage event', () => {
  const { open, kept, stored } = browser()
  const tab = open()
  tab.add(thing(1))
  kept.set('cart', JSON.stringify({ items: [thing(2)], lastUpdated: null, sessionId: 's' }))
  vi.advanceTimersByTime(1_000)
  expect(stored().items.map(({ id }: CartItem) => id)).toEqual([id(2), id(1)])
  expect(stored().sessionId).toBe('s')
})

test('paid items disappear in the other tab', () => {
  const { open } = browser()
  const [one, other] = [open(), open()]
  one.add(thing(1))
  vi.advanceTimersByTime(1_000)
  expect(other.quantities()).toEqual([1])
  one.clear()
  expect(other.current()).toMatchObject({ items: [], isLoading: false })
})

test('keeps the cart of this page when the storage is cleared by hand', () => {
  const { open, kept, stored } = browser()
  const tab = open()
  tab.add(thing(1))
  vi.advanceTimersByTime(1_000)
  kept.clear()
  tab.add(thing(2))
  vi.advanceTimersByTime(1_000)
  expect(stored().items).toHaveLength(2)
})

test('after “Essential Only” the cart is kept in the tab until the next change stores it again', () => {
  const { open, kept, stored } = browser()
  const tab = open()
  tab.add(thing(1))
  vi.advanceTimersByTime(1_000)
  tab.add(thing(2))
  tab.decline()
  expect([kept.has('cart'), tab.quantities(), tab.isTabOnly()]).toEqual([false, [1, 1], true])
  vi.advanceTimersByTime(5_000)
  tab.leave()
  expect(kept.has('cart')).toBe(false)
  const reloaded = open(tab.ofTab)
  expect([reloaded.quantities(), reloaded.isTabOnly()]).toEqual([[1, 1], true])
  expect(open().quantities()).toEqual([])
  reloaded.setQuantity(id(1), 3)
  vi.advanceTimersByTime(999)
  expect(kept.has('cart')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(stored().items.map(({ quantity }: CartItem) => quantity)).toEqual([3, 1])
  expect([reloaded.isTabOnly(), tab.ofTab.size]).toEqual([false, 0])
})

test('clearing removes the cart of the tab too', () => {
  const { open } = browser()
  const tab = open()
  tab.add(thing(1))
  vi.advanceTimersByTime(1_000)
  tab.decline()
  tab.clear()
  expect([tab.ofTab.size, tab.isTabOnly(), open(tab.ofTab).quantities()]).toEqual([0, false, []])
})

test('declining with an empty cart keeps nothing', () => {
  const tab = browser().open()
  tab.decline()
  expect([tab.ofTab.size, tab.isTabOnly()]).toEqual([0, false])
})

test.each(['{"items":', '[]', 'null'])('%j in the storage is an error once, and then an empty cart', (text) => {
  const { open, kept } = browser()
  kept.set('cart', text)
  const tab = open()
  expect(tab.current()).toMatchObject({
    items: [],
    isLoading: false,
    error: 'There was an issue with your cart. Please refresh to continue shopping.',
  })
  expect(kept.has('cart')).toBe(false)
  expect(open().current().error).toBeNull()
  tab.add(thing(1))
  expect(tab.current()).toMatchObject({ items: [thing(1)], error: null })
})

test.each([{ full: true }, { blocked: true }])('has a cart where the browser stores nothing (%j)', (trouble) => {
  const tab = browser(trouble).open()
  tab.add(thing(1))
  vi.advanceTimersByTime(1_000)
  tab.add(thing(2))
  tab.leave()
  expect(tab.quantities()).toEqual([1, 1])
})

test('saves when the last subscriber leaves', () => {
  const { open, stored } = browser()
  const tab = open()
  tab.add(thing(1))
  tab.stop()
  expect(stored().items).toHaveLength(1)
})
