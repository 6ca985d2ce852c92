import { and, eq, inArray, max } from 'drizzle-orm'
import type { ReportedPaymentState } from '#domain/checkout/checkout.ts'
import { recordActivity } from '#server/activity/record.ts'
import { activityLogs } from '#server/activity/table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { PaymentProvider, PaymentSession, PaymentSessionRequest } from '#server/commerce/payment-provider.ts'
import { newId } from '#server/db/id.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/*
 * A test payment shows that money and events arrive. It is a payment session without a checkout and an order; what became
 * of it is in the activity log.
 */

/** No id of a checkout begins like this. */
const prefix = 'test-'

export const isTestPayment = ({ checkoutId }: Pick<PaymentSession, 'checkoutId'>): boolean =>
  checkoutId?.startsWith(prefix) ?? false

type TestPayment = Omit<PaymentSessionRequest, 'checkoutId' | 'reference' | 'lines'> & { amount: number; name: string }

/** Opens the payment page for it. */
export const openTestPayment = (
  { openSession }: Pick<PaymentProvider, 'openSession'>,
  { amount, name, ...request }: TestPayment,
): Promise<PaymentSession> =>
  openSession({
    ...request,
    checkoutId: `${prefix}${newId()}`,
    reference: 'TEST',
    lines: [{ name, unitAmount: amount, quantity: 1 }],
  })

/** Records that it has arrived, and gives the money back. */
export async function receiveTestPayment(
  tx: SiteTx,
  { refundJob }: Pick<CommerceDeps, 'refundJob'>,
  session: PaymentSession,
  fact: ReportedPaymentState,
  now: Date,
): Promise<'done' | 'not-ours'> {
  if (session.websiteId !== scopeOf(tx).websiteId) return 'not-ours'
  const { paymentIntent, amount } = session
  if (fact !== 'paid' || !paymentIntent) return 'done'
  const entry = { resourceType: 'payment', action: 'test_received', userId: null, resourceName: paymentIntent } as const
  await recordActivity(tx, entry, now)
  await enqueue(tx, refundJob, { testPayment: paymentIntent, amount })
  return 'done'
}

type Refund = { testPayment: string; amount: number }

/** Safe to call repeatedly: it asks first how much has gone back. */
export async function refundTestPayment(
  { provider, inCheckout }: Pick<CommerceDeps, 'provider' | 'inCheckout'>,
  { testPayment: paymentIntent, amount: paid }: Refund,
  now: Date,
): Promise<void> {
  const amount = paid - (await provider.refundedOf(paymentIntent))
  if (amount <= 0) return
  await provider.refund({ paymentIntent, amount, key: `${paymentIntent}-${Math.floor(+now / 60_000)}` })
  await failpoint('refunds.given')
  const entry = { resourceType: 'payment', action: 'test_refunded', userId: null, resourceName: paymentIntent } as const
  await inCheckout((tx) => recordActivity(tx, entry, now))
}

/** When the last one arrived, and when the last one was refunded. */
export async function lastTestPayments(tx: SiteTx): Promise<{ receivedAt: Date | null; refundedAt: Date | null }> {
  const { resourceType, action, createdAt } = activityLogs
  const rows = await tx
    .select({ action, at: max(createdAt) })
    .from(activityLogs)
    .where(and(eq(resourceType, 'payment'), inArray(action, ['test_received', 'test_refunded'])))
    .groupBy(action)
  const at = (name: string) => rows.find((row) => row.action === name)?.at ?? null
  return { receivedAt: at('test_received'), refundedAt: at('test_refunded') }
}
