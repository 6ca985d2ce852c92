import { type FiledCustomer, ordersHead, ordersLines } from '#domain/orders/csv.ts'
import { record } from '#server/activity/actions.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { noteDecrypted, openCustomer } from '#server/orders/decrypt.ts'
import { type ListedOrder, nextOrders, type OrderMark, type OrderSearch } from '#server/orders/find.ts'

const batch = 500

type Parts = {
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  sealer: Pick<Sealer, 'open'>
}

/**
 * All orders that were asked for, piece by piece as they are read by whoever wants them: a batch is a transaction of its
 * own, and nothing is kept but where the last one ended. Whoever has the buyers in it is noted with each batch.
 */
export function ordersFile(
  { inSite, sealer }: Parts,
  search: OrderSearch,
  shownTo: EditContext | null,
): ReadableStream {
  const encoder = new TextEncoder()
  let after: OrderMark | null = null
  return new ReadableStream(
    {
      start: (stream) => stream.enqueue(encoder.encode(ordersHead(shownTo !== null))),
      pull: async (stream) => {
        const from = after
        const { orders, last } = await inSite(async (tx) => {
          const found = await nextOrders(tx, search, { after: from, size: batch })
          if (shownTo) await noteDecrypted(tx, found.orders, shownTo)
          return found
        })
        const lines = orders.map((order) => (shownTo ? { ...order, customer: buyerOf(sealer, order) } : order))
        if (lines.length) stream.enqueue(encoder.encode(ordersLines(lines)))
        after = last
        if (orders.length < batch) stream.close()
      },
    },
    { highWaterMark: 1 },
  )
}

function buyerOf(sealer: Parts['sealer'], order: ListedOrder): FiledCustomer {
  const opened = openCustomer(sealer, order)
  if ('unreadable' in opened) return opened.unreadable === 'erased' ? 'erased' : 'unreadable'
  const { email, name, address } = opened.customer
  const lines = address ? [address.line1, address.line2, address.city, address.region, address.postcode] : []
  return { email, name, address: lines }
}

type Told = { isPersonal: boolean; filters: Record<string, string>; userId: string; now: Date }

/** Before the first line leaves the house: who takes which orders with them, and whether the buyers are among it. */
export const noteExport = (tx: SiteTx, { isPersonal, filters, userId, now }: Told): Promise<void> =>
  record(
    tx,
    {
      ...{ resourceType: 'order', userId },
      action: isPersonal ? 'exported_with_customers' : 'exported',
      details: { filters },
    },
    now,
  )
