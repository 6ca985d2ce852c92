import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { changesBetween } from '#domain/activity/changes.ts'
import type { Announcement } from '#domain/announcements/announcement.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import { announcementFrom, tellable } from '#domain/announcements/from-activity.ts'
import type { AnnouncementState } from '#domain/announcements/state.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import { activityLogs } from '#server/activity/table.ts'
import { announcements } from '#server/announcements/table.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { isMade, type Tried } from '#server/db/once.ts'

const { websiteId: _, ...columns } = getTableColumns(announcements)
const fields = Object.keys(AnnouncementDraft.shape) as (keyof AnnouncementDraft)[]

export type StoredAnnouncement = Announcement & { updatedAt: Date }
export const announcementSorts = ['priority', 'title', 'start', 'changed'] as const
export type AnnouncementSearch = {
  q?: string | undefined
  state?: AnnouncementState | undefined
  sort: (typeof announcementSorts)[number]
  direction: 'up' | 'down'
  page: number
  size: number
}

/** By priority, downwards, is the order in which visitors see them. */
export async function findAnnouncements(
  tx: SiteTx,
  { q, state, sort, direction, page, size }: AnnouncementSearch,
  now: Date,
): Promise<{ announcements: StoredAnnouncement[]; total: number }> {
  const { title, message, priority, startDate, updatedAt, createdAt, id } = announcements
  const like = q && `%${q.replaceAll(/[%_\\]/g, '\\$&')}%`
  const where = and(like ? or(ilike(title, like), ilike(message, like)) : undefined, state && inState(state, now))
  const by = { priority, title, start: startDate, changed: updatedAt }[sort]
  const found = await tx
    .select(columns)
    .from(announcements)
    .where(where)
    .orderBy(direction === 'up' ? asc(by) : desc(by), desc(createdAt), desc(id))
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await tx.select({ total: count() }).from(announcements).where(where)
  return { announcements: found, total: all!.total }
}

/** `stateOf`, as the database reads it. */
function inState(state: AnnouncementState, now: Date): SQL | undefined {
  const { isActive, startDate, endDate } = announcements
  const [ended, toCome] = [lte(endDate, now), gt(startDate, now)]
  const notEnded = or(isNull(endDate), gt(endDate, now))
  return {
    off: eq(isActive, false),
    ended: and(isActive, ended),
    scheduled: and(isActive, notEnded, toCome),
    live: and(isActive, notEnded, or(isNull(startDate), lte(startDate, now))),
  }[state]
}

export async function announcementById(tx: SiteTx, id: string): Promise<StoredAnnouncement> {
  const [found] = await tx.select(columns).from(announcements).where(eq(announcements.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}

/** A second try becomes the announcement that the first one made, as it is wanted now. */
export async function announce(
  tx: SiteTx,
  draft: AnnouncementDraft,
  { id, ...context }: EditContext & Tried,
): Promise<StoredAnnouncement> {
  const found = (made: string) => tx.select(columns).from(announcements).where(eq(announcements.id, made))
  if (id && (await isMade(tx, id, found))) {
    const { createdAt: seen } = await announcementById(tx, id)
    return reviseAnnouncement(tx, id, draft, { ...context, seen })
  }
  const [made] = await tx
    .insert(announcements)
    .values({ ...draft, ...(id && { id }) })
    .returning(columns)
  await record(tx, { ...about(made!, context), action: 'created' }, context.now)
  return made!
}

/** `seen` is when the version was changed that the owner has before them; another one is not overwritten. */
export async function reviseAnnouncement(
  tx: SiteTx,
  id: string,
  draft: AnnouncementDraft,
  { seen, ...context }: EditContext & { seen: Date },
): Promise<StoredAnnouncement> {
  const before = await locked(tx, id)
  if (+before.updatedAt !== +seen) throw new Refusal('conflict')
  return store(tx, before, draft, context)
}

/** On or off, whatever else was changed in the meantime. */
export async function switchAnnouncement(
  tx: SiteTx,
  id: string,
  isActive: boolean,
  context: EditContext,
): Promise<StoredAnnouncement> {
  const before = await locked(tx, id)
  return store(tx, before, { ...draftOf(before), isActive }, context)
}

export async function dropAnnouncement(tx: SiteTx, id: string, context: EditContext): Promise<void> {
  const before = await locked(tx, id)
  await tx.delete(announcements).where(eq(announcements.id, id))
  await record(tx, { ...about(before, context), action: 'deleted' }, context.now)
}

/** Those that were written more than so many days ago. */
export async function clearAnnouncements(tx: SiteTx, olderThanDays: number, context: EditContext): Promise<number> {
  const old = await tx.delete(announcements).where(isOlder(olderThanDays, context.now)).returning(columns)
  for (const each of old) await record(tx, { ...about(each, context), action: 'deleted' }, context.now)
  return old.length
}

/** How many would go, and how many of them visitors see or are still to see. */
export async function clearable(
  tx: SiteTx,
  olderThanDays: number,
  now: Date,
): Promise<{ total: number; inUse: number }> {
  const old = isOlder(olderThanDays, now)
  const [all] = await tx.select({ total: count() }).from(announcements).where(old)
  const used = and(old, or(inState('live', now), inState('scheduled', now)))
  const [some] = await tx.select({ total: count() }).from(announcements).where(used)
  return { total: all!.total, inUse: some!.total }
}

const isOlder = (days: number, now: Date) => lt(announcements.createdAt, new Date(+now - days * 86_400_000))

export type Tellable = {
  id: string
  resourceType: string
  resourceName: string
  action: string
  createdAt: Date
}

/** The last that was done of these two to what a line is about, if either was. */
const fate = (tx: SiteTx) => {
  const later = alias(activityLogs, 'later')
  return tx
    .select({ action: later.action })
    .from(later)
    .where(
      and(
        eq(later.resourceType, activityLogs.resourceType),
        eq(later.resourceId, activityLogs.resourceId),
        inArray(later.action, ['deleted', 'restored']),
      ),
    )
    .orderBy(desc(later.createdAt), desc(later.id))
    .limit(1)
}
/** Nobody announces what is no longer there. */
const isThere = (tx: SiteTx) => sql`(${fate(tx)}) is distinct from 'deleted'`

/** What was done of late that could be told to visitors, and what could be told about one of it. */
export async function tellableOfLate(tx: SiteTx): Promise<Tellable[]> {
  const { id, resourceType, resourceName, action, createdAt, details } = activityLogs
  const found = await tx
    .select({ id, resourceType, resourceName, action, createdAt })
    .from(activityLogs)
    .where(
      and(
        inArray(resourceType, tellable.resourceTypes),
        inArray(action, tellable.actions),
        sql`${details}->>'new_status' is distinct from 'draft'`,
        isThere(tx),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(20)
  return found.map((line) => ({ ...line, resourceName: line.resourceName ?? '' }))
}

export async function draftFromActivity(tx: SiteTx, activityLogId: string, locale: string) {
  const [found] = await tx
    .select({ line: activityLogs, isThere: isThere(tx).mapWith(Boolean) })
    .from(activityLogs)
    .where(eq(activityLogs.id, activityLogId))
  if (!found) throw new Refusal('not-found')
  const { line } = found
  if (!found.isThere) throw new Refusal('no-announcement-for-activity')
  return announcementFrom(line, locale)
}

async function locked(tx: SiteTx, id: string): Promise<StoredAnnouncement> {
  const [found] = await tx.select(columns).from(announcements).where(eq(announcements.id, id)).for('update')
  if (!found) throw new Refusal('not-found')
  return found
}

async function store(tx: SiteTx, before: StoredAnnouncement, draft: AnnouncementDraft, context: EditContext) {
  const changes = changesBetween<AnnouncementDraft>(draftOf(before), draft, fields)
  if (Object.keys(changes).length === 0) return before
  const [after] = await tx.update(announcements).set(draft).where(eq(announcements.id, before.id)).returning(columns)
  await record(tx, { ...about(after!, context), action: 'updated', details: { changes } }, context.now)
  return after!
}

const draftOf = (announcement: StoredAnnouncement): AnnouncementDraft =>
  Object.fromEntries(fields.map((field) => [field, announcement[field]])) as AnnouncementDraft

const about = ({ id, title }: StoredAnnouncement, { userId }: Pick<EditContext, 'userId'>) =>
  ({ resourceType: 'announcement', resourceId: id, resourceName: title, userId }) as const
