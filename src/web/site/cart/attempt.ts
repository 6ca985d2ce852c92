import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Where this tab remembers for which attempt things may still be kept. */
const attemptKey = 'checkout-attempt'

/** The key of the last attempt, and what was asked for under it; what was asked for is in memory only. */
let last: { key: string; request: string } | null = null
/** On the way to the payment page. */
let isPaying = false

function remembered(): string | null {
  try {
    return window.sessionStorage.getItem(attemptKey)
  } catch {
    return last?.key ?? null
  }
}

function remember(key: string | null): void {
  try {
    if (key) window.sessionStorage.setItem(attemptKey, key)
    else window.sessionStorage.removeItem(attemptKey)
  } catch {}
}

/** The same request again is the same attempt: a second click, or a try after the network was away, pays once. */
export function beginAttempt(request: object): string {
  const asked = JSON.stringify(request)
  if (last?.request !== asked) last = { key: crypto.randomUUID(), request: asked }
  remember(last.key)
  isPaying = true
  return last.key
}

/** It came to nothing; `over` when not even the same request can go on with it. */
export function stopAttempt({ over }: { over: boolean }): void {
  isPaying = false
  if (!over) return
  last = null
  remember(null)
}

/** Somebody who is back from the payment page without having paid gets back what was kept for them. */
export async function releaseAttempt(api: ApiClient): Promise<void> {
  const key = remembered()
  if (!key || isPaying) return
  last = null
  try {
    await answerOf(api.api.shop.checkout.cancel.$post({ json: { key } }))
    remember(null)
  } catch {
    // It ends by itself after half an hour.
  }
}

/** The page was in the browser's history while somebody looked at the payment page. */
export const wasAway = () => {
  isPaying = false
}
