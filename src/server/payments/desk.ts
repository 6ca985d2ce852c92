import { Refusal } from '#domain/refusal.ts'
import type { Site } from '#domain/sites/site.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { Busy, createLane } from '#server/images/lane.ts'
import type { Job } from '#server/jobs/job.ts'
import type { OrderMail } from '#server/payments/order-mails.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { SettleParts } from '#server/payments/settle.ts'

/** What a website needs to be paid, for as long as the process lives. */
export type PaymentDesk = SettleParts & {
  /** When hundreds want the last ten at once, they wait here and not for connections that others need too. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export type PaymentNeeds = {
  database: Database
  sealer: Sealer
  keys: DerivedKeys
  provider: PaymentProvider
  mailJob: Job<OrderMail>
}

export function openPaymentDesk({ database, sealer, keys, provider, mailJob }: PaymentNeeds) {
  const lane = createLane({ atOnce: 6, mostWaiting: 2_000 })
  return (site: Pick<Site, 'siteId' | 'shop'>): PaymentDesk => ({
    inTurn: (work) =>
      lane.run(work).catch((error) => {
        throw error instanceof Busy ? new Refusal('unavailable') : error
      }),
    sealer,
    blindIndex: keys.blindIndex,
    deriveKey: keys.deriveKey,
    provider,
    mailJob,
    downloads: site.shop.downloads,
    inCheckout: (work) =>
      inSite(database, { websiteId: site.siteId, role: 'checkout' }, work, { retry: true, longest: 15_000 }),
  })
}
