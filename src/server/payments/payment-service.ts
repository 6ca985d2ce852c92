import { Refusal } from '#domain/refusal.ts'
import type { Site } from '#domain/sites/site.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { Job } from '#server/jobs/job.ts'
import { Busy, createLane } from '#server/limits/lane.ts'
import type { OrderMail } from '#server/payments/order-mails.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Refund } from '#server/payments/refund.ts'
import type { SettleParts } from '#server/payments/settle.ts'

/** What a website needs to be paid, for as long as the process lives. */
export type PaymentService = SettleParts & {
  /** When hundreds want the last ten at once, they wait here and not for connections that others need too. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** For a browser that has hashed an address before it sent it. */
  blindIndexOfHash: DerivedKeys['blindIndexOfHash']
  /** Gives money back, also when the process dies meanwhile. */
  refundJob: Job<Refund>
}

export type PaymentNeeds = {
  database: Database
  sealer: Sealer
  keys: DerivedKeys
  provider: PaymentProvider
  mailJob: Job<OrderMail>
  refundJob: Job<Refund>
}

export function createPaymentService({ database, sealer, keys, provider, mailJob, refundJob }: PaymentNeeds) {
  const lane = createLane({ atOnce: 6, mostWaiting: 2_000 })
  return (site: Pick<Site, 'siteId' | 'shop'>): PaymentService => ({
    inTurn: (work) =>
      lane.run(work).catch((error) => {
        throw error instanceof Busy ? new Refusal('unavailable') : error
      }),
    sealer,
    blindIndex: keys.blindIndex,
    blindIndexOfHash: keys.blindIndexOfHash,
    deriveKey: keys.deriveKey,
    provider,
    mailJob,
    refundJob,
    downloads: site.shop.downloads,
    inCheckout: (work) =>
      inSite(database, { websiteId: site.siteId, role: 'checkout' }, work, { retry: true, longest: 15_000 }),
  })
}
