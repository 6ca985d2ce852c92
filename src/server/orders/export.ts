import { type ExportedCustomer, ordersCsvHeader, ordersCsvRows } from '#domain/orders/csv.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { decryptCustomer, logDecryption } from '#server/orders/decrypt.ts'
import { type ListedOrder, type OrderCursor, type OrderSearch, ordersAfter } from '#server/orders/search.ts'

const batchSize = 500

type Deps = {
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  sealer: Pick<Sealer, 'open'>
}

/**
 * Streams the matching orders as CSV, as fast as the client reads. Each batch is its own transaction and only the cursor
 * is kept in memory. With buyers, each batch writes its log entry.
 */
export function exportOrders(
  { inSite, sealer }: Deps,
  search: OrderSearch,
  shownTo: EditContext | null,
): ReadableStream {
  const encoder = new TextEncoder()
  let after: OrderCursor | null = null
  return new ReadableStream(
    {
      start: (stream) => stream.enqueue(encoder.encode(ordersCsvHeader(shownTo !== null))),
      pull: async (stream) => {
        const from = after
        const { orders, last } = await inSite(async (tx) => {
          const found = await ordersAfter(tx, search, { after: from, size: batchSize })
          if (shownTo) await logDecryption(tx, found.orders, shownTo)
          return found
        })
        const lines = orders.map((order) => (shownTo ? { ...order, customer: buyerOf(sealer, order) } : order))
        if (lines.length) stream.enqueue(encoder.encode(ordersCsvRows(lines)))
        after = last
        if (orders.length < batchSize) stream.close()
      },
    },
    { highWaterMark: 1 },
  )
}

function buyerOf(sealer: Deps['sealer'], order: ListedOrder): ExportedCustomer {
  const opened = decryptCustomer(sealer, order)
  if ('unreadable' in opened) return opened.unreadable === 'erased' ? 'erased' : 'unreadable'
  const { email, name, address } = opened.customer
  const lines = address ? [address.line1, address.line2, address.city, address.region, address.postcode] : []
  return { email, name, address: lines }
}

type LogExportOptions = { isPersonal: boolean; filters: Record<string, string>; userId: string; now: Date }

/** Called before the first line is sent: who exports which orders, and whether with buyers. */
export const logOrderExport = (tx: SiteTx, { isPersonal, filters, userId, now }: LogExportOptions): Promise<void> =>
  recordActivity(
    tx,
    {
      resourceType: 'order',
      userId,
      action: isPersonal ? 'exported_with_customers' : 'exported',
      details: { filters },
    },
    now,
  )
