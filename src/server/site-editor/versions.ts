import { desc, eq, inArray, max } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { documentSchema, fixedPartNames, partNamesIn, type SiteDocument } from '#domain/site-editor/document.ts'
import type { VersionRequest, VersionState } from '#domain/site-editor/version-list.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { ChangeContext, EditContext, SiteTx } from '#server/db/in-site.ts'
import { pageOf } from '#server/db/list.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { type MigratedDocument, migrateDocument } from '#server/site-editor/documents.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'

type Row = typeof siteVersions.$inferSelect

/** A version with its document in today's schema. */
export type SiteVersion = Omit<Row, 'websiteId' | 'schemaVersion'> & MigratedDocument

const asVersion = ({ websiteId: _, schemaVersion, ...row }: Row): SiteVersion => ({
  ...row,
  ...migrateDocument({ ...row, schemaVersion }),
})

/** What cannot be read must not be edited, published or restored: the rest of it would be lost. */
export function requireReadableVersion<V extends MigratedDocument>(version: V): V {
  if (version.problem) throw new Refusal('version-unreadable', { fields: { document: version.problem } })
  return version
}

export async function versionInState(
  tx: SiteTx,
  state: Exclude<VersionState, 'superseded'>,
): Promise<SiteVersion | null> {
  const [found] = await tx.select().from(siteVersions).where(eq(siteVersions.state, state))
  return found ? asVersion(found) : null
}

export async function versionByNumber(tx: SiteTx, number: number): Promise<SiteVersion> {
  const [found] = await tx.select().from(siteVersions).where(eq(siteVersions.number, number))
  if (!found) throw new Refusal('not-found')
  return asVersion(found)
}

/** A page of them, the newest first, each with the document that it was made from. */
export async function findVersions(
  tx: SiteTx,
  { state, page, size }: VersionRequest,
): Promise<{ versions: (SiteVersion & { base: SiteDocument })[]; total: number }> {
  const { rows, total } = await pageOf(tx, {
    rows: tx.select().from(siteVersions).$dynamic(),
    from: siteVersions,
    where: state && eq(siteVersions.state, state),
    orderBy: [desc(siteVersions.number)],
    page,
    size,
  })
  const numbers = rows.flatMap(({ basedOn }) => (basedOn === null ? [] : [basedOn]))
  const bases = numbers.length ? await tx.select().from(siteVersions).where(inArray(siteVersions.number, numbers)) : []
  const documents = new Map(bases.map((row) => [row.number, asVersion(row).document]))
  const versions = rows.map((row) => ({ ...asVersion(row), base: documents.get(row.basedOn ?? 0) ?? {} }))
  return { versions, total }
}

/** Serialises everything that changes versions of a site. */
export const lockVersions = (tx: SiteTx) => advisoryLock(tx, 'site versions')

/** The `sequence` of the newest draft that there ever was; 0 before the first. */
export async function lastDraftSequence(tx: SiteTx): Promise<number> {
  const [edits] = await tx.select({ sequence: max(siteVersions.sequence) }).from(siteVersions)
  return edits?.sequence ?? 0
}

export async function insertDraft(
  tx: SiteTx,
  {
    partSequences,
    ...begun
  }: { document: SiteDocument; basedOn: number | null; partSequences?: Record<string, number> },
  { userId, now }: EditContext,
): Promise<SiteVersion> {
  const [last] = await tx.select({ number: max(siteVersions.number) }).from(siteVersions)
  const number = (last?.number ?? 0) + 1
  // Above the sequence of every draft before it, so that an editor of an older one gets a conflict.
  const sequence = (await lastDraftSequence(tx)) + 1
  const [row] = await tx
    .insert(siteVersions)
    .values({
      ...begun,
      number,
      sequence,
      // Without them it is restored: what an editor still shows of the draft before is a conflict in every part.
      partSequences:
        partSequences ??
        Object.fromEntries([...fixedPartNames, ...partNamesIn(begun.document)].map((part) => [part, sequence])),
      state: 'draft',
      schemaVersion: documentSchema,
      userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return asVersion(row!)
}

export async function updateVersion(tx: SiteTx, number: number, values: Partial<Row>): Promise<SiteVersion> {
  const [row] = await tx
    .update(siteVersions)
    .set({ ...values, ...(values.document && { schemaVersion: documentSchema }) })
    .where(eq(siteVersions.number, number))
    .returning()
  return asVersion(row!)
}

/** The pictures that only this version names are swept afterwards. */
export async function deleteVersion(tx: SiteTx, number: number, context: EditContext): Promise<void> {
  await lockVersions(tx)
  const version = await versionByNumber(tx, number)
  if (version.state !== 'superseded') throw new Refusal('version-in-use')
  await tx.update(siteVersions).set({ basedOn: null }).where(eq(siteVersions.basedOn, number))
  await tx.delete(siteVersions).where(eq(siteVersions.number, number))
  await logVersion(tx, version, 'deleted', context)
}

type Action = 'published' | 'scheduled' | 'unscheduled' | 'discarded' | 'restored' | 'deleted'

export async function logVersion(
  tx: SiteTx,
  { number }: SiteVersion,
  action: Action,
  { userId, now }: ChangeContext,
): Promise<void> {
  await recordActivity(tx, { resourceType: 'site_version', resourceName: `version ${number}`, action, userId }, now)
}
