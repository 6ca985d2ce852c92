import { type Begun, begunKey, begunWith, readBegun } from '#domain/cart/begun.ts'
import { type CartStore, cartStore, type Shelf } from '#web/site/cart/cart-store.ts'

/**
 * What is paid for leaves the cart: once, and only in the browser that began to pay. Whoever looks at an order again, from
 * a mail or from the history, may have filled the cart anew, and another tab may have put more into it meanwhile.
 */
export function createPaidCart(shelf: () => Shelf, cart: Pick<CartStore, 'removePaid'>) {
  function all(): Begun[] {
    try {
      return readBegun(shelf().getItem(begunKey))
    } catch {
      return []
    }
  }

  function keep(payments: Begun[]): void {
    try {
      if (payments.length) shelf().setItem(begunKey, JSON.stringify(payments))
      else shelf().removeItem(begunKey)
    } catch {
      // Where nothing is kept, no cart outlives the way to the payment page either.
    }
  }

  return {
    begin: (payment: Begun) => keep(begunWith(all(), payment)),
    emptyOnce: (reference: string) => {
      const payments = all()
      const paid = payments.find((payment) => payment.reference === reference)
      if (!paid) return
      keep(payments.filter((payment) => payment !== paid))
      cart.removePaid(paid.items)
    },
  }
}

export const paidCart = createPaidCart(() => window.localStorage, cartStore)
