import { eq } from 'drizzle-orm'
import { type DownloadDeed, deedsFor, type rightDeeds } from '#domain/downloads/desk.ts'
import { downloadState } from '#domain/downloads/state.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayMs } from '#domain/time/lengths.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { type DeskRight, findDownloads } from '#server/downloads/desk.ts'
import { resetRight } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'

type Right = typeof digitalDownloads.$inferSelect

/** What was done, in a word of the log. */
const noted = {
  extend: 'extended',
  reset: 'counted_anew',
  withdraw: 'withdrawn',
  restore: 'restored',
} as const satisfies Partial<Record<DownloadDeed, (typeof rightDeeds)[number]>>

/** Held until the end of the transaction: a download that comes whole meanwhile is counted before or after. */
async function lockedRight(tx: SiteTx, id: string): Promise<Right> {
  const [found] = await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, id)).for('update')
  if (!found) throw new Refusal('not-found')
  return found
}

/** One right, as the desk shows it. */
export async function deskRight(tx: SiteTx, id: string, now: Date): Promise<DeskRight> {
  const [found] = await tx
    .select({ orderId: digitalDownloads.orderId })
    .from(digitalDownloads)
    .where(eq(digitalDownloads.id, id))
  if (!found) throw new Refusal('not-found')
  const whole = { page: 1, size: 1_000, sort: 'created', direction: 'up', now } as const
  const { rights } = await findDownloads(tx, { orderIds: [found.orderId] }, whole)
  return rights.find((each) => each.id === id)!
}

/** The right of which the links are to be sent again. */
export async function rightToSend(tx: SiteTx, id: string, now: Date): Promise<DeskRight> {
  const right = await deskRight(tx, id, now)
  const state = downloadState(right, now)
  if (!deedsFor(state).includes('resend'))
    throw new Refusal(state === 'withdrawn' ? 'right-withdrawn' : 'right-expired')
  return right
}

/**
 * What the owner does about one right. Whatever lasts longer begins to do so now or at its end, whichever is later. What
 * was taken back can be given again, but not for an order that is cancelled.
 */
export async function changeRight(
  tx: SiteTx,
  id: string,
  deed: keyof typeof noted,
  { days, userId, now }: EditContext & { days: number },
): Promise<void> {
  const { expiresAt } = await lockedRight(tx, id)
  const about = await deskRight(tx, id, now)
  const state = downloadState(about, now)
  const set = (values: Partial<Right>) => tx.update(digitalDownloads).set(values).where(eq(digitalDownloads.id, id))
  if (!deedsFor(state).includes(deed)) {
    if (state === 'withdrawn') throw new Refusal('right-withdrawn')
    // What was never taken back is theirs already.
    return
  }
  if (deed === 'restore' && about.orderStatus === 'cancelled') throw new Refusal('download-of-cancelled')
  if (deed === 'extend') await set({ expiresAt: new Date(Math.max(+now, +expiresAt) + days * dayMs) })
  if (deed === 'reset') await resetRight(tx, id)
  if (deed === 'withdraw') await set({ revokedAt: now })
  if (deed === 'restore') await set({ revokedAt: null })
  const resourceName = `${about.product}, ${about.orderNumber}`
  await record(tx, { resourceType: 'download', action: noted[deed], userId, resourceId: id, resourceName }, now)
}
