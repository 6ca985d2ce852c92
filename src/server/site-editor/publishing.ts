import { and, eq, lte, sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { applyDocument, isOwnPagePart, type SiteDocument } from '#domain/site-editor/document.ts'
import { picturesWithoutDescription } from '#domain/site-editor/document-pictures.ts'
import {
  contradictionProblem,
  deadLinkProblem,
  type PublishingProblem,
  undescribedPictureProblem,
} from '#domain/site-editor/publishing-problems.ts'
import { siteContradictions } from '#domain/sites/contradictions.ts'
import { applySettings } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import { notifyCaches } from '#server/cache/shared-cache.ts'
import { type ChangeContext, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { listPicturesWithoutDescription } from '#server/images/pictures.ts'
import { deadLinksIn } from '#server/site-editor/dead-links.ts'
import type { MigratedDocument } from '#server/site-editor/documents.ts'
import { lockedDraft } from '#server/site-editor/draft.ts'
import { pageAddresses } from '#server/site-editor/page-addresses-table.ts'
import { requestPublication } from '#server/site-editor/request-publication.ts'
import {
  lockVersions,
  logVersion,
  type SiteVersion,
  updateVersion,
  versionInState,
} from '#server/site-editor/versions.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { readSettings } from '#server/sites/settings.ts'

/** Why visitors must not see a document: unreadable colours, for example. */
export async function findPublishingProblems(
  tx: SiteTx,
  starter: Site,
  document: SiteDocument,
): Promise<PublishingProblem[]> {
  const site = applyDocument(applySettings(starter, await readSettings(tx)), document)
  const deadLinkProblems = (await deadLinksIn(tx, document)).map(({ part, link }) => deadLinkProblem(part, link))
  return [
    ...siteContradictions(site).map(contradictionProblem),
    ...deadLinkProblems,
    ...(await pictureProblems(tx, document)),
  ]
}

async function pictureProblems(tx: SiteTx, document: SiteDocument): Promise<PublishingProblem[]> {
  const shown = picturesWithoutDescription(document)
  const undescribed = await listPicturesWithoutDescription(
    tx,
    shown.map(({ address }) => address),
  )
  return shown.flatMap(({ part, address }) => {
    const picture = undescribed.get(address)
    return picture ? [undescribedPictureProblem(part, picture)] : []
  })
}

/** Why a version cannot be published. */
export const versionProblems = async (
  tx: SiteTx,
  starter: Site,
  { document, problem }: MigratedDocument,
): Promise<PublishingProblem[]> =>
  problem ? [{ part: null, text: problem }] : findPublishingProblems(tx, starter, document)

async function refuseProblems(tx: SiteTx, starter: Site, version: SiteVersion): Promise<void> {
  const problems = await versionProblems(tx, starter, version)
  const words = problems.map(({ text }) => text).join(' ')
  if (words) throw new Refusal('site-not-publishable', { fields: { document: words } })
}

type PublishInput = { expectedSequence: number; note: string; starter: Site }

/** Publishes the draft that the administrator has seen. An older version that is scheduled is not published any more. */
export async function publishDraft(
  tx: SiteTx,
  { expectedSequence, note, starter }: PublishInput,
  context: EditContext,
): Promise<SiteVersion> {
  const draft = await lockedDraft(tx, expectedSequence)
  await refuseProblems(tx, starter, draft)
  await updateVersion(tx, draft.number, { note })
  // At its time it would take back what is published now.
  if (await versionInState(tx, 'scheduled')) await cancelScheduledPublication(tx, context)
  return publishVersion(tx, draft, context)
}

/** Makes a draft or a scheduled version the one that visitors see, and the one before it a superseded one. */
export async function publishVersion(tx: SiteTx, version: SiteVersion, context: ChangeContext): Promise<SiteVersion> {
  await tx.update(siteVersions).set({ state: 'superseded' }).where(eq(siteVersions.state, 'published'))
  const published = await updateVersion(tx, version.number, {
    state: 'published',
    publishAt: null,
    publishedAt: context.now,
    publishedBy: context.userId,
    updatedAt: context.now,
  })
  await recordPageAddresses(tx, published.document)
  await logVersion(tx, published, 'published', context)
  await notifyCaches(tx, scopeOf(tx).websiteId, 'site')
  return published
}

/** Records the addresses of a published document. An address of another page leads to the new one from now on. */
async function recordPageAddresses(tx: SiteTx, document: SiteDocument): Promise<void> {
  const values = Object.keys(document)
    .filter(isOwnPagePart)
    .map((page) => ({ page, address: document[page]!.address }))
  if (values.length === 0) return
  await tx
    .insert(pageAddresses)
    .values(values)
    .onConflictDoUpdate({ target: [pageAddresses.websiteId, pageAddresses.address], set: { page: sql`excluded.page` } })
}

export async function scheduleDraft(
  tx: SiteTx,
  { expectedSequence, note, publishAt, starter }: PublishInput & { publishAt: Date },
  context: EditContext,
): Promise<SiteVersion> {
  if (publishAt <= context.now) throw new Refusal('schedule-in-the-past')
  const draft = await lockedDraft(tx, expectedSequence)
  if (await versionInState(tx, 'scheduled')) throw new Refusal('already-scheduled')
  await refuseProblems(tx, starter, draft)
  const scheduled = await updateVersion(tx, draft.number, {
    state: 'scheduled',
    publishAt,
    scheduledBy: context.userId,
    note,
    updatedAt: context.now,
  })
  await requestPublication(tx, { number: draft.number, publishAt })
  await logVersion(tx, scheduled, 'scheduled', context)
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
export async function cancelScheduledPublication(tx: SiteTx, context: ChangeContext): Promise<SiteVersion> {
  await lockVersions(tx)
  const scheduled = await versionInState(tx, 'scheduled')
  if (!scheduled) throw new Refusal('not-found')
  const state = (await versionInState(tx, 'draft')) ? 'superseded' : 'draft'
  const after = await updateVersion(tx, scheduled.number, {
    state,
    publishAt: null,
    scheduledBy: null,
    updatedAt: context.now,
  })
  await logVersion(tx, after, 'unscheduled', context)
  return after
}
