import { eq } from 'drizzle-orm'
import {
  availableDownloadActions,
  type DownloadAction,
  type loggedDownloadActions,
} from '#domain/downloads/admin-actions.ts'
import { downloadState } from '#domain/downloads/state.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayMs } from '#domain/time/local-time.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { type AdminDownload, findDownloads } from '#server/downloads/admin-queries.ts'
import { resetDownloadCounts } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'

type Right = typeof digitalDownloads.$inferSelect

/** The value of each action in the activity log. */
const loggedAs = {
  extend: 'extended',
  reset: 'counted_anew',
  withdraw: 'withdrawn',
  restore: 'restored',
} as const satisfies Partial<Record<DownloadAction, (typeof loggedDownloadActions)[number]>>

/** Locks the right until the transaction ends: a concurrent download is counted before or after it. */
async function lockedRight(tx: SiteTx, id: string): Promise<Right> {
  const [found] = await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, id)).for('update')
  if (!found) throw new Refusal('not-found')
  return found
}

/** One right in the shape of the admin list. */
export async function adminDownloadById(tx: SiteTx, id: string, now: Date): Promise<AdminDownload> {
  const [found] = await tx
    .select({ orderId: digitalDownloads.orderId })
    .from(digitalDownloads)
    .where(eq(digitalDownloads.id, id))
  if (!found) throw new Refusal('not-found')
  const whole = { page: 1, size: 1_000, sort: 'created', direction: 'up', now } as const
  const { rights } = await findDownloads(tx, { orderIds: [found.orderId] }, whole)
  return rights.find((each) => each.id === id)!
}

/** A right whose links may be mailed again. */
export async function requireResendableRight(tx: SiteTx, id: string, now: Date): Promise<AdminDownload> {
  const right = await adminDownloadById(tx, id, now)
  const state = downloadState(right, now)
  if (!availableDownloadActions(state).includes('resend'))
    throw new Refusal(state === 'withdrawn' ? 'right-withdrawn' : 'right-expired')
  return right
}

/**
 * Changes one right. An extension counts from now or from its end, whichever is later. A withdrawn right can be restored
 * unless its order is cancelled.
 */
export async function changeDownloadRight(
  tx: SiteTx,
  id: string,
  action: keyof typeof loggedAs,
  { days, userId, now }: EditContext & { days: number },
): Promise<void> {
  const { expiresAt } = await lockedRight(tx, id)
  const download = await adminDownloadById(tx, id, now)
  const state = downloadState(download, now)
  const set = (values: Partial<Right>) => tx.update(digitalDownloads).set(values).where(eq(digitalDownloads.id, id))
  if (!availableDownloadActions(state).includes(action)) {
    if (state === 'withdrawn') throw new Refusal('right-withdrawn')
    // A right that is not withdrawn needs no restoring.
    return
  }
  if (action === 'restore' && download.orderStatus === 'cancelled') throw new Refusal('download-of-cancelled')
  if (action === 'extend') await set({ expiresAt: new Date(Math.max(+now, +expiresAt) + days * dayMs) })
  if (action === 'reset') await resetDownloadCounts(tx, id)
  if (action === 'withdraw') await set({ revokedAt: now })
  if (action === 'restore') await set({ revokedAt: null })
  const resourceName = `${download.product}, ${download.orderNumber}`
  await recordActivity(
    tx,
    { resourceType: 'download', action: loggedAs[action], userId, resourceId: id, resourceName },
    now,
  )
}
