import { type FiledCustomer, type FiledOrder, ordersHead, ordersLines } from '#domain/orders/csv.ts'
import { record } from '#server/activity/actions.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { openCustomer } from '#server/orders/decrypt.ts'
import { type ListedOrder, nextOrders, type OrderMark, type OrderSearch } from '#server/orders/find.ts'

const batch = 500

type Parts = {
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  sealer: Pick<Sealer, 'open'>
}

/**
 * All orders that were asked for, piece by piece as they are read by whoever wants them: a batch is a transaction of its
 * own, and nothing is kept but where the last one ended.
 */
export function ordersFile({ inSite, sealer }: Parts, search: OrderSearch, isPersonal: boolean): ReadableStream {
  const encoder = new TextEncoder()
  let after: OrderMark | null = null
  return new ReadableStream(
    {
      start: (stream) => stream.enqueue(encoder.encode(ordersHead(isPersonal))),
      pull: async (stream) => {
        const from = after
        const { orders, last } = await inSite((tx) => nextOrders(tx, search, { after: from, size: batch }))
        if (orders.length)
          stream.enqueue(encoder.encode(ordersLines(orders.map((order) => filed(sealer, order, isPersonal)))))
        after = last
        if (orders.length < batch) stream.close()
      },
    },
    { highWaterMark: 1 },
  )
}

function filed(
  sealer: Parts['sealer'],
  { items, ...order }: ListedOrder,
  isPersonal: boolean,
): FiledOrder & { customer?: FiledCustomer } {
  const named = items.map(({ name, variant, quantity }) => ({ productName: name, variantName: variant, quantity }))
  if (!isPersonal) return { ...order, items: named }
  const opened = openCustomer(sealer, order)
  if ('unreadable' in opened)
    return { ...order, items: named, customer: opened.unreadable === 'erased' ? 'erased' : 'unreadable' }
  const { email, name, address } = opened.customer
  const lines = address ? [address.line1, address.line2, address.city, address.region, address.postcode] : []
  return { ...order, items: named, customer: { email, name, address: lines } }
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
