import { and, asc, count, desc, eq, getTableColumns, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { changesBetween } from '#domain/activity/changes.ts'
import { Refusal } from '#domain/refusal.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import type { Availability, ShowStatus } from '#domain/tour/show.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { isMade, type Tried } from '#server/db/once.ts'
import { addShow, changeShow, type StoredShow } from '#server/tour/actions.ts'
import { performances } from '#server/tour/table.ts'

const { websiteId: _, ...columns } = getTableColumns(performances)
const fields = Object.keys(ShowDraft.shape) as (keyof ShowDraft)[]

export const showSorts = ['date', 'city', 'venue', 'status', 'changed'] as const
export type ShowSearch = {
  q?: string | undefined
  status?: ShowStatus | undefined
  availability?: Availability | undefined
  when?: 'upcoming' | 'past' | undefined
  sort: (typeof showSorts)[number]
  direction: 'up' | 'down'
  page: number
  size: number
}

/** For the artist: drafts too, with the status that was stored, a page at a time. */
export async function findShows(
  tx: SiteTx,
  search: ShowSearch,
  today: string,
): Promise<{ shows: StoredShow[]; total: number }> {
  const { city, venue, date, status, availability, updatedAt, id } = performances
  const like = search.q && `%${search.q.replaceAll(/[%_\\]/g, '\\$&')}%`
  const wanted: (SQL | undefined)[] = [
    like ? or(ilike(city, like), ilike(venue, like)) : undefined,
    search.status && eq(status, search.status),
    search.availability && eq(availability, search.availability),
    search.when && (search.when === 'upcoming' ? gte(date, today) : lt(date, today)),
  ]
  const where = and(...wanted)
  const by = { date, city, venue, status, changed: updatedAt }[search.sort]
  const turned = search.direction === 'up' ? asc : desc
  const shows = await tx
    .select(columns)
    .from(performances)
    .where(where)
    .orderBy(turned(by), turned(date), turned(id))
    .limit(search.size)
    .offset((search.page - 1) * search.size)
  const [found] = await tx.select({ total: count() }).from(performances).where(where)
  return { shows, total: found!.total }
}

export async function showById(tx: SiteTx, id: string): Promise<StoredShow> {
  const [found] = await tx.select(columns).from(performances).where(eq(performances.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}

/** A second try becomes the show that the first one made, as it is wanted now. */
export async function planShow(
  tx: SiteTx,
  draft: ShowDraft,
  { id, ...context }: EditContext & Tried,
): Promise<StoredShow> {
  const found = (made: string) =>
    tx.select({ made: performances.id }).from(performances).where(eq(performances.id, made))
  if (id && (await isMade(tx, id, found))) return replanShow(tx, id, draft, { ...context, seen: 0 })
  const show = await addShow(tx, { ...draft, ...(id && { id }) }, context.now)
  await record(tx, { ...about(show, context), action: 'created', details: { new_status: show.status } }, context.now)
  return show
}

/** Whoever saves must have seen the newest version; otherwise somebody else's changes would be lost. */
export async function replanShow(
  tx: SiteTx,
  id: string,
  draft: ShowDraft,
  { seen, ...context }: EditContext & { seen: number },
): Promise<StoredShow> {
  const before = await lockedShow(tx, id)
  if (before.sequence !== seen) throw new Refusal('conflict')
  const changes = changesBetween<ShowDraft>(before, draft, fields)
  if (Object.keys(changes).length === 0) return before
  const show = await changeShow(tx, before, draft, context.now)
  const action = changes.status ? 'status_changed' : 'updated'
  await record(tx, { ...about(show, context), action, details: { new_status: show.status, changes } }, context.now)
  return show
}

/** All of them or none; those that have the status already are left as they are. */
export async function setStatus(
  tx: SiteTx,
  ids: readonly string[],
  status: ShowStatus,
  context: EditContext,
): Promise<number> {
  const shows = await lockedShows(tx, ids)
  const differing = shows.filter((show) => show.status !== status)
  for (const show of differing)
    await replanShow(tx, show.id, { ...draftOf(show), status }, { ...context, seen: show.sequence })
  return differing.length
}

export async function dropShows(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const shows = await lockedShows(tx, ids)
  for (const show of shows) {
    await tx.delete(performances).where(eq(performances.id, show.id))
    await record(tx, { ...about(show, context), action: 'deleted' }, context.now)
  }
  return shows.length
}

/** The same again as a draft, to be given another date. */
export async function repeatShow(tx: SiteTx, id: string, context: EditContext): Promise<StoredShow> {
  const draft = draftOf(await showById(tx, id))
  return planShow(tx, { ...draft, status: 'draft', availability: 'scheduled', onSaleAt: null }, context)
}

export const draftOf = (show: StoredShow): ShowDraft =>
  Object.fromEntries(fields.map((field) => [field, show[field]])) as ShowDraft

async function lockedShow(tx: SiteTx, id: string): Promise<StoredShow> {
  const [found] = await lockedShows(tx, [id])
  return found!
}

async function lockedShows(tx: SiteTx, ids: readonly string[]): Promise<StoredShow[]> {
  const unique = [...new Set(ids)]
  const found = await tx
    .select(columns)
    .from(performances)
    .where(inArray(performances.id, unique))
    .orderBy(sql`id`)
    .for('update')
  if (found.length !== unique.length) throw new Refusal('not-found')
  return found
}

const about = ({ id, date, city, venue }: StoredShow, { userId }: Pick<EditContext, 'userId'>) =>
  ({ resourceType: 'tour_date', resourceId: id, resourceName: `${date} ${city}, ${venue}`, userId }) as const
