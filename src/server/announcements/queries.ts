import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Announcement, maxActiveAnnouncements } from '#domain/announcements/announcement.ts'
import type { AnnouncementRequest, AnnouncementState } from '#domain/announcements/announcement-list.ts'
import { announceableActivities, announcementFromActivity } from '#domain/announcements/from-activity.ts'
import { Refusal } from '#domain/refusal.ts'
import { activityLogs } from '#server/activity/table.ts'
import { announcements } from '#server/announcements/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'

const { websiteId: _, isDemo: ____, ...columns } = getTableColumns(announcements)
const { updatedAt: __, sequence: ___, ...publicColumns } = columns
export const announcementColumns = columns

export type StoredAnnouncement = Announcement & { sequence: number; updatedAt: Date }

/** Those that are active now or will be by `until`: a cache may keep the answer until then. */
export async function activeAnnouncementsUntil(tx: SiteTx, now: Date, until: Date): Promise<Announcement[]> {
  const { id, isActive, startDate, endDate, priority, createdAt } = announcements
  const hasStarted = or(isNull(startDate), lte(startDate, until))
  const hasNotEnded = or(isNull(endDate), gt(endDate, now))
  return tx
    .select(publicColumns)
    .from(announcements)
    .where(and(eq(isActive, true), hasStarted, hasNotEnded))
    .orderBy(desc(priority), desc(createdAt), desc(id))
    .limit(2 * maxActiveAnnouncements)
}

/** For administrators: also those that are off, over or still to come, a page at a time. */
export async function findAnnouncements(
  tx: SiteTx,
  { q, state, sort, direction, page, size }: AnnouncementRequest,
  now: Date,
): Promise<{ announcements: StoredAnnouncement[]; total: number }> {
  const { title, message, priority, startDate, updatedAt, createdAt, id } = announcements
  const by = { priority, title, start: startDate, changed: updatedAt }[sort]
  const { rows, total } = await pageOf(tx, {
    rows: tx.select(columns).from(announcements).$dynamic(),
    from: announcements,
    where: and(containsWords(q, title, message), state && isInState(state, now)),
    orderBy: [orderByDirection(direction, by), desc(createdAt), desc(id)],
    page,
    size,
  })
  return { announcements: rows, total }
}

/** `stateOf` of the domain, as a condition of the database. */
function isInState(state: AnnouncementState, now: Date): SQL | undefined {
  const { isActive, startDate, endDate } = announcements
  const notEnded = or(isNull(endDate), gt(endDate, now))
  return {
    off: eq(isActive, false),
    ended: and(isActive, lte(endDate, now)),
    scheduled: and(isActive, notEnded, gt(startDate, now)),
    live: and(isActive, notEnded, or(isNull(startDate), lte(startDate, now))),
  }[state]
}

export async function announcementById(tx: SiteTx, id: string): Promise<StoredAnnouncement> {
  const [found] = await tx.select(columns).from(announcements).where(eq(announcements.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}

/** How many were created more than so many days ago, and how many of them visitors see or are still to see. */
export async function countOldAnnouncements(
  tx: SiteTx,
  olderThanDays: number,
  now: Date,
): Promise<{ total: number; inUse: number }> {
  const old = isAnnouncementOlderThan(olderThanDays, now)
  const [all] = await tx.select({ total: count() }).from(announcements).where(old)
  const used = and(old, or(isInState('live', now), isInState('scheduled', now)))
  const [some] = await tx.select({ total: count() }).from(announcements).where(used)
  return { total: all!.total, inUse: some!.total }
}

export const isAnnouncementOlderThan = (days: number, now: Date): SQL =>
  lt(announcements.createdAt, new Date(+now - days * 86_400_000))

type RecentActivity = {
  id: string
  resourceType: string
  resourceName: string
  action: string
  createdAt: Date
}

/** The last deletion, reset or restoration of the resource of a log line, if there was one. */
const lastDeletionOrRestoration = (tx: SiteTx) => {
  const later = alias(activityLogs, 'later')
  return tx
    .select({ action: later.action })
    .from(later)
    .where(
      and(
        eq(later.resourceType, activityLogs.resourceType),
        or(
          and(eq(later.resourceId, activityLogs.resourceId), inArray(later.action, ['deleted', 'restored'])),
          // The owner's collection is deleted as a whole. An entry of the starter keeps its id and may be edited later.
          and(
            eq(later.action, 'reset'),
            sql`(${later.createdAt}, ${later.id}) > (${activityLogs.createdAt}, ${activityLogs.id})`,
          ),
        ),
      ),
    )
    .orderBy(desc(later.createdAt), desc(later.id))
    .limit(1)
}
/** What the last edit that hid or showed a picture of the gallery made of it; null when there was none. */
function lastVisibility(tx: SiteTx) {
  const later = alias(activityLogs, 'seen')
  const after = sql`${later.details}->'changes'->'isPublished'->>'after'`
  return tx
    .select({ after })
    .from(later)
    .where(
      and(
        eq(later.resourceType, activityLogs.resourceType),
        eq(later.resourceId, activityLogs.resourceId),
        sql`${after} is not null`,
      ),
    )
    .orderBy(desc(later.createdAt), desc(later.id))
    .limit(1)
}

/** Visitors find nothing where a deleted resource or a hidden picture was. */
const isStillVisible = (tx: SiteTx) =>
  sql`(coalesce((${lastDeletionOrRestoration(tx)}), '') not in ('deleted', 'reset') and (${lastVisibility(tx)}) is distinct from 'false')`

/** The latest activities that an announcement could be made from. */
export async function recentActivities(tx: SiteTx): Promise<RecentActivity[]> {
  const { id, resourceType, resourceName, action, createdAt, details } = activityLogs
  const found = await tx
    .select({ id, resourceType, resourceName, action, createdAt })
    .from(activityLogs)
    .where(
      and(
        inArray(resourceType, announceableActivities.resourceTypes),
        inArray(action, announceableActivities.actions),
        sql`${details}->>'new_status' is distinct from 'draft'`,
        isStillVisible(tx),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(20)
  return found.map((line) => ({ ...line, resourceName: line.resourceName ?? '' }))
}

export async function draftFromActivity(tx: SiteTx, activityLogId: string, locale: string) {
  const [found] = await tx
    .select({ line: activityLogs, isThere: isStillVisible(tx).mapWith(Boolean) })
    .from(activityLogs)
    .where(eq(activityLogs.id, activityLogId))
  if (!found) throw new Refusal('not-found')
  if (!found.isThere) throw new Refusal('no-announcement-for-activity')
  return announcementFromActivity(found.line, locale)
}
