import { z } from 'zod'
import { buyerMailKinds } from '#domain/orders/events.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import type { Job } from '#server/jobs/job.ts'
import { createWorkQueue, QueueFullError } from '#server/limits/work-queue.ts'
import { readSettings } from '#server/sites/settings.ts'

/**
 * Payload of the job `order-mails`: a new order or a later mail about it, a payment that the owner must review, an event
 * about money without an order here, or a delayed payment that failed.
 */
export const OrderMailJobPayload = z.union([
  z.strictObject({ orderId: z.uuid(), mail: z.enum(buyerMailKinds).optional() }),
  z.strictObject({ reviewOf: z.uuid(), why: z.string() }),
  z.strictObject({ unknownEvent: z.string(), type: z.string() }),
  z.strictObject({ failedOf: z.uuid() }),
])
export type OrderMailJobPayload = z.infer<typeof OrderMailJobPayload>

/** Payload of the job `order-refunds`: a cancelled order, or a test payment, which is named by its payment intent. */
export const RefundJobPayload = z.union([
  z.strictObject({ orderId: z.uuid() }),
  z.strictObject({ testPayment: z.string(), amount: z.int().positive() }),
])
export type RefundJobPayload = z.infer<typeof RefundJobPayload>

/** What checkout, orders and payments of one website need. A function takes the part of it that it uses. */
export type CommerceDeps = {
  sealer: Pick<Sealer, 'seal' | 'open'>
  deriveKey: DerivedKeys['deriveKey']
  blindIndex: DerivedKeys['blindIndex']
  /** For an e-mail address that the browser has hashed before sending it. */
  blindIndexOfHash: DerivedKeys['blindIndexOfHash']
  /** For the words of a customer's name. */
  nameIndexes: DerivedKeys['nameIndexes']
  nameIndexOfHash: DerivedKeys['nameIndexOfHash']
  provider: PaymentProvider
  /** Mails the buyer and the owner. */
  mailJob: Job<OrderMailJobPayload>
  /** Refunds a cancelled order, even if the process dies before. */
  refundJob: Job<RefundJobPayload>
  /** How often and for how many days a buyer may download, as the owner has it now. */
  downloadLimits: (tx: SiteTx) => Promise<ShopRules['downloads']>
  /** One transaction in the role `checkout`. It may run again after a conflict. */
  inCheckout: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  /** Queues checkouts, so that a rush on the last pieces does not take the connections of other requests. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

type CreateCommerceDepsOptions = Pick<CommerceDeps, 'provider' | 'mailJob' | 'refundJob'> & {
  database: Database
  sealer: Sealer
  keys: DerivedKeys
}

export function createCommerceDeps(options: CreateCommerceDepsOptions) {
  const { database, sealer, keys, provider, mailJob, refundJob } = options
  const queue = createWorkQueue({ atOnce: 6, maxWaiting: 2_000 })
  return (site: Pick<Site, 'siteId' | 'shop'>): CommerceDeps => ({
    sealer,
    deriveKey: keys.deriveKey,
    blindIndex: keys.blindIndex,
    blindIndexOfHash: keys.blindIndexOfHash,
    nameIndexes: keys.nameIndexes,
    nameIndexOfHash: keys.nameIndexOfHash,
    provider,
    mailJob,
    refundJob,
    downloadLimits: async (tx) => (await readSettings(tx)).downloads ?? site.shop.downloads,
    inCheckout: (work) =>
      inSite(database, { websiteId: site.siteId, role: 'checkout' }, work, { retry: true, timeoutMs: 15_000 }),
    inTurn: (work) =>
      queue.run(work).catch((error) => {
        throw error instanceof QueueFullError ? new Refusal('unavailable') : error
      }),
  })
}
