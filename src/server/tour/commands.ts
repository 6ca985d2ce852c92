import { and, eq, inArray, like, ne, or } from 'drizzle-orm'
import { ShowDraft, showSlug } from '#domain/tour/draft.ts'
import { previousDateOf, type ShowStatus } from '#domain/tour/show.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import type { DeleteResult } from '#server/activity/undoable-delete.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { isAlreadyCreated, type WithClientId } from '#server/db/locks.ts'
import { type StoredShow, showById, showColumns } from '#server/tour/queries.ts'
import { performances } from '#server/tour/table.ts'

const shows = editable<'tour_date', StoredShow, ShowDraft>({
  resourceType: 'tour_date',
  nameOf: ({ date, city, venue }) => `${date} ${city}, ${venue}`,
  fields: Object.keys(ShowDraft.shape) as (keyof ShowDraft)[],
  lock: (tx, ids) =>
    tx
      .select(showColumns)
      .from(performances)
      .where(inArray(performances.id, ids))
      .orderBy(performances.id)
      .for('update'),
  store: storeShow,
  status: { field: 'status', of: ({ status }) => status },
})

/** What the administrator wrote about a show. */
export const showDraftOf = shows.draftOf

/** A second try becomes the show that the first one made, as it is wanted now. */
export async function createShow(
  tx: SiteTx,
  draft: ShowDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredShow> {
  const selectCreated = (made: string) =>
    tx.select({ made: performances.id }).from(performances).where(eq(performances.id, made))
  if (id && (await isAlreadyCreated(tx, id, selectCreated)))
    return shows.update(tx, id, draft, { ...context, expectedVersion: 0 })
  const show = await insertShow(tx, { ...draft, ...(id && { id }) }, context.now)
  await shows.log(tx, show, context, 'created', { new_status: show.status })
  return show
}

export const updateShow = (
  tx: SiteTx,
  id: string,
  draft: ShowDraft,
  context: VersionedEditContext,
): Promise<StoredShow> => shows.update(tx, id, draft, context)

/** All of them or none; those that have the status already are left as they are. */
export async function setShowStatus(
  tx: SiteTx,
  ids: readonly string[],
  status: ShowStatus,
  context: EditContext,
): Promise<number> {
  const showsToChange = (await shows.locked(tx, ids)).filter((show) => show.status !== status)
  for (const show of showsToChange) await shows.save(tx, show, { ...shows.draftOf(show), status }, context)
  return showsToChange.length
}

export async function deleteShows(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<DeleteResult> {
  return shows.deleteRows(tx, performances, await shows.locked(tx, ids), context)
}

/** The same again as a draft, to be given another date. */
export async function duplicateShow(tx: SiteTx, id: string, context: EditContext): Promise<StoredShow> {
  const draft = shows.draftOf(await showById(tx, id))
  return createShow(tx, { ...draft, status: 'draft', availability: 'scheduled', onSaleAt: null }, context)
}

/**
 * Without a line in the activity log: for demo content. The address of its page is made from the date and the venue; a
 * second show of that name gets a number.
 */
export async function insertShow(
  tx: SiteTx,
  draft: ShowDraft & { id?: string },
  now = new Date(),
): Promise<StoredShow> {
  const announcedAt = draft.status === 'draft' ? null : now
  for (const slug of slugsFor(draft)) {
    const [added] = await tx
      .insert(performances)
      .values({ ...draft, slug, announcedAt })
      .onConflictDoNothing()
      .returning(showColumns)
    if (added) return added
  }
  throw new Error(`There are a hundred shows called ${showSlug(draft)}.`)
}

/** The address of a show that was ever announced stays as it is: it is printed on posters. */
async function storeShow(tx: SiteTx, before: StoredShow, draft: ShowDraft, { now }: EditContext): Promise<StoredShow> {
  const slug = before.announcedAt ? before.slug : await freeSlug(tx, before, draft)
  const announcedAt = before.announcedAt ?? (draft.status === 'draft' ? null : now)
  const [changed] = await tx
    .update(performances)
    .set({
      ...draft,
      slug,
      announcedAt,
      previousDate: previousDateOf(before, draft),
      sequence: nextVersion(performances.sequence),
    })
    .where(eq(performances.id, before.id))
    .returning(showColumns)
  return changed!
}

function slugsFor(draft: ShowDraft): string[] {
  const name = showSlug(draft)
  return [name, ...Array.from({ length: 99 }, (_, at) => `${name}-${at + 2}`)]
}

async function freeSlug(tx: SiteTx, { id, slug }: StoredShow, draft: ShowDraft): Promise<string> {
  const name = showSlug(draft)
  const taken = await tx
    .select({ slug: performances.slug })
    .from(performances)
    .where(and(ne(performances.id, id), or(eq(performances.slug, name), like(performances.slug, `${name}-%`))))
  const others = new Set(taken.map((each) => each.slug))
  return slugsFor(draft).find((each) => !others.has(each)) ?? slug
}
