import { and, desc, eq, exists, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DownloadSort } from '#domain/downloads/admin-actions.ts'
import type { DownloadEvent, FailureReason } from '#domain/downloads/events.ts'
import type { DownloadState } from '#domain/downloads/state.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { orders } from '#server/commerce/orders-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import {
  createDownloadCountLookup,
  maxDownloadsOfRightSql,
  minDownloadsOfRightSql,
  type UsedFile,
} from '#server/downloads/usage.ts'
import { products } from '#server/products/table.ts'
import { outdatedArchives } from '#server/uploads/album.ts'

export type AdminDownload = {
  id: string
  orderId: string
  orderNumber: string
  orderStatus: OrderStatus
  productId: string
  product: string
  /** Complete downloads of the file that was downloaded least. */
  used: number
  files: UsedFile[]
  downloadsAllowed: number
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  lastEvent: { type: DownloadEvent; reason: FailureReason | null; at: Date } | null
}

export type DownloadFilter = {
  orderNumber?: string | undefined
  words?: string | undefined
  emailIndex?: Buffer | undefined
  orderIds?: readonly string[] | undefined
  state?: DownloadState | undefined
  /** Only rights whose last event is a failure. */
  failed?: boolean | undefined
}

/**
 * The same as `downloadState` in SQL, with one difference: a search for used-up rights finds every right with a used-up
 * file, even if other files have downloads left. `outdated` files, which buyers no longer get, do not count.
 */
function stateCondition(state: DownloadState, now: Date, outdated: readonly string[]): SQL | undefined {
  const notRevoked = isNull(digitalDownloads.revokedAt)
  const notExpired = gt(digitalDownloads.expiresAt, now)
  switch (state) {
    case 'withdrawn':
      return isNotNull(digitalDownloads.revokedAt)
    case 'expired':
      return and(notRevoked, lte(digitalDownloads.expiresAt, now))
    // `downloadsUsed` is the maximum over all files, so most rights need no subquery.
    case 'used-up':
      return and(
        notRevoked,
        notExpired,
        gte(digitalDownloads.downloadsUsed, digitalDownloads.downloadsAllowed),
        gte(maxDownloadsOfRightSql(outdated), digitalDownloads.downloadsAllowed),
      )
    case 'ready':
      return and(
        notRevoked,
        notExpired,
        or(
          lt(digitalDownloads.downloadsUsed, digitalDownloads.downloadsAllowed),
          lt(minDownloadsOfRightSql(outdated), digitalDownloads.downloadsAllowed),
        ),
      )
  }
}

const ofRight = sql`${downloadEvents.downloadId} = ${digitalDownloads.id}`
const lastOf = (column: SQL) =>
  sql`(select ${column} from ${downloadEvents} where ${ofRight} order by ${downloadEvents.createdAt} desc, ${downloadEvents.id} desc limit 1)`
const lastType = lastOf(sql`${downloadEvents.eventType}`)
const lastAt = lastOf(sql`${downloadEvents.createdAt}`)

const sortsWithout = (outdated: readonly string[]): Record<DownloadSort, SQL> => ({
  created: sql`${digitalDownloads.createdAt}`,
  expires: sql`${digitalDownloads.expiresAt}`,
  used: maxDownloadsOfRightSql(outdated),
  last: lastAt,
})

type Page = { page: number; size: number; sort: DownloadSort; direction: 'up' | 'down'; now: Date }

/** A page of download rights, each with its last event. */
export async function findDownloads(
  tx: SiteTx,
  search: DownloadFilter,
  { page, size, sort, direction, now }: Page,
): Promise<{ rights: AdminDownload[]; total: number }> {
  const { orderNumber, words, emailIndex, orderIds, state, failed } = search
  const outdated = await outdatedArchives(tx)
  const wanted = and(
    orderNumber ? eq(orders.orderNumber, orderNumber) : undefined,
    containsWords(words, products.name),
    emailIndex ? eq(orders.emailIndex, emailIndex) : undefined,
    orderIds ? inArray(digitalDownloads.orderId, [...orderIds]) : undefined,
    state && stateCondition(state, now, outdated),
    // A right whose last event is a failure has a failure: that condition uses an index.
    failed
      ? and(
          exists(
            tx
              .select({ one: sql`1` })
              .from(downloadEvents)
              .where(and(ofRight, eq(downloadEvents.eventType, 'failed'))),
          ),
          sql`${lastType} = 'failed'`,
        )
      : undefined,
  )
  const { id, orderId, productId, downloadsAllowed, createdAt, expiresAt, revokedAt } = digitalDownloads
  const { rows, total } = await pageOf(tx, {
    rows: tx
      .select({
        id,
        orderId,
        productId,
        downloadsAllowed,
        createdAt,
        expiresAt,
        revokedAt,
        used: minDownloadsOfRightSql(outdated),
        orderNumber: orders.orderNumber,
        orderStatus: orders.status,
        product: products.name,
      })
      .from(digitalDownloads)
      .innerJoin(orders, eq(orders.id, digitalDownloads.orderId))
      .innerJoin(products, eq(products.id, digitalDownloads.productId))
      .$dynamic(),
    from: sql`${digitalDownloads}
      inner join ${orders} on ${orders.id} = ${digitalDownloads.orderId}
      inner join ${products} on ${products.id} = ${digitalDownloads.productId}`,
    where: wanted,
    orderBy: [
      sql`${orderByDirection(direction, sortsWithout(outdated)[sort])} nulls last`,
      orderByDirection(direction, digitalDownloads.id),
    ],
    page,
    size,
  })
  const lastEventOf = await lastEvents(
    tx,
    rows.map((each) => each.id),
  )
  const filesOf = await createDownloadCountLookup(tx, rows)
  const rights = rows.map((each) => ({ ...each, files: filesOf(each), lastEvent: lastEventOf.get(each.id) ?? null }))
  return { rights, total }
}

async function lastEvents(tx: SiteTx, ids: readonly string[]) {
  if (!ids.length) return new Map<string, NonNullable<AdminDownload['lastEvent']>>()
  const { downloadId, eventType: type, reason, createdAt: at, id } = downloadEvents
  const found = await tx
    .selectDistinctOn([downloadId], { downloadId, type, reason, at })
    .from(downloadEvents)
    .where(inArray(downloadId, [...ids]))
    .orderBy(downloadId, desc(at), desc(id))
  return new Map(found.map(({ downloadId: of, ...event }) => [of, event]))
}
