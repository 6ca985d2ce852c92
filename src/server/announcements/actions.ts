import { and, desc, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm'
import { type Announcement, mostShown } from '#domain/announcements/announcement.ts'
import { announcements } from '#server/announcements/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

const { websiteId: _, updatedAt: __, ...columns } = getTableColumns(announcements)

/** Those that are on now or will be by then, so that they can be kept until then. */
export async function announcementsUntil(tx: SiteTx, now: Date, then: Date): Promise<Announcement[]> {
  const { id, isActive, startDate, endDate, priority, createdAt } = announcements
  const hasStarted = or(isNull(startDate), lte(startDate, then))
  const hasNotEnded = or(isNull(endDate), gt(endDate, now))
  return tx
    .select(columns)
    .from(announcements)
    .where(and(eq(isActive, true), hasStarted, hasNotEnded))
    .orderBy(desc(priority), desc(createdAt), desc(id))
    .limit(2 * mostShown)
}
