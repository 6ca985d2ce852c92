import { parsePlaySession, playSessionDay, playSessionKey } from '#domain/previews/plays.ts'
import { consentKey, hasConsentFor, parseConsent } from '#domain/privacy/consent.ts'
import { parsePreviewPath } from '#domain/site-editor/preview.ts'

const today = () => playSessionDay(new Date())

/** The id of this browser for today; null without functional consent. */
export function getPlaySessionId({ begin = true } = {}): string | null {
  try {
    if (!hasConsentFor(parseConsent(localStorage.getItem(consentKey)), 'functional')) return null
    const known = parsePlaySession(localStorage.getItem(playSessionKey), today())
    if (known || !begin) return known
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const session = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(playSessionKey, `${today()} ${session}`)
    return session
  } catch {
    return null
  }
}

/** Works while the page closes. */
export function sendPlayReport(path: 'plays' | 'conversions', report: object): void {
  if (parsePreviewPath(window.location.pathname)) return
  navigator.sendBeacon?.(`/api/previews/${path}`, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}

/** Reports a purchase, which may follow a play. */
export function reportPurchase(paymentSession: string | undefined): void {
  const session = getPlaySessionId({ begin: false })
  if (session && paymentSession) sendPlayReport('conversions', { session, paymentSession })
}
