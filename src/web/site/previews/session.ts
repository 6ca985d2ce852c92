import { playSessionKey, readPlaySession, sessionDay } from '#domain/previews/plays.ts'
import { allows, consentKey, readConsent } from '#domain/privacy/consent.ts'
import { previewAt } from '#domain/site-editor/preview.ts'

const today = () => sessionDay(new Date())

/** The id of this browser for today; null without functional consent. */
export function playSession({ begin = true } = {}): string | null {
  try {
    if (!allows(readConsent(localStorage.getItem(consentKey)), 'functional')) return null
    const known = readPlaySession(localStorage.getItem(playSessionKey), today())
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
export function sendReport(path: 'plays' | 'conversions', report: object): void {
  if (previewAt(window.location.pathname)) return
  navigator.sendBeacon?.(`/api/previews/${path}`, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}

/** Reports a purchase, which may follow a play. */
export function reportPurchase(paymentSession: string | undefined): void {
  const session = playSession({ begin: false })
  if (session && paymentSession) sendReport('conversions', { session, paymentSession })
}
