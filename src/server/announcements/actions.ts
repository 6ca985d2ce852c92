import { and, desc, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm'
import { type Announcement, mostShown, shownAnnouncements } from '#domain/announcements/announcement.ts'
import { announcements } from '#server/announcements/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

const { websiteId: _, updatedAt: __, ...columns } = getTableColumns(announcements)

/** What visitors see, the most important first. */
export async function activeAnnouncements(tx: SiteTx, now: Date): Promise<Announcement[]> {
  const { id, isActive, startDate, endDate, priority, createdAt } = announcements
  const hasStarted = or(isNull(startDate), lte(startDate, now))
  const hasNotEnded = or(isNull(endDate), gt(endDate, now))
  const found = await tx
    .select(columns)
    .from(announcements)
    .where(and(eq(isActive, true), hasStarted, hasNotEnded))
    .orderBy(desc(priority), desc(createdAt), desc(id))
    .limit(mostShown)
  return shownAnnouncements(found, now)
}
