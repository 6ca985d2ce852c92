import { z } from 'zod'
import { humanCheckLifetimeMs } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import type { HumanCheck } from '#server/contact/human-check.ts'

export type TurnstileOptions = {
  siteKey: string
  secret: string
  /** Set by tests only. */
  endpoint?: string
  timeoutMs?: number
}

const SiteverifyResponse = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  challenge_ts: z.iso.datetime({ offset: true }).optional(),
})

const siteverifyUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/** Cloudflare's check. When Cloudflare does not answer, no visitor passes. */
export function createTurnstileCheck({
  siteKey,
  secret,
  endpoint = siteverifyUrl,
  timeoutMs = 5_000,
}: TurnstileOptions): HumanCheck {
  async function verifyToken(token: string, address: string) {
    const body = new URLSearchParams({ secret, response: token, remoteip: address })
    const answer = await fetch(endpoint, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
    if (answer.status >= 500) throw new Error(`Turnstile answered ${answer.status}`)
    return SiteverifyResponse.parse(await answer.json())
  }
  return {
    offer: { provider: 'turnstile', siteKey },
    challenge: null,
    verify: async (token, { hosts, address, action, now }) => {
      const verdict = await verifyToken(token, address).catch(() => {
        throw new Refusal('unavailable')
      })
      const passedAt = Date.parse(verdict.challenge_ts ?? '')
      const isOurs = verdict.success && verdict.action === action && hosts.includes(verdict.hostname ?? '')
      if (!isOurs || !(+now - passedAt < humanCheckLifetimeMs)) throw new Refusal('human-check-failed')
      return { once: token, expiresAt: new Date(passedAt + humanCheckLifetimeMs) }
    },
  }
}
