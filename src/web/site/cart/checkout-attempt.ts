import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Key in session storage: the attempt that may still hold stock. */
const attemptKey = 'checkout-attempt'

/** Key in session storage: who is paying, for the buyer who comes back without having paid. */
const buyerKey = 'checkout-buyer'

type Buyer = { email: string; name: string }

/** The last attempt. Its request contains personal data and stays in memory. */
let lastAttempt: { key: string; request: string } | null = null
/** The buyer is on the way to the payment page. */
let isPaying = false

function storedKey(): string | null {
  try {
    return window.sessionStorage.getItem(attemptKey)
  } catch {
    return lastAttempt?.key ?? null
  }
}

function storeKey(key: string | null): void {
  try {
    if (key) window.sessionStorage.setItem(attemptKey, key)
    else window.sessionStorage.removeItem(attemptKey)
  } catch {}
}

/** Until the order is paid or the tab is closed; null forgets the buyer. */
export function storeBuyer(buyer: Buyer | null): void {
  try {
    if (buyer) window.sessionStorage.setItem(buyerKey, JSON.stringify(buyer))
    else window.sessionStorage.removeItem(buyerKey)
  } catch {}
}

export function loadStoredBuyer(): Buyer {
  try {
    const { email, name } = JSON.parse(window.sessionStorage.getItem(buyerKey) ?? '{}')
    return { email: typeof email === 'string' ? email : '', name: typeof name === 'string' ? name : '' }
  } catch {
    return { email: '', name: '' }
  }
}

/** The same request keeps its key, so that a second click or a retry after a network error pays once. */
export function startCheckoutAttempt(request: object): string {
  const text = JSON.stringify(request)
  if (lastAttempt?.request !== text) lastAttempt = { key: crypto.randomUUID(), request: text }
  storeKey(lastAttempt.key)
  isPaying = true
  return lastAttempt.key
}

/** The attempt has failed; `over`: the same request needs a new key. */
export function endCheckoutAttempt({ over }: { over: boolean }): void {
  isPaying = false
  if (!over) return
  lastAttempt = null
  storeKey(null)
}

/** Releases the stock of a buyer who has come back without paying. */
export async function cancelCheckoutAttempt(api: ApiClient): Promise<void> {
  const key = storedKey()
  if (!key || isPaying) return
  lastAttempt = null
  try {
    await unwrapResponse(api.api.shop.checkout.cancel.$post({ json: { key } }))
    storeKey(null)
  } catch {
    // The hold expires by itself after half an hour.
  }
}

/** The page comes back from the back/forward cache after a visit to the payment page. */
export const markReturnedFromPayment = () => {
  isPaying = false
}
