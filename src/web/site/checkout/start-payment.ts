import { cartItemId } from '#domain/cart/cart.ts'
import type { PostalAddress } from '#domain/checkout/address.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { endCheckoutAttempt, startCheckoutAttempt } from '#web/site/cart/checkout-attempt.ts'
import { paidItemsRemover } from '#web/site/payment/paid-items-remover.ts'

export type PaymentOrder = {
  items: { productId: string; variantId: string | null; quantity: number; price: number }[]
  email: string
  name: string
  country: string
  address: PostalAddress | null
  shippingOption: string | null
  /** The total that the buyer has seen; the server refuses to charge another. */
  acceptedTotal: number
}

const isOver = (error: unknown) =>
  error instanceof ApiError && (error.reason === 'checkout-over' || error.reason === 'checkout-key-used')

const needsHumanCheck = (error: unknown) => error instanceof ApiError && error.reason === 'human-check-needed'

/** Returns the address of the payment page. Retries once with a new key, and once with a human check. */
export async function startPayment(
  api: ApiClient,
  order: PaymentOrder,
  passCheck: () => Promise<string>,
): Promise<string> {
  const send = (humanCheck?: string) =>
    unwrapResponse(
      api.api.shop.checkout.$post({
        json: { ...order, key: startCheckoutAttempt(order), ...(humanCheck && { humanCheck }) },
      }),
    )
  const sendWithCheck = async () => {
    // An order of nothing always needs one.
    if (order.acceptedTotal === 0) return send(await passCheck().catch(() => undefined))
    return send().catch(async (error) => {
      if (!needsHumanCheck(error)) throw error
      const token = await passCheck().catch(() => null)
      if (!token) throw error
      return send(token)
    })
  }
  try {
    const { redirectTo, reference } = await sendWithCheck().catch((error) => {
      if (!isOver(error)) throw error
      endCheckoutAttempt({ over: true })
      return sendWithCheck()
    })
    // If this fails the stock is held for a few minutes only, which is enough for most buyers.
    await unwrapResponse(api.api.shop.checkout.opened.$post({ json: { key: startCheckoutAttempt(order) } })).catch(
      () => {},
    )
    const items = order.items.map(({ quantity, ...line }) => ({ id: cartItemId(line), quantity }))
    paidItemsRemover.begin({ reference, items })
    return redirectTo
  } catch (error) {
    // A refusal holds no stock. Without an answer it is unknown, so a retry keeps the same key.
    endCheckoutAttempt({ over: error instanceof ApiError && error.status < 500 })
    throw plainFields(error)
  }
}

/** The form is flat: `address.city` is its field `city`. */
function plainFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, sentence]) => [name.replace(/^address\./, ''), sentence])
  const { status, message, reason, facts } = error
  return new ApiError(status, { error: message, reason, facts, fields: Object.fromEntries(fields) })
}
