import { eq, inArray } from 'drizzle-orm'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import type { DeleteResult } from '#server/activity/undoable-delete.ts'
import { announcementColumns, isAnnouncementOlderThan, type StoredAnnouncement } from '#server/announcements/queries.ts'
import { announcements } from '#server/announcements/table.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { isAlreadyCreated, type WithClientId } from '#server/db/locks.ts'

const edits = editable<'announcement', StoredAnnouncement, AnnouncementDraft>({
  resourceType: 'announcement',
  nameOf: ({ title }) => title,
  fields: Object.keys(AnnouncementDraft.shape) as (keyof AnnouncementDraft)[],
  lock: (tx, ids) =>
    tx
      .select(announcementColumns)
      .from(announcements)
      .where(inArray(announcements.id, ids))
      .orderBy(announcements.id)
      .for('update'),
  store: async (tx, { id }, draft) => {
    const [after] = await tx
      .update(announcements)
      .set({ ...draft, sequence: nextVersion(announcements.sequence) })
      .where(eq(announcements.id, id))
      .returning(announcementColumns)
    return after!
  },
})

/** A retry with the same id updates the announcement that the first request created. */
export async function createAnnouncement(
  tx: SiteTx,
  draft: AnnouncementDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredAnnouncement> {
  const selectCreated = (made: string) =>
    tx.select({ made: announcements.id }).from(announcements).where(eq(announcements.id, made))
  if (id && (await isAlreadyCreated(tx, id, selectCreated)))
    return edits.update(tx, id, draft, { ...context, expectedVersion: 0 })
  const [created] = await tx
    .insert(announcements)
    .values({ ...draft, ...(id && { id }) })
    .returning(announcementColumns)
  await edits.log(tx, created!, context, 'created')
  return created!
}

export const updateAnnouncement = (
  tx: SiteTx,
  id: string,
  draft: AnnouncementDraft,
  context: VersionedEditContext,
): Promise<StoredAnnouncement> => edits.update(tx, id, draft, context)

/** Switches it on or off; needs no version, because it overwrites no other field. */
export async function switchAnnouncement(
  tx: SiteTx,
  id: string,
  isActive: boolean,
  context: EditContext,
): Promise<StoredAnnouncement> {
  const before = await edits.lockedRow(tx, id)
  return edits.save(tx, before, { ...edits.draftOf(before), isActive }, context)
}

export async function deleteAnnouncement(tx: SiteTx, id: string, context: EditContext): Promise<DeleteResult> {
  return edits.deleteRows(tx, announcements, [await edits.lockedRow(tx, id)], context)
}

/** Deletes the announcements that were created more than this many days ago. */
export async function clearOldAnnouncements(
  tx: SiteTx,
  olderThanDays: number,
  context: EditContext,
): Promise<DeleteResult> {
  const old = await tx
    .select(announcementColumns)
    .from(announcements)
    .where(isAnnouncementOlderThan(olderThanDays, context.now))
    .orderBy(announcements.id)
    .for('update')
  return edits.deleteRows(tx, announcements, old, context)
}
