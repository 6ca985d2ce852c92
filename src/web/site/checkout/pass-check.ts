import { checkoutCheckAction, humanCheckWaitMs } from '#domain/contact/human-check.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { solved } from '#web/site/contact/altcha.ts'
import { runTurnstile } from '#web/site/contact/turnstile.ts'

/** Shows the shop that a person is buying; most have nothing to do for it. The element is for a check that asks. */
export async function passCheck(api: ApiClient, element: HTMLElement): Promise<string> {
  const { humanCheck, challenge } = await answerOf(api.api.shop.checkout.check.$get())
  const signal = AbortSignal.timeout(humanCheckWaitMs)
  if (humanCheck.provider === 'altcha') return solved(challenge!, signal)
  return runTurnstile({ siteKey: humanCheck.siteKey, element, signal, action: checkoutCheckAction })
}
