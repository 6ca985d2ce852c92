import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin, requireSessionUser } from '#api/accounts/auth-context.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, may, params } from '#api/guards.ts'
import { minChargeAmount } from '#domain/chargeable-currencies.ts'
import { paymentSessionMs } from '#domain/checkout/checkout.ts'
import { checkIds, checkStates, dnsRecordStates, dnsRecordTypes } from '#domain/going-live/check.ts'
import { isPublicHostName } from '#domain/going-live/domain.ts'
import { webhookUrlAt } from '#domain/going-live/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasShop, takesCards } from '#domain/sites/features.ts'
import { hostNamesOf } from '#domain/sites/host-name.ts'
import { emailOfUser } from '#server/accounts/users.ts'
import { createCheckRunner } from '#server/going-live/check-runner.ts'
import { goingLiveChecks } from '#server/going-live/checks.ts'
import { countSecondFactors, lastPaymentEventAt, mailState, sendTestMail } from '#server/going-live/queries.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'
import { mailStates } from '#server/mail/table.ts'
import { lastTestPayments, openTestPayment } from '#server/payments/test-payment.ts'

const isoDateTime = z.iso.datetime()
const text = z.string()

const ChecksAnswer = z.strictObject({ checks: z.array(z.strictObject({ id: z.enum(checkIds), title: text })) })
const CheckParams = z.object({ check: z.enum(checkIds) })
const Checked = z.strictObject({
  id: z.enum(checkIds),
  title: text,
  state: z.enum(checkStates),
  sentence: text,
  records: z.array(
    z.strictObject({
      type: z.enum(dnsRecordTypes),
      name: text,
      value: text.nullable(),
      state: z.enum(dnsRecordStates),
      note: text.nullable(),
    }),
  ),
  moments: z.array(z.strictObject({ label: text, at: isoDateTime })),
  checkedAt: isoDateTime,
})
export type GoingLiveCheckAnswer = z.output<typeof Checked>

const MailParams = z.object({ id: z.uuid() })
const SentMail = z.strictObject({ id: z.uuid() })
const MailState = z.strictObject({ state: z.enum(mailStates), failure: text.nullable() })

const OpenedPayment = z.strictObject({ url: z.string() })
/** Of one user: each opens a page at the payment service. */
const testPaymentRate = createMemoryRateLimit({ max: 5, seconds: 3_600 })

/** A payment of the smallest amount that the payment service charges. It is refunded when its event arrives. */
async function openPaymentPage(c: Context<ApiEnv>): Promise<string> {
  const { site, services, auth, now } = c.var
  const { userId } = requireSessionUser(c)
  if (!takesCards(site)) throw new Refusal('not-found')
  const wait = testPaymentRate(userId, now)
  if (wait) throw new Refusal('too-many', { facts: { retryAfterSeconds: wait } })
  const back = `${services.origin}/admin/going-live`
  const { url } = await openTestPayment(services.payments.provider, {
    websiteId: site.siteId,
    amount: minChargeAmount(site.currency),
    name: 'Test payment',
    currency: site.currency,
    email: await auth.inSite((tx) => emailOfUser(tx, userId)),
    locale: site.locale,
    expiresAt: new Date(+now + paymentSessionMs),
    successUrl: back,
    cancelUrl: back,
  })
  if (!url) throw new Refusal('payment-unavailable')
  return url
}

const { runCheck, lastState } = createCheckRunner()

/** The last check results of a site in this process. */
export const lastCheckStates = ({ siteId }: { siteId: string }) =>
  Object.fromEntries((['payments', 'mail', 'domain'] as const).map((id) => [id, lastState(id, subjectOf(siteId))]))

const subjectOf = (siteId: string, userId = '') => `${siteId} ${userId}`

async function runGoingLiveCheck(c: Context<ApiEnv>, check: z.output<typeof CheckParams>['check'], again: boolean) {
  const { site, services, auth, now, log } = c.var
  const { provider } = services.payments
  const hosts = hostNamesOf(site).filter(isPublicHostName)
  const { userId } = requireSessionUser(c)
  const deps = {
    settings: services.goingLive,
    hosts,
    hasShop: hasShop(site),
    provider,
    webhookUrls: [services.origin, ...hosts.map((host) => `https://${host}`)].map(webhookUrlAt),
    lastPaymentEventAt: () => c.var.inSite(lastPaymentEventAt),
    lastTestPayments: () => c.var.inSite(lastTestPayments),
    backups: services.running.backups,
    secondFactors: () => auth.inSite((tx) => countSecondFactors(tx, userId)),
    now,
  }
  const result = await runCheck(check, deps, {
    // The second factor of the one who looks is part of the answer.
    subject: subjectOf(site.siteId, check === 'second-factor' ? userId : ''),
    again,
    log: (error, id) => log.warn({ err: error, check: id }, 'a going-live check failed'),
  })
  return {
    ...result,
    records: result.records ?? [],
    moments: (result.moments ?? []).map(({ label, at }) => ({ label, at: at.toISOString() })),
    checkedAt: result.checkedAt.toISOString(),
  }
}

/** What is missing until the site can be found, is safe, sends mails and takes money. */
export const goingLiveRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get('/', may('settings:read'), answers('Lists the checks of going live, without running any.', ChecksAnswer), (c) =>
    c.json({ checks: goingLiveChecks.map(({ id, title }) => ({ id, title })) }),
  )
  .get(
    '/checks/:check',
    may('settings:read'),
    params(CheckParams),
    answers('Runs a check, or returns its result of the last minute.', Checked),
    async (c) => c.json(await runGoingLiveCheck(c, c.req.valid('param').check, false)),
  )
  .post('/checks/:check', may('system:edit'), params(CheckParams), answers('Runs a check again.', Checked), async (c) =>
    c.json(await runGoingLiveCheck(c, c.req.valid('param').check, true)),
  )
  .post(
    '/test-mail',
    may('system:edit'),
    answers('Sends a test mail to the signed-in user; returns its id.', SentMail),
    async (c) => c.json({ id: await sendTestMail(c.var.auth, requireSessionUser(c)) }),
  )
  .post(
    '/test-payment',
    may('system:edit'),
    answers('Opens a test payment of the smallest amount, which is refunded when it arrives.', OpenedPayment),
    async (c) => c.json({ url: await openPaymentPage(c) }),
  )
  .get(
    '/test-mail/:id',
    may('settings:read'),
    params(MailParams),
    answers('Returns the state of a test mail.', MailState),
    async (c) => {
      const { state, failure } = await c.var.inSite((tx) => mailState(tx, c.req.valid('param').id))
      return c.json({ state, failure })
    },
  )
