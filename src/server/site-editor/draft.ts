import { isEqualJson } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  isOwnPagePart,
  maxDocumentBytes,
  type OwnPagePart,
  ownPagesOf,
  type PartName,
  partNamesIn,
  type SiteDocument,
  type SiteParts,
  uploadedPictures,
} from '#domain/site-editor/document.ts'
import { ownPageAddressProblem } from '#domain/site-editor/own-pages.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { deadLinks } from '#domain/sites/navigation.ts'
import { problemSentence } from '#domain/sites/site-file-problems.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { requireExistingPicture } from '#server/images/pictures.ts'
import {
  insertDraft,
  lockVersions,
  logVersion,
  requireReadableVersion,
  type SiteVersion,
  updateVersion,
  versionByNumber,
  versionInState,
} from '#server/site-editor/versions.ts'

type PartEdit<P extends PartName = PartName> = {
  part: P
  /** Null: as in the starter. */
  value: SiteParts[P] | null
  /** The last `sequence` of a draft that the editor has seen; 0 before the first one. */
  expectedSequence: number
}

/** Stores one part of the draft, and begins the draft where there is none. */
export async function saveDraftPart(tx: SiteTx, { part, value, expectedSequence }: PartEdit, context: EditContext) {
  await lockVersions(tx)
  const before = requireReadableVersion((await versionInState(tx, 'draft')) ?? (await beginDraft(tx, context)))
  if ((before.partSequences[part] ?? 0) > expectedSequence) throw new Refusal('conflict')
  const { [part]: stored = null, ...others } = before.document
  if (isEqualJson(stored, value)) return before
  const document: SiteDocument = value === null ? others : { ...others, [part]: value }
  if (bytesOf(document) > maxDocumentBytes)
    throw new Refusal('site-too-long', { values: { part: longestPart(document) } })
  if (isOwnPagePart(part)) checkOwnPages(document, part)
  checkLinks(document, part)
  await checkPictures(tx, document)
  const sequence = before.sequence + 1
  return updateVersion(tx, before.number, {
    document,
    sequence,
    partSequences: { ...before.partSequences, [part]: sequence },
    userId: context.userId,
    updatedAt: context.now,
  })
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function longestPart(document: SiteDocument): string {
  const [longest] = partNamesIn(document).sort((one, other) => bytesOf(document[other]) - bytesOf(document[one]))
  return longest ? partTitle(longest, isOwnPagePart(longest) ? document[longest] : undefined) : ''
}

/**
 * Names another picture wherever the draft names the one with this hash. Where there is no draft, one begins if what is
 * scheduled or published names it.
 */
export async function replacePictureInDraft(
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
  for (const part of partNamesIn(base?.document ?? {})) {
    const before = JSON.stringify(base?.document[part] ?? null)
    const after = before.replaceAll(addresses, address)
    if (after === before) continue
    // An administrator who is editing the part gets a conflict.
    await saveDraftPart(tx, { part, value: JSON.parse(after), expectedSequence: Number.POSITIVE_INFINITY }, context)
  }
}

/** Two pages cannot have one address. */
function checkOwnPages(document: SiteDocument, part: OwnPagePart): void {
  const page = document[part]
  const problem = page && ownPageAddressProblem(document, page.address, part)
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
    await requireExistingPicture(tx, { address, field: 'picture', fileAt: () => null })
}

/**
 * A draft begins as what was scheduled last, or else as what is published. What was edited there meanwhile is a conflict
 * for an editor that was opened before.
 */
async function beginDraft(tx: SiteTx, context: EditContext): Promise<SiteVersion> {
  const base = (await versionInState(tx, 'scheduled')) ?? (await versionInState(tx, 'published'))
  const { document = {}, number = null, partSequences = {} } = base ? requireReadableVersion(base) : {}
  return insertDraft(tx, { document, basedOn: number, partSequences }, context)
}

/** The draft as the administrator has seen it. */
export async function lockedDraft(tx: SiteTx, expectedSequence: number): Promise<SiteVersion> {
  await lockVersions(tx)
  const draft = await versionInState(tx, 'draft')
  if (!draft) throw new Refusal('nothing-to-publish')
  if (draft.sequence !== expectedSequence) throw new Refusal('conflict')
  return draft
}

/** The draft is put aside as a version of its own, so that it can be restored. */
export async function discardDraft(tx: SiteTx, expectedSequence: number, context: EditContext): Promise<void> {
  const draft = await lockedDraft(tx, expectedSequence)
  await logVersion(tx, await markSuperseded(tx, draft, context), 'discarded', context)
}

/** Copies a version into the draft. */
export async function restoreVersion(tx: SiteTx, number: number, context: EditContext): Promise<SiteVersion> {
  await lockVersions(tx)
  const { document } = requireReadableVersion(await versionByNumber(tx, number))
  const draft = await versionInState(tx, 'draft')
  if (draft?.number === number) return draft
  const restored = await replaceDraft(tx, { document, basedOn: number }, context)
  await logVersion(tx, restored, 'restored', context)
  return restored
}

/** An existing draft is kept as a superseded version. */
export async function replaceDraft(
  tx: SiteTx,
  begun: { document: SiteDocument; basedOn: number | null },
  context: EditContext,
): Promise<SiteVersion> {
  const draft = await versionInState(tx, 'draft')
  if (draft) await markSuperseded(tx, draft, context)
  return insertDraft(tx, begun, context)
}

const markSuperseded = (tx: SiteTx, { number }: SiteVersion, { now }: EditContext) =>
  updateVersion(tx, number, { state: 'superseded', updatedAt: now })
