import { like, type SQL, sql } from 'drizzle-orm'
import { type Config, isLive } from '#app/config.ts'
import type { Logger } from '#app/log.ts'
import { webhookUrlAt } from '#domain/going-live/payments.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import {
  type CommerceDeps,
  createCommerceDeps,
  type OrderMailJobPayload,
  type RefundJobPayload,
} from '#server/commerce/deps.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { sitesWith } from '#server/db/each-site.ts'
import { inSite } from '#server/db/in-site.ts'
import type { Images } from '#server/images/images.ts'
import type { Job } from '#server/jobs/job.ts'
import { markTestOrders, testOrdersSql } from '#server/orders/commands.ts'
import { orderMailJob } from '#server/orders/mail-job.ts'
import { createClosedPaymentProvider } from '#server/payments/closed-provider.ts'
import { forEachCollectingErrors } from '#server/payments/collect-errors.ts'
import { handlePaymentEvent } from '#server/payments/handle-event.ts'
import {
  dueCheckoutsSql,
  expireCheckouts,
  oldCheckoutsSql,
  ordersPaidBySql,
  reconcilePaymentSessions,
  reconcileRefunds,
  refundedSince,
  sweepCheckouts,
} from '#server/payments/reconcile.ts'
import { createRefundJob } from '#server/payments/refund.ts'
import { assertNoLiveKey, assertSandboxMayRun, openSandbox, type Sandbox } from '#server/payments/sandbox/sandbox.ts'
import { createStripeProvider } from '#server/payments/stripe.ts'
import { readCurrentSite } from '#server/site-editor/current-site.ts'
import { testPaymentServer } from '#server/test-mode.ts'

const minute = 60_000
const hour = 60 * minute
/** Stripe retries a webhook for three days. */
const reconcileWindowMs = 96 * hour

type OpenPaymentsOptions = {
  config: Config
  /** The whole environment, to find keys under a wrong name. */
  environment: Record<string, string | undefined>
  database: Database
  sites: Pick<SiteRegistry, 'all' | 'websiteIds' | 'siteOf'>
  sealer: Sealer
  keys: DerivedKeys
  cache: SiteCache
  clock: () => Date
  log: Logger
  originOf: (site: Site) => string
  images: Pick<Images, 'pictureAt'>
}

export type Payments = {
  commerceFor: (site: Pick<Site, 'siteId' | 'shop'>) => CommerceDeps
  mailJob: Job<OrderMailJobPayload>
  refundJob: Job<RefundJobPayload>
  sandbox: Sandbox | null
  /** No orders are taken, because there are no payment keys. */
  isClosed: boolean
  /** Starts the periodic payment jobs; the returned function stops them. */
  watch: () => () => void
  close: () => Promise<void>
}

/**
 * Stripe when its keys are set, otherwise the sandbox, never both. On a live site the sandbox never runs, because anyone
 * could pay with a test card; without keys such a site takes no orders.
 */
export async function openPayments(options: OpenPaymentsOptions): Promise<Payments> {
  const { config, environment, database, sites, sealer, keys, clock, log, originOf, images } = options
  const mailJob = orderMailJob({
    sealer,
    keys,
    clock,
    pictureAt: images.pictureAt,
    siteOf: async (tx, websiteId) => {
      const starter = sites.siteOf(websiteId)
      if (!starter) return null
      const { site } = await readCurrentSite(tx, starter)
      return { ...site, origin: originOf(starter) }
    },
  })
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = config
  const isReal = secretKey !== undefined && webhookSecrets !== undefined
  const isClosed = !isReal && isLive(config)
  if (!isReal && !isClosed) assertSandboxMayRun(environment, await hasTakenMoney(database, sites))
  if (config.STAGING) assertNoLiveKey(environment)
  if (isLive(config)) await markAllTestOrders(database, sites, log)
  const commerceOf = (websiteId: string) => {
    const site = sites.siteOf(websiteId)
    return site && commerceFor(site)
  }
  const sandbox = isReal || isClosed ? null : openSiteSandbox(options, commerceOf)
  const provider = isReal
    ? createStripeProvider({ secretKey, webhookSecrets, clock, at: testPaymentServer() })
    : (sandbox?.provider ?? createClosedPaymentProvider())
  const refundJob = createRefundJob({ commerceOf, clock })
  const commerceFor = createCommerceDeps({ database, sealer, keys, provider, mailJob, refundJob })
  const maintenance = createMaintenance({ ...options, provider, commerceFor, commerceOf, sandbox })

  return {
    commerceFor,
    mailJob,
    refundJob,
    sandbox,
    isClosed,
    watch: () => startMaintenance(maintenance),
    close: async () => sandbox?.close(),
  }
}

type CommerceOf = (websiteId: string) => CommerceDeps | null
type SandboxDeps = Pick<OpenPaymentsOptions, 'config' | 'keys' | 'cache' | 'clock' | 'log' | 'sites' | 'originOf'>

/** The sandbox with keys derived for it, and its webhooks delivered within the process. */
function openSiteSandbox(deps: SandboxDeps, commerceOf: CommerceOf): Sandbox {
  const { config, keys, cache, clock, log, sites, originOf } = deps
  const secret = (purpose: string) => keys.deriveKey(purpose).toString('hex')
  return openSandbox({
    folder: `${config.DATA_DIR}/sandbox`,
    secretKey: `sk_test_${secret('sandbox-key')}`,
    webhookSecret: `whsec_${secret('sandbox-webhook')}`,
    clock,
    // Past payments of the demo have no payment page.
    payPage: ({ id, successUrl }) => (successUrl ? `${new URL(successUrl).origin}/sandbox/pay/${id}` : ''),
    webhookUrls: () => sites.all.map((site) => webhookUrlAt(originOf(site))),
    deliver: async ({ websiteId, body, signature }) => {
      const commerce = commerceOf(websiteId)
      if (!commerce) return 404
      const now = clock()
      await handlePaymentEvent(commerce, commerce.provider.readEvent(Buffer.from(body), signature, now), now)
      cache.invalidate(websiteId, 'products')
      return 200
    },
    report: (error, words) => log.error({ err: error }, words),
  })
}

type MaintenanceDeps = Pick<OpenPaymentsOptions, 'database' | 'sites' | 'cache' | 'clock' | 'log'> &
  Pick<Payments, 'commerceFor' | 'sandbox'> & { provider: PaymentProvider; commerceOf: CommerceOf }
type Maintenance = ReturnType<typeof createMaintenance>

/**
 * The periodic payment jobs, which run only on websites with something to do. Errors are logged, and the next run tries
 * again.
 */
function createMaintenance({
  database,
  sites,
  provider,
  commerceFor,
  commerceOf,
  sandbox,
  cache,
  clock,
  log,
}: MaintenanceDeps) {
  const logErrors = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'payment maintenance failed')
    }
  }
  const sitesThatHave = async (statement: SQL): Promise<Site[]> => {
    const having = await sitesWith(database, { websiteIds: sites.websiteIds, role: 'checkout' }, statement)
    return sites.all.filter(({ siteId }) => having.has(siteId))
  }
  const invalidateProducts = (websiteId: string) => cache.invalidate(websiteId, 'products')
  return {
    expireOverdue: () =>
      logErrors(async () => {
        await sandbox?.tick()
        await forEachCollectingErrors(await sitesThatHave(dueCheckoutsSql(clock())), siteLabel, (site) =>
          // Also after a failure: other checkouts may have expired before it.
          expireCheckouts(commerceFor(site), clock()).finally(() => invalidateProducts(site.siteId)),
        )
      }),
    repair: (span: number) =>
      logErrors(async () => {
        const now = clock()
        const [from, until] = [new Date(+now - span), new Date(+now - 2 * minute)]
        const repaired = await reconcilePaymentSessions(provider, commerceOf, {
          from,
          until,
          now,
          onRepair: invalidateProducts,
        })
        if (repaired) log.warn({ repaired }, 'repaired payments whose webhooks did not arrive')
      }),
    tidyUp: async () => {
      const now = clock()
      await logErrors(async () =>
        forEachCollectingErrors(await sitesThatHave(oldCheckoutsSql(now)), siteLabel, (site) =>
          sweepCheckouts(commerceFor(site), now),
        ),
      )
      const from = new Date(+now - reconcileWindowMs)
      await logErrors(async () => {
        const refunded = await refundedSince(provider, from)
        if (!refunded.length) return
        const concerned = await sitesThatHave(ordersPaidBySql(refunded))
        await reconcileRefunds(provider, concerned.map(commerceFor), { refunded, now })
      })
    },
  }
}

function startMaintenance({ expireOverdue, repair, tidyUp }: Maintenance): () => void {
  const timers = [
    setInterval(expireOverdue, minute),
    setInterval(() => repair(hour), 5 * minute),
    setInterval(() => repair(reconcileWindowMs).then(tidyUp), hour),
    // Catches up on what happened while the process was down.
    setTimeout(() => expireOverdue().then(() => repair(reconcileWindowMs)), 20_000),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearTimeout)
}

async function markAllTestOrders(database: Database, sites: OpenPaymentsOptions['sites'], log: Logger): Promise<void> {
  const { websiteIds } = sites
  for (const websiteId of await sitesWith(database, { websiteIds, role: 'checkout' }, testOrdersSql)) {
    const marked = await inSite(database, { websiteId, role: 'checkout' }, markTestOrders)
    const site = sites.siteOf(websiteId)?.domain
    if (marked) log.warn({ site, orders: marked }, 'marked test orders: they are not counted as revenue')
  }
}

const siteLabel = ({ domain }: Site) => domain

async function hasTakenMoney(database: Database, sites: OpenPaymentsOptions['sites']): Promise<boolean> {
  const { websiteIds } = sites
  const isLive = like(checkouts.sessionId, 'cs_live_%')
  const live = sql`select '' from ${checkouts} where ${isLive} limit 1`
  return (await sitesWith(database, { websiteIds, role: 'worker' }, live)).size > 0
}
