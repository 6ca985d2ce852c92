import {
  addStartedPayment,
  parseStartedPayments,
  type StartedPayment,
  startedPaymentsKey,
} from '#domain/cart/started-payments.ts'
import type { BrowserStorage } from '#web/site/cart/cart-storage.ts'
import { type CartStore, cartStore } from '#web/site/cart/cart-store.ts'

/**
 * Removes paid items from the cart: once, and only in the browser that started the payment. A buyer who opens the order
 * again from a mail or the history may have filled the cart again, and another tab may have added items meanwhile.
 */
export function createPaidItemsRemover(storage: () => BrowserStorage, cart: Pick<CartStore, 'removePaid'>) {
  function all(): StartedPayment[] {
    try {
      return parseStartedPayments(storage().getItem(startedPaymentsKey))
    } catch {
      return []
    }
  }

  function keep(payments: StartedPayment[]): void {
    try {
      if (payments.length) storage().setItem(startedPaymentsKey, JSON.stringify(payments))
      else storage().removeItem(startedPaymentsKey)
    } catch {
      // Without storage the cart does not survive the way to the payment page either.
    }
  }

  return {
    begin: (payment: StartedPayment) => keep(addStartedPayment(all(), payment)),
    emptyOnce: (reference: string) => {
      const payments = all()
      const paid = payments.find((payment) => payment.reference === reference)
      if (!paid) return
      keep(payments.filter((payment) => payment !== paid))
      cart.removePaid(paid.items)
    },
  }
}

export const paidItemsRemover = createPaidItemsRemover(() => window.localStorage, cartStore)
