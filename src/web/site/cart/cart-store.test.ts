import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from '#domain/cart/cart.ts'
import { createFakeBrowser, id, testCartItem } from '#tests/fixtures/web/cart.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('saves the cart 1000 ms after the last change, not earlier', () => {
  const { open, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  vi.advanceTimersByTime(900)
  tab.add(testCartItem(2))
  vi.advanceTimersByTime(999)
  expect(stored()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(stored().items).toEqual([testCartItem(1), testCartItem(2)])
})

test('saves the cart when the page is left and loads it on the next page', () => {
  const { open, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1, { quantity: 3 }))
  tab.leave()
  expect(stored().items).toHaveLength(1)
  expect(open().quantities()).toEqual([3])
})

test('saves only the persistent fields of the cart', () => {
  const { open, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  tab.setPayment('failed', 'Declined')
  tab.leave()
  expect(Object.keys(stored()).sort()).toEqual([
    'items',
    'lastUpdated',
    'sessionId',
    'shippingAddress',
    'shippingOption',
  ])
  expect(Object.keys(stored().items[0]).sort()).toEqual(Object.keys(testCartItem(1)).sort())
  expect(tab.current()).toMatchObject({ paymentStatus: 'failed', paymentError: 'Declined' })
})

test('clearing removes the stored cart and cancels the pending save', () => {
  const { open, kept } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  tab.leave()
  tab.add(testCartItem(2))
  tab.clear()
  expect(kept.has('cart')).toBe(false)
  vi.advanceTimersByTime(5_000)
  tab.leave()
  expect(kept.has('cart')).toBe(false)
  expect(tab.current()).toMatchObject({ items: [], isLoading: false, sessionId: null })
})

test('merges concurrent cart changes of two tabs', () => {
  const { open, stored } = createFakeBrowser()
  const [one, other] = [open(), open()]
  one.add(testCartItem(1))
  vi.advanceTimersByTime(500)
  other.add(testCartItem(2))
  other.add(testCartItem(1))
  vi.advanceTimersByTime(500)
  // The first tab has saved; the second has read that and still has two unsaved changes.
  expect(other.quantities()).toEqual([2, 1])
  vi.advanceTimersByTime(500)
  expect(stored().items.map(({ quantity }: CartItem) => quantity)).toEqual([2, 1])
  expect(one.current().items).toEqual(other.current().items)
  expect(one.seen).toHaveBeenCalled()
})

test('does not overwrite another tab without a storage event', () => {
  const { open, kept, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  kept.set('cart', JSON.stringify({ items: [testCartItem(2)], lastUpdated: null, sessionId: 's' }))
  vi.advanceTimersByTime(1_000)
  expect(stored().items.map(({ id }: CartItem) => id)).toEqual([id(2), id(1)])
  expect(stored().sessionId).toBe('s')
})

test('paid items disappear in the other tab', () => {
  const { open } = createFakeBrowser()
  const [one, other] = [open(), open()]
  one.add(testCartItem(1))
  vi.advanceTimersByTime(1_000)
  expect(other.quantities()).toEqual([1])
  one.clear()
  expect(other.current()).toMatchObject({ items: [], isLoading: false })
})

test('keeps the cart of this page when the storage is cleared by hand', () => {
  const { open, kept, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  vi.advanceTimersByTime(1_000)
  kept.clear()
  tab.add(testCartItem(2))
  vi.advanceTimersByTime(1_000)
  expect(stored().items).toHaveLength(2)
})

test('after “Essential Only” the cart is kept in the tab until the next change stores it again', () => {
  const { open, kept, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  vi.advanceTimersByTime(1_000)
  tab.add(testCartItem(2))
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
  const { open } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  vi.advanceTimersByTime(1_000)
  tab.decline()
  tab.clear()
  expect([tab.ofTab.size, tab.isTabOnly(), open(tab.ofTab).quantities()]).toEqual([0, false, []])
})

test('declining cookies with an empty cart stores nothing', () => {
  const tab = createFakeBrowser().open()
  tab.decline()
  expect([tab.ofTab.size, tab.isTabOnly()]).toEqual([0, false])
})

test.each(['{"items":', '[]', 'null'])(
  'reports a stored cart of %j as an error once, then starts an empty cart',
  (text) => {
    const { open, kept } = createFakeBrowser()
    kept.set('cart', text)
    const tab = open()
    expect(tab.current()).toMatchObject({
      items: [],
      isLoading: false,
      error: 'There was an issue with your cart. Please refresh to continue shopping.',
    })
    expect(kept.has('cart')).toBe(false)
    expect(open().current().error).toBeNull()
    tab.add(testCartItem(1))
    expect(tab.current()).toMatchObject({ items: [testCartItem(1)], error: null })
  },
)

test.each([{ full: true }, { blocked: true }])('has a cart where the browser stores nothing (%j)', (trouble) => {
  const tab = createFakeBrowser(trouble).open()
  tab.add(testCartItem(1))
  vi.advanceTimersByTime(1_000)
  tab.add(testCartItem(2))
  tab.leave()
  expect(tab.quantities()).toEqual([1, 1])
})

test('saves the cart when the last subscriber unsubscribes', () => {
  const { open, stored } = createFakeBrowser()
  const tab = open()
  tab.add(testCartItem(1))
  tab.stop()
  expect(stored().items).toHaveLength(1)
})
