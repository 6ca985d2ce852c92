import { and, desc, eq, inArray, lte, max } from 'drizzle-orm'
import { sameJson } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  documentSchema,
  fixedParts,
  isOwnPagePart,
  maxDocumentBytes,
  type OwnPagePart,
  ownPagesOf,
  type PartName,
  partsIn,
  type SiteDocument,
  type SiteParts,
  uploadedPictures,
  withParts,
} from '#domain/site-editor/document.ts'
import { picturesToDescribe } from '#domain/site-editor/document-pictures.ts'
import { addressProblem } from '#domain/site-editor/own-pages.ts'
import {
  deadLink,
  type PublishingProblem,
  publishingProblem,
  undescribedPicture,
} from '#domain/site-editor/publishing-problems.ts'
import type { VersionRequest, VersionState } from '#domain/site-editor/version-list.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { siteContradictions } from '#domain/sites/coherence.ts'
import { deadLinks } from '#domain/sites/navigation.ts'
import { problemSentence } from '#domain/sites/problems.ts'
import { applySettings } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import { record } from '#server/activity/record.ts'
import { notifyCaches } from '#server/cache/shared-cache.ts'
import { type ChangeContext, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { pageOf } from '#server/db/list.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { checkPicture, undescribedAt } from '#server/images/pictures.ts'
import { type ReadDocument, readDocument } from '#server/site-editor/documents.ts'
import { keepAddresses } from '#server/site-editor/page-addresses.ts'
import { requestPublication } from '#server/site-editor/request-publication.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { readSettings } from '#server/sites/settings.ts'

type Row = typeof siteVersions.$inferSelect

/** A version with its document in today's schema. */
export type SiteVersion = Omit<Row, 'websiteId' | 'schemaVersion'> & ReadDocument

const asVersion = ({ websiteId: _, schemaVersion, ...row }: Row): SiteVersion => ({
  ...row,
  ...readDocument({ ...row, schemaVersion }),
})

/** What cannot be read must not be edited, published or restored: the rest of it would be lost. */
export function readable<V extends ReadDocument>(version: V): V {
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

/** Why visitors must not see a document: unreadable colours, for example. */
export async function documentProblems(
  tx: SiteTx,
  starter: Site,
  document: SiteDocument,
): Promise<PublishingProblem[]> {
  const site = withParts(applySettings(starter, await readSettings(tx)), document)
  const dead = partsIn(document).flatMap((part) =>
    deadLinks(document[part], addressesIn(document)).map(({ link }) => deadLink(part, link)),
  )
  return [...siteContradictions(site).map(publishingProblem), ...dead, ...(await pictureProblems(tx, document))]
}

async function pictureProblems(tx: SiteTx, document: SiteDocument): Promise<PublishingProblem[]> {
  const shown = picturesToDescribe(document)
  const undescribed = await undescribedAt(
    tx,
    shown.map(({ address }) => address),
  )
  return shown.flatMap(({ part, address }) => {
    const picture = undescribed.get(address)
    return picture ? [undescribedPicture(part, picture)] : []
  })
}

/** Why a version cannot be published. */
export const versionProblems = async (
  tx: SiteTx,
  starter: Site,
  { document, problem }: ReadDocument,
): Promise<PublishingProblem[]> => (problem ? [{ part: null, text: problem }] : documentProblems(tx, starter, document))

async function refuseProblems(tx: SiteTx, starter: Site, version: SiteVersion): Promise<void> {
  const problems = await versionProblems(tx, starter, version)
  const words = problems.map(({ text }) => text).join(' ')
  if (words) throw new Refusal('site-not-publishable', { fields: { document: words } })
}

/** All that changes versions of a site does so one after the other. */
export const lockVersions = (tx: SiteTx) => advisoryLock(tx, 'site versions')

type PartEdit<P extends PartName = PartName> = {
  part: P
  /** Null: as in the starter. */
  value: SiteParts[P] | null
  /** The last `sequence` of a draft that the editor has seen; 0 before the first one. */
  expectedSequence: number
}

/** Stores one part of the draft, and begins the draft where there is none. */
export async function savePart(tx: SiteTx, { part, value, expectedSequence }: PartEdit, context: EditContext) {
  await lockVersions(tx)
  const before = readable((await versionInState(tx, 'draft')) ?? (await beginDraft(tx, context)))
  if ((before.partSequences[part] ?? 0) > expectedSequence) throw new Refusal('conflict')
  const { [part]: stored = null, ...others } = before.document
  if (sameJson(stored, value)) return before
  const document: SiteDocument = value === null ? others : { ...others, [part]: value }
  if (bytesOf(document) > maxDocumentBytes)
    throw new Refusal('site-too-long', { values: { part: longestPart(document) } })
  if (isOwnPagePart(part)) checkOwnPages(document, part)
  checkLinks(document, part)
  await checkPictures(tx, document)
  const sequence = before.sequence + 1
  return update(tx, before.number, {
    document,
    sequence,
    partSequences: { ...before.partSequences, [part]: sequence },
    userId: context.userId,
    updatedAt: context.now,
  })
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function longestPart(document: SiteDocument): string {
  const [longest] = partsIn(document).sort((one, other) => bytesOf(document[other]) - bytesOf(document[one]))
  return longest ? partTitle(longest, isOwnPagePart(longest) ? document[longest] : undefined) : ''
}

/**
 * Names another picture wherever the draft names the one with this hash. Where there is no draft, one begins if what is
 * scheduled or published names it.
 */
export async function replaceInDraft(
  tx: SiteTx,
  { hash, address }: { hash: string; address: string },
  context: EditContext,
): Promise<void> {
  await lockVersions(tx)
  const base =
    (await versionInState(tx, 'draft')) ??
    (await versionInState(tx, 'scheduled')) ??
    (await versionInState(tx, 'published'))
  const addresses = new RegExp(`/images/${hash}/[a-z0-9-]+\\.[a-z]+`, 'g')
  for (const part of partsIn(base?.document ?? {})) {
    const before = JSON.stringify(base?.document[part] ?? null)
    const after = before.replaceAll(addresses, address)
    if (after === before) continue
    // Whoever edits the part meanwhile gets the conflict.
    await savePart(tx, { part, value: JSON.parse(after), expectedSequence: Number.POSITIVE_INFINITY }, context)
  }
}

/** Two pages cannot have one address. */
function checkOwnPages(document: SiteDocument, part: OwnPagePart): void {
  const page = document[part]
  const problem = page && addressProblem(document, page.address, part)
  if (problem) throw new Refusal('invalid', { fields: { address: problemSentence(problem) } })
}

/** Links lead to pages of the site, to those that the owner has made, or elsewhere. */
function checkLinks(document: SiteDocument, part: PartName): void {
  const dead = deadLinks(document[part], addressesIn(document))
  const problem = problemSentence('must be a page of this site, such as /tour, or an address elsewhere')
  if (dead.length) throw new Refusal('invalid', { fields: Object.fromEntries(dead.map(({ path }) => [path, problem])) })
}

const addressesIn = (document: SiteDocument): string[] => ownPagesOf(document).map(({ address }) => address)

/** The sweep must not delete a picture that is about to be named. */
async function checkPictures(tx: SiteTx, document: SiteDocument): Promise<void> {
  for (const address of uploadedPictures(document))
    await checkPicture(tx, { address, field: 'picture', fileAt: () => null })
}

type Confirmed = { expectedSequence: number; note: string; starter: Site }

/** Publishes the draft that the administrator has seen. */
export async function publishDraft(
  tx: SiteTx,
  { expectedSequence, note, starter }: Confirmed,
  context: EditContext,
): Promise<SiteVersion> {
  const draft = await lockedDraft(tx, expectedSequence)
  await refuseProblems(tx, starter, draft)
  await update(tx, draft.number, { note })
  return publishVersion(tx, draft, context)
}

/** Makes a draft or a scheduled version the one that visitors see, and the one before it a superseded one. */
export async function publishVersion(tx: SiteTx, version: SiteVersion, context: ChangeContext): Promise<SiteVersion> {
  await tx.update(siteVersions).set({ state: 'superseded' }).where(eq(siteVersions.state, 'published'))
  const published = await update(tx, version.number, {
    state: 'published',
    publishAt: null,
    publishedAt: context.now,
    updatedAt: context.now,
  })
  await keepAddresses(tx, published.document)
  await log(tx, published, 'published', context)
  await notifyCaches(tx, scopeOf(tx).websiteId, 'site')
  return published
}

export async function scheduleDraft(
  tx: SiteTx,
  { expectedSequence, note, publishAt, starter }: Confirmed & { publishAt: Date },
  context: EditContext,
): Promise<SiteVersion> {
  if (publishAt <= context.now) throw new Refusal('schedule-in-the-past')
  const draft = await lockedDraft(tx, expectedSequence)
  if (await versionInState(tx, 'scheduled')) throw new Refusal('already-scheduled')
  await refuseProblems(tx, starter, draft)
  const scheduled = await update(tx, draft.number, { state: 'scheduled', publishAt, note, updatedAt: context.now })
  await requestPublication(tx, { number: draft.number, publishAt })
  await log(tx, scheduled, 'scheduled', context)
  return scheduled
}

const dueForMs = 5 * 60_000

/** Requests a publication again that is due, but has not happened: its job was lost, or has failed for good. */
export async function requestDuePublication(tx: SiteTx, now: Date): Promise<void> {
  const isDue = lte(siteVersions.publishAt, new Date(+now - dueForMs))
  const [due] = await tx
    .select({ number: siteVersions.number, publishAt: siteVersions.publishAt })
    .from(siteVersions)
    .where(and(eq(siteVersions.state, 'scheduled'), isDue))
  if (due?.publishAt) await requestPublication(tx, { number: due.number, publishAt: due.publishAt })
}

/** The scheduled version is the draft again, or is put aside where there is another draft by now. */
export async function unschedule(tx: SiteTx, context: ChangeContext): Promise<SiteVersion> {
  await lockVersions(tx)
  const scheduled = await versionInState(tx, 'scheduled')
  if (!scheduled) throw new Refusal('not-found')
  const state = (await versionInState(tx, 'draft')) ? 'superseded' : 'draft'
  const after = await update(tx, scheduled.number, { state, publishAt: null, updatedAt: context.now })
  await log(tx, after, 'unscheduled', context)
  return after
}

/** The draft is put aside as a version of its own, so that it can be restored. */
export async function discardDraft(tx: SiteTx, expectedSequence: number, context: EditContext): Promise<void> {
  const draft = await lockedDraft(tx, expectedSequence)
  await log(tx, await putAside(tx, draft, context), 'discarded', context)
}

/** Copies a version into the draft. A draft that there is becomes a version of its own before. */
export async function restoreVersion(tx: SiteTx, number: number, context: EditContext): Promise<SiteVersion> {
  await lockVersions(tx)
  const { document } = readable(await versionByNumber(tx, number))
  const draft = await versionInState(tx, 'draft')
  if (draft?.number === number) return draft
  if (draft) await putAside(tx, draft, context)
  const restored = await insertDraft(tx, { document, basedOn: number }, context)
  await log(tx, restored, 'restored', context)
  return restored
}

/** The pictures that only this version names are swept afterwards. */
export async function deleteVersion(tx: SiteTx, number: number, context: EditContext): Promise<void> {
  await lockVersions(tx)
  const version = await versionByNumber(tx, number)
  if (version.state !== 'superseded') throw new Refusal('version-in-use')
  await tx.update(siteVersions).set({ basedOn: null }).where(eq(siteVersions.basedOn, number))
  await tx.delete(siteVersions).where(eq(siteVersions.number, number))
  await log(tx, version, 'deleted', context)
}

async function lockedDraft(tx: SiteTx, expectedSequence: number): Promise<SiteVersion> {
  await lockVersions(tx)
  const draft = await versionInState(tx, 'draft')
  if (!draft) throw new Refusal('nothing-to-publish')
  if (draft.sequence !== expectedSequence) throw new Refusal('conflict')
  return draft
}

const putAside = (tx: SiteTx, { number }: SiteVersion, { now }: EditContext) =>
  update(tx, number, { state: 'superseded', updatedAt: now })

/**
 * A draft begins as what was scheduled last, or else as what is published. What was edited there meanwhile is a conflict
 * for an editor that was opened before.
 */
async function beginDraft(tx: SiteTx, context: EditContext): Promise<SiteVersion> {
  const base = (await versionInState(tx, 'scheduled')) ?? (await versionInState(tx, 'published'))
  const { document = {}, number = null, partSequences = {} } = base ? readable(base) : {}
  return insertDraft(tx, { document, basedOn: number, partSequences }, context)
}

/** The `sequence` of the newest draft that there ever was; 0 before the first. */
export async function lastSequence(tx: SiteTx): Promise<number> {
  const [edits] = await tx.select({ sequence: max(siteVersions.sequence) }).from(siteVersions)
  return edits?.sequence ?? 0
}

async function insertDraft(
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
  const sequence = (await lastSequence(tx)) + 1
  const [row] = await tx
    .insert(siteVersions)
    .values({
      ...begun,
      number,
      sequence,
      // Without them it is restored: what an editor still shows of the draft before is a conflict in every part.
      partSequences:
        partSequences ??
        Object.fromEntries([...fixedParts, ...partsIn(begun.document)].map((part) => [part, sequence])),
      state: 'draft',
      schemaVersion: documentSchema,
      userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return asVersion(row!)
}

async function update(tx: SiteTx, number: number, values: Partial<Row>): Promise<SiteVersion> {
  const [row] = await tx
    .update(siteVersions)
    .set({ ...values, ...(values.document && { schemaVersion: documentSchema }) })
    .where(eq(siteVersions.number, number))
    .returning()
  return asVersion(row!)
}

type Action = 'published' | 'scheduled' | 'unscheduled' | 'discarded' | 'restored' | 'deleted'

async function log(tx: SiteTx, { number }: SiteVersion, action: Action, { userId, now }: ChangeContext): Promise<void> {
  await record(tx, { resourceType: 'site_version', resourceName: `version ${number}`, action, userId }, now)
}
