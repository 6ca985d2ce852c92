import { expect, test } from 'vitest'
import { activityLogs } from '#server/activity/table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { handlePaymentEvent } from '#server/payments/handle-event.ts'
import { reconcilePaymentSessions } from '#server/payments/reconcile.ts'
import { isTestPayment, lastTestPayments, openTestPayment, refundTestPayment } from '#server/payments/test-payment.ts'
import { defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'
import { mailJobsOf, noon, openTestShop } from '#tests/fixtures/payments.ts'

const database = await openTestDatabase(defaultEngine)
const { sandbox, payments, siteOf, newShop, deliveredEvents } = await openTestShop(database)
const { provider } = sandbox

async function paidTestPayment() {
  const { site } = await newShop()
  const commerce = payments(siteOf(site.websiteId))
  const page = 'http://localhost/admin/going-live'
  const session = await openTestPayment(provider, {
    websiteId: site.websiteId,
    amount: 30,
    name: 'Test payment',
    currency: 'GBP',
    email: 'owner@site.example',
    locale: 'en-GB',
    expiresAt: new Date(+noon + 31 * 60_000),
    successUrl: page,
    cancelUrl: page,
  })
  await sandbox.pay(session.id, 'succeeds')
  const deliver = async (atLeast: number) => {
    const all = await deliveredEvents(site, atLeast)
    const outcomes: string[] = []
    for (const { body, signature } of all)
      outcomes.push(await handlePaymentEvent(commerce, provider.readEvent(Buffer.from(body), signature, noon), noon))
    return outcomes
  }
  const paymentIntent = (await provider.session(session.id))!.paymentIntent!
  return { site, commerce, session, deliver, paymentIntent }
}

const stateOf = (site: TestSite) => site.as('administrator', lastTestPayments)
const linesOf = async (site: TestSite) =>
  (await site.as('administrator', (tx) => tx.select().from(activityLogs))).map(({ action }) => action)

test('a test payment is recorded when its event arrives and refunded, without an order or a mail', async () => {
  const { site, commerce, session, deliver, paymentIntent } = await paidTestPayment()
  expect(isTestPayment(session)).toBe(true)
  expect(await stateOf(site)).toEqual({ receivedAt: null, refundedAt: null })
  expect(await deliver(1)).toContain('done')
  expect(await stateOf(site)).toEqual({ receivedAt: noon, refundedAt: null })

  await refundTestPayment(commerce, { testPayment: paymentIntent, amount: 30 }, noon)
  expect(await provider.refundedOf(paymentIntent)).toBe(30)
  await refundTestPayment(commerce, { testPayment: paymentIntent, amount: 30 }, noon)
  expect(await stateOf(site)).toEqual({ receivedAt: noon, refundedAt: noon })

  // The event of the refund, and those before a second time.
  const outcomes = await deliver(2)
  expect(outcomes).not.toContain('no-order')
  expect((await linesOf(site)).filter((action) => action.startsWith('test_')).sort()).toEqual([
    'test_received',
    'test_refunded',
  ])
  expect(await site.as('administrator', (tx) => tx.select().from(orders))).toEqual([])
  expect(await mailJobsOf(database, site)).toEqual([])
})

test('another website is not told of a test payment, and none is repaired without its event', async () => {
  const { site, session } = await paidTestPayment()
  const { site: other } = await newShop()
  const [delivered] = await deliveredEvents(site)
  const event = provider.readEvent(Buffer.from(delivered!.body), delivered!.signature, noon)
  expect(await handlePaymentEvent(payments(siteOf(other.websiteId)), event, noon)).toBe('not-ours')
  const [from, until] = [new Date(+noon - 3_600_000), new Date(+noon + 3_600_000)]
  const commerceOf = (websiteId: string) => payments(siteOf(websiteId))
  await reconcilePaymentSessions(provider, commerceOf, { from, until, now: noon })
  expect((await provider.session(session.id))!.isPaid).toBe(true)
  expect([await stateOf(site), await stateOf(other)]).toEqual([
    { receivedAt: null, refundedAt: null },
    { receivedAt: null, refundedAt: null },
  ])
})
