import { and, count, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm'
import { changesBetween } from '#domain/activity/changes.ts'
import type { Announcement } from '#domain/announcements/announcement.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import { announcementFrom } from '#domain/announcements/from-activity.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import { activityLogs } from '#server/activity/table.ts'
import { announcements } from '#server/announcements/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

const { websiteId: _, ...columns } = getTableColumns(announcements)
const fields = Object.keys(AnnouncementDraft.shape) as (keyof AnnouncementDraft)[]

export type StoredAnnouncement = Announcement & { updatedAt: Date }
type Doer = { userId: string; now: Date }

export async function allAnnouncements(
  tx: SiteTx,
  { page, size }: { page: number; size: number },
): Promise<{ announcements: StoredAnnouncement[]; total: number }> {
  const { priority, createdAt, id } = announcements
  const found = await tx
    .select(columns)
    .from(announcements)
    .orderBy(desc(priority), desc(createdAt), desc(id))
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await tx.select({ total: count() }).from(announcements)
  return { announcements: found, total: all!.total }
}

export async function announcementById(tx: SiteTx, id: string): Promise<StoredAnnouncement> {
  const [found] = await tx.select(columns).from(announcements).where(eq(announcements.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}

export async function announce(tx: SiteTx, draft: AnnouncementDraft, doer: Doer): Promise<StoredAnnouncement> {
  const [made] = await tx.insert(announcements).values(draft).returning(columns)
  await record(tx, { ...about(made!, doer), action: 'created' }, doer.now)
  return made!
}

/** `seen` is when the version was changed that the owner has before them; another one is not overwritten. */
export async function reviseAnnouncement(
  tx: SiteTx,
  id: string,
  draft: AnnouncementDraft,
  { seen, ...doer }: Doer & { seen: Date },
): Promise<StoredAnnouncement> {
  const before = await locked(tx, id)
  if (+before.updatedAt !== +seen) throw new Refusal('conflict')
  return store(tx, before, draft, doer)
}

/** On or off, whatever else was changed in the meantime. */
export async function switchAnnouncement(
  tx: SiteTx,
  id: string,
  isActive: boolean,
  doer: Doer,
): Promise<StoredAnnouncement> {
  const before = await locked(tx, id)
  return store(tx, before, { ...draftOf(before), isActive }, doer)
}

export async function dropAnnouncement(tx: SiteTx, id: string, doer: Doer): Promise<void> {
  const before = await locked(tx, id)
  await tx.delete(announcements).where(eq(announcements.id, id))
  await record(tx, { ...about(before, doer), action: 'deleted' }, doer.now)
}

/** Those that were written more than so many days ago. */
export async function clearAnnouncements(tx: SiteTx, olderThanDays: number, doer: Doer): Promise<number> {
  const since = new Date(+doer.now - olderThanDays * 86_400_000)
  const old = await tx.delete(announcements).where(lt(announcements.createdAt, since)).returning(columns)
  for (const each of old) await record(tx, { ...about(each, doer), action: 'deleted' }, doer.now)
  return old.length
}

/** What was done of late that could be told to visitors, and what could be told about one of it. */
export async function tellable(
  tx: SiteTx,
): Promise<{ id: string; resourceName: string; action: string; createdAt: Date }[]> {
  const { id, resourceType, resourceName, action, createdAt } = activityLogs
  const found = await tx
    .select({ id, resourceName, action, createdAt })
    .from(activityLogs)
    .where(
      and(
        inArray(resourceType, ['tour_date', 'product', 'gallery_image']),
        inArray(action, ['created', 'updated', 'status_changed']),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(20)
  return found.map((line) => ({ ...line, resourceName: line.resourceName ?? '' }))
}

export async function draftFromActivity(tx: SiteTx, activityLogId: string) {
  const [line] = await tx.select().from(activityLogs).where(eq(activityLogs.id, activityLogId))
  if (!line) throw new Refusal('not-found')
  return announcementFrom(line)
}

async function locked(tx: SiteTx, id: string): Promise<StoredAnnouncement> {
  const [found] = await tx.select(columns).from(announcements).where(eq(announcements.id, id)).for('update')
  if (!found) throw new Refusal('not-found')
  return found
}

async function store(tx: SiteTx, before: StoredAnnouncement, draft: AnnouncementDraft, doer: Doer) {
  const changes = changesBetween<AnnouncementDraft>(draftOf(before), draft, fields)
  if (Object.keys(changes).length === 0) return before
  const [after] = await tx.update(announcements).set(draft).where(eq(announcements.id, before.id)).returning(columns)
  await record(tx, { ...about(after!, doer), action: 'updated', details: { changes } }, doer.now)
  return after!
}

const draftOf = (announcement: StoredAnnouncement): AnnouncementDraft =>
  Object.fromEntries(fields.map((field) => [field, announcement[field]])) as AnnouncementDraft

const about = ({ id, title }: StoredAnnouncement, { userId }: Pick<Doer, 'userId'>) =>
  ({ resourceType: 'announcement', resourceId: id, resourceName: title, userId }) as const
