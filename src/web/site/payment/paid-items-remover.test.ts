import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeBrowser, id, testCartItem } from '#tests/fixtures/web/cart.ts'
import { createPaidItemsRemover } from '#web/site/payment/paid-items-remover.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A buyer who returns from the checkout with a paid cart under this reference. */
function paying(reference = 'A') {
  const all = createFakeBrowser()
  const tab = all.open()
  const paid = createPaidItemsRemover(tab.storage, tab)
  tab.add(testCartItem(1, { quantity: 2 }), testCartItem(2))
  const begin = (name: string) => paid.begin({ reference: name, items: tab.current().items })
  begin(reference)
  tab.leave()
  /** Returns from the payment page, or from elsewhere, in a new page. */
  const back = (name: string) => {
    const page = all.open()
    createPaidItemsRemover(page.storage, page).emptyOnce(name)
    return page
  }
  return { ...all, tab, begin, back }
}

test('removes paid items from cart and storage', () => {
  const { back, kept } = paying()
  expect(back('A').current().items).toEqual([])
  expect([...kept.keys()]).toEqual([])
})

test('opening a paid order again keeps cart items added since', () => {
  const { back, stored } = paying()
  const later = back('A')
  later.add(testCartItem(1), testCartItem(3))
  later.leave()
  expect(back('A').quantities()).toEqual([1, 1])
  expect(stored().items).toHaveLength(2)
})

test('removes no cart items for orders of other browsers or older orders', () => {
  const { begin, tab, back } = paying('A')
  expect(back('of another buyer').quantities()).toEqual([2, 1])
  back('A')
  tab.add(testCartItem(3))
  begin('B')
  tab.leave()
  expect(back('A').quantities()).toEqual([1])
  expect(back('B').quantities()).toEqual([])
})

test('keeps cart items that another tab has added during the payment', () => {
  const { open, back, stored } = paying()
  const other = open()
  other.add(testCartItem(1), testCartItem(3))
  vi.advanceTimersByTime(1_000)
  expect(other.quantities()).toEqual([3, 1, 1])
  const confirmed = back('A')
  for (const tab of [confirmed, other]) expect(tab.quantities()).toEqual([1, 1])
  expect(stored().items).toMatchObject([{ id: id(1), quantity: 1 }, { id: id(3) }])
})

test('keeps unsaved changes of another tab', () => {
  const { open, back, stored } = paying()
  const other = open()
  other.add(testCartItem(3))
  expect(back('A').quantities()).toEqual([])
  expect(other.quantities()).toEqual([1])
  vi.advanceTimersByTime(1_000)
  expect(stored().items).toMatchObject([{ id: id(3) }])
})

test('keeps what another tab has saved without a storage event', () => {
  const { open, kept, stored } = paying()
  const page = open()
  expect(page.quantities()).toEqual([2, 1])
  kept.set('cart', JSON.stringify({ ...stored(), items: [...stored().items, testCartItem(3)] }))
  createPaidItemsRemover(page.storage, page).emptyOnce('A')
  expect(page.current().items).toEqual([testCartItem(3)])
})

test.each([{ full: true }, { blocked: true }])('works where the browser stores nothing (%j)', (trouble) => {
  const tab = createFakeBrowser(trouble).open()
  const paid = createPaidItemsRemover(tab.storage, tab)
  tab.add(testCartItem(1))
  paid.begin({ reference: 'A', items: tab.current().items })
  paid.emptyOnce('A')
  expect(tab.quantities()).toEqual([1])
})
