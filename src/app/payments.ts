import { like } from 'drizzle-orm'
import { type Config, isLive } from '#app/config.ts'
import type { Logger } from '#app/log.ts'
import { withSettings } from '#domain/sites/overrides.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { Job } from '#server/jobs/job.ts'
import { markTestOrders } from '#server/orders/test-orders.ts'
import { allOfThem } from '#server/payments/all-of-them.ts'
import { closedProvider } from '#server/payments/closed.ts'
import { type OrderMail, orderMailJob } from '#server/payments/order-mails.ts'
import { createPaymentService, type PaymentService } from '#server/payments/payment-service.ts'
import { expireCheckouts, reconcile, reconcileRefunds, sweepCheckouts } from '#server/payments/reconcile.ts'
import { type Refund, refundJobOf } from '#server/payments/refund.ts'
import { assertNoLiveKey, assertSandboxMayRun, openSandbox, type Sandbox } from '#server/payments/sandbox/sandbox.ts'
import { handleEvent } from '#server/payments/settle.ts'
import { stripeProvider } from '#server/payments/stripe.ts'
import { paymentsAt } from '#server/test-mode.ts'

const minute = 60_000
const hour = 60 * minute
/** Stripe tries for three days to bring a message. */
const lookBack = 96 * hour

type Needs = {
  config: Config
  /** All of it, to look for keys in the wrong place. */
  environment: Record<string, string | undefined>
  database: Database
  sites: SiteRegistry
  sealer: Sealer
  keys: DerivedKeys
  cache: SiteCache
  clock: () => Date
  log: Logger
  originOf: (site: Site) => string
}

export type Payments = {
  desk: (site: Pick<Site, 'siteId' | 'shop'>) => PaymentService
  mailJob: Job<OrderMail>
  refundJob: Job<Refund>
  sandbox: Sandbox | null
  /** Nothing can be ordered, because there is nobody to pay. */
  isClosed: boolean
  /** Looks after payments from time to time until the answer is called. */
  watch: () => () => void
  close: () => Promise<void>
}

/**
 * Stripe when its keys are there, otherwise the sandbox, and never both. Where a site is real the sandbox never runs:
 * anybody could pay with a test card. Without keys nothing can be ordered there.
 */
export async function openPayments(needs: Needs): Promise<Payments> {
  const { config, environment, database, sites, sealer, keys, cache, clock, log, originOf } = needs
  const siteOf = (websiteId: string) => sites.all.find(({ siteId }) => siteId === websiteId) ?? null
  const mailJob = orderMailJob({
    sealer,
    keys,
    clock,
    siteOf: (websiteId, settings) => {
      const site = siteOf(websiteId)
      return site && { ...withSettings(site, settings), origin: originOf(site) }
    },
  })
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = config
  const isReal = secretKey !== undefined && webhookSecrets !== undefined
  const isClosed = !isReal && isLive(config)
  if (!isReal && !isClosed) assertSandboxMayRun(environment, await hasTakenMoney(database, sites))
  if (config.STAGING) assertNoLiveKey(environment)
  if (isLive(config)) await markAll(database, sites, log)
  const secret = (purpose: string) => keys.deriveKey(purpose).toString('hex')
  const sandbox =
    isReal || isClosed
      ? null
      : openSandbox({
          folder: `${config.DATA_DIR}/sandbox`,
          secretKey: `sk_test_${secret('sandbox-key')}`,
          webhookSecret: `whsec_${secret('sandbox-webhook')}`,
          clock,
          // The demo's past payments lead nowhere any more.
          payPage: ({ id, successUrl }) => (successUrl ? `${new URL(successUrl).origin}/sandbox/pay/${id}` : ''),
          deliver: async ({ websiteId, body, signature }) => {
            const site = siteOf(websiteId)
            if (!site) return 404
            const desk = paymentServiceOf(site)
            const now = clock()
            await handleEvent(desk, desk.provider.readEvent(Buffer.from(body), signature, now), now)
            cache.forget(websiteId, 'products')
            return 200
          },
          report: (error, words) => log.error({ err: error }, words),
        })
  const provider = isReal
    ? stripeProvider({ secretKey, webhookSecrets, clock, at: paymentsAt() })
    : (sandbox?.provider ?? closedProvider())
  const paymentServiceFor = (websiteId: string) => {
    const site = siteOf(websiteId)
    return site && paymentServiceOf(site)
  }
  const refundJob = refundJobOf({ paymentServiceOf: paymentServiceFor, clock })
  const paymentServiceOf = createPaymentService({ database, sealer, keys, provider, mailJob, refundJob })

  const carefully = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'payments were not looked after')
    }
  }
  const forgetAll = () => {
    for (const { siteId } of sites.all) cache.forget(siteId, 'products')
  }
  /** Where one could not be settled, others were. */
  const forgettingAll = (error: unknown) => {
    forgetAll()
    throw error
  }
  const endWhatRanOut = () =>
    carefully(async () => {
      await sandbox?.tick()
      await allOfThem(sites.all, siteCalled, async (site) => {
        const ended = await expireCheckouts(paymentServiceOf(site), clock()).catch(forgettingAll)
        if (ended) cache.forget(site.siteId, 'products')
      })
    })
  const repair = (span: number) =>
    carefully(async () => {
      const now = clock()
      const [from, until] = [new Date(+now - span), new Date(+now - 2 * minute)]
      const repaired = await reconcile(provider, paymentServiceFor, { from, until, now }).catch(forgettingAll)
      if (!repaired) return
      log.warn({ repaired }, 'payments were known to the payment service and not to us')
      forgetAll()
    })
  const tidyUp = async () => {
    const now = clock()
    await carefully(() => allOfThem(sites.all, siteCalled, (site) => sweepCheckouts(paymentServiceOf(site), now)))
    const from = new Date(+now - lookBack)
    await carefully(() => reconcileRefunds(provider, sites.all.map(paymentServiceOf), { from, now }))
  }

  return {
    desk: paymentServiceOf,
    mailJob,
    refundJob,
    sandbox,
    isClosed,
    watch: () => {
      const timers = [
        setInterval(endWhatRanOut, minute),
        setInterval(() => repair(hour), 5 * minute),
        setInterval(() => repair(lookBack).then(tidyUp), hour),
        // What was missed while the process was away.
        setTimeout(() => endWhatRanOut().then(() => repair(lookBack)), 20_000),
      ]
      for (const timer of timers) timer.unref()
      return () => timers.forEach(clearTimeout)
    },
    close: async () => sandbox?.close(),
  }
}

async function markAll(database: Database, sites: SiteRegistry, log: Logger): Promise<void> {
  for (const { siteId: websiteId, domain } of sites.all) {
    const marked = await inSite(database, { websiteId, role: 'checkout' }, markTestOrders)
    if (marked) log.warn({ site: domain, orders: marked }, 'test orders were marked and are no revenue')
  }
}

const siteCalled = ({ domain }: Site) => domain

async function hasTakenMoney(database: Database, sites: SiteRegistry): Promise<boolean> {
  for (const { siteId: websiteId } of sites.all) {
    const live = await inSite(database, { websiteId, role: 'worker' }, (tx) =>
      tx.select({ id: checkouts.id }).from(checkouts).where(like(checkouts.sessionId, 'cs_live_%')).limit(1),
    )
    if (live.length) return true
  }
  return false
}
