import { cartStore } from '#web/site/cart/cart-store.ts'

const place = 'paid-order'

/**
 * What is paid for is no longer in the cart. Once for an order: whoever looks at it again later, from a mail or from
 * the history, may have filled the cart anew.
 */
export function emptyCartOnce(orderNumber: string): void {
  try {
    if (window.localStorage.getItem(place) === orderNumber) return
    window.localStorage.setItem(place, orderNumber)
  } catch {
    // Where nothing is kept, no cart has outlived the way to the payment page either.
  }
  cartStore.clear()
}
