import { isLiveKey } from '#domain/settings/weak-secrets.ts'
import { bad, type Finding, looked, ok } from '#server/doctor/finding.ts'
import { apiVersion } from '#server/payments/stripe.ts'

const what = 'Payments'

/** Asks Stripe for one payment session, which the shop must be allowed to see. Nothing is changed there. */
export function stripeFindings(secretKey: string, at = 'https://api.stripe.com'): Promise<Finding[]> {
  return looked(what, 'Let this machine reach api.stripe.com by https.', async () => {
    const answer = await fetch(`${at}/v1/checkout/sessions?limit=1`, {
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion },
      signal: AbortSignal.timeout(15_000),
    })
    await answer.body?.cancel()
    if (answer.ok) return [ok(what, `Stripe knows the ${isLiveKey(secretKey) ? 'live' : 'test'} key`)]
    if (answer.status === 401)
      return [
        bad(
          what,
          'Stripe does not know the key',
          'Set STRIPE_SECRET_KEY to one of the account, in its dashboard under API keys.',
        ),
      ]
    if (answer.status === 403)
      return [
        bad(
          what,
          'Stripe does not let the key see payment sessions',
          'Give the restricted key rights to Checkout Sessions, PaymentIntents, Charges and Refunds.',
        ),
      ]
    throw new Error(`Stripe answered ${answer.status}`)
  })
}
