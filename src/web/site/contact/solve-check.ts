import type { QueryClient } from '@tanstack/react-query'
import { humanCheckWaitMs } from '#domain/contact/human-check.ts'
import { Refused } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { solveAltcha } from '#web/site/contact/altcha.ts'
import { contactQuery } from '#web/site/contact/contact-query.ts'
import { runTurnstile } from '#web/site/contact/turnstile.ts'

type Parts = { api: ApiClient; queryClient: QueryClient; element: HTMLElement }

/**
 * For what asks for a human check only when too many have asked: `ask` is tried without one, and once more with it.
 * People wait a second or two; where somebody else checks them, that shows itself in `element`.
 */
export async function withCheckIfAsked<T>(
  { api, queryClient, element }: Parts,
  ask: (shown: { humanCheck?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await ask({})
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'human-check-pending') throw error
    const { humanCheck: offer } = await queryClient.fetchQuery(contactQuery(api))
    const signal = AbortSignal.timeout(humanCheckWaitMs)
    const solving = offer.provider === 'altcha' ? solveAltcha(api, signal) : runTurnstile({ ...offer, element, signal })
    // Unsolved, the sentence of the refusal is what there is to say.
    const humanCheck = await solving.catch(() => Promise.reject(error))
    return ask({ humanCheck })
  }
}
