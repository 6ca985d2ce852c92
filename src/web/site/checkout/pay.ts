import { itemId } from '#domain/cart/cart.ts'
import type { PostalAddress } from '#domain/checkout/address.ts'
import { answerOf, Refused } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { beginAttempt, stopAttempt } from '#web/site/cart/attempt.ts'
import { paidCart } from '#web/site/payment/paid-cart.ts'

export type Order = {
  items: { productId: string; variantId: string | null; quantity: number }[]
  email: string
  name: string
  country: string
  address: PostalAddress | null
  shippingOption: string | null
  /** What the buyer has seen; nothing else is charged. */
  acceptedTotal: number
}

const isOver = (error: unknown) =>
  error instanceof Refused && (error.reason === 'checkout-over' || error.reason === 'checkout-key-used')

/** Where to pay. An attempt that is over is begun anew, once. */
export async function startPayment(api: ApiClient, order: Order): Promise<string> {
  const ask = () => answerOf(api.api.shop.checkout.$post({ json: { ...order, key: beginAttempt(order) } }))
  try {
    const { redirectTo, reference } = await ask().catch((error) => {
      if (!isOver(error)) throw error
      stopAttempt({ over: true })
      return ask()
    })
    const items = order.items.map(({ quantity, ...line }) => ({ id: itemId(line), quantity }))
    paidCart.begin({ reference, items })
    return redirectTo
  } catch (error) {
    // A refusal has kept nothing; whether no answer has, nobody knows, so the same try goes on with it.
    stopAttempt({ over: error instanceof Refused && error.status < 500 })
    throw plainFields(error)
  }
}

/** The form has no fields in fields: `address.city` is its `city`. */
function plainFields(error: unknown): unknown {
  if (!(error instanceof Refused)) return error
  const fields = Object.entries(error.fields).map(([name, sentence]) => [name.replace(/^address\./, ''), sentence])
  const { status, message, reason, facts } = error
  return new Refused(status, { error: message, reason, facts, fields: Object.fromEntries(fields) })
}
