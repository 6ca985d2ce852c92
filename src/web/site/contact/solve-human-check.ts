import type { QueryClient } from '@tanstack/react-query'
import {
  checkoutCheckAction,
  contactCheckAction,
  type HumanCheckAction,
  type HumanCheckConfig,
  humanCheckTimeoutMs,
} from '#domain/contact/human-check.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { contactQuery } from '#web/site/contact/contact-query.ts'

type CheckOptions = {
  offer: HumanCheckConfig
  /** Fetches the Altcha challenge; not called for Turnstile. */
  challenge: () => Promise<object>
  /** Turnstile draws its widget in here when the visitor has to do something. */
  element: HTMLElement
  signal: AbortSignal
  action: HumanCheckAction
}

/** The token that proves to our server that the visitor passed the human check. */
async function solveHumanCheck({ offer, challenge, element, signal, action }: CheckOptions): Promise<string> {
  if (offer.provider === 'altcha') return solveAltcha(await challenge(), signal)
  return runTurnstile({ siteKey: offer.siteKey, element, signal, action })
}

type ContactCheckOptions = Pick<CheckOptions, 'offer' | 'element' | 'signal'>

/** For the contact form and the order look-up. */
export const solveContactCheck = (api: ApiClient, { offer, element, signal }: ContactCheckOptions): Promise<string> =>
  solveHumanCheck({
    offer,
    challenge: () => unwrapResponse(api.api.contact.challenge.$get(undefined, { init: { signal } })),
    element,
    signal,
    action: contactCheckAction,
  })

/** For the checkout, whose tokens no other form accepts. */
export async function solveCheckoutCheck(api: ApiClient, element: HTMLElement): Promise<string> {
  const { humanCheck, challenge } = await unwrapResponse(api.api.shop.checkout.check.$get())
  return solveHumanCheck({
    offer: humanCheck,
    challenge: async () => challenge!,
    element,
    signal: AbortSignal.timeout(humanCheckTimeoutMs),
    action: checkoutCheckAction,
  })
}

/** The same on a page that has no place for a widget: a small window over the page, only while it is needed. */
export async function solveCheckoutCheckInOverlay(api: ApiClient): Promise<string> {
  const element = document.createElement('div')
  element.className = 'fixed right-4 bottom-4 z-50'
  document.body.append(element)
  return solveCheckoutCheck(api, element).finally(() => element.remove())
}

type Deps = { api: ApiClient; queryClient: QueryClient; element: HTMLElement }

/**
 * For requests that need a human check only under load: sends the request without a token, and once more with one when
 * the server asks for it. The visitor waits a second or two.
 */
export async function sendWithCheckIfRequired<T>(
  { api, queryClient, element }: Deps,
  send: (proof: { humanCheck?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'human-check-pending') throw error
    const { humanCheck: offer } = await queryClient.fetchQuery(contactQuery(api))
    const solving = solveContactCheck(api, { offer, element, signal: AbortSignal.timeout(humanCheckTimeoutMs) })
    // When the check fails, the visitor reads the sentence of the refusal.
    const humanCheck = await solving.catch(() => Promise.reject(error))
    return send({ humanCheck })
  }
}

/** Solves the proof of work in a worker, so that the page stays responsive. */
async function solveAltcha(challenge: object, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./altcha-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) =>
        data ? resolve(data) : reject(new Error('unsolved'))
      worker.onerror = reject
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}

type Turnstile = {
  render: (element: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const turnstileScript = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

let loading: Promise<Turnstile> | undefined

/** Called when a visitor starts to fill in a form. Until then Cloudflare learns nothing of the visitor. */
function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = turnstileScript
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(new Error('no widget')))
    script.onerror = () => reject(new Error('no widget'))
    document.head.append(script)
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

type TurnstileRun = { siteKey: string; element: HTMLElement; signal: AbortSignal; action: HumanCheckAction }

async function runTurnstile({ siteKey, element, signal, action }: TurnstileRun): Promise<string> {
  // The script may never load; the signal limits the wait.
  const turnstile = await Promise.race([loadTurnstile(), aborted(signal)])
  let id: string | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      signal.throwIfAborted()
      id = turnstile.render(element, {
        sitekey: siteKey,
        action,
        size: 'compact',
        callback: resolve,
        'error-callback': () => reject(new Error('the check failed')),
        'expired-callback': () => reject(new Error('the check expired')),
        'timeout-callback': () => reject(new Error('the check took too long')),
      })
    })
  } finally {
    if (id) turnstile.remove(id)
  }
}
