import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, EmptyAnswer, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type PartName,
  partNameSchema,
  partNamesIn,
  type SiteDocument,
  schemaOfPart,
  siteDocumentSchema,
  starterParts,
} from '#domain/site-editor/document.ts'
import { documentChanges } from '#domain/site-editor/document-changes.ts'
import { missingPictures } from '#domain/site-editor/document-pictures.ts'
import { closedLinkReasons, closedLinksOf } from '#domain/site-editor/links.ts'
import { versionList, versionStates } from '#domain/site-editor/version-list.ts'
import { versionNoteSchema } from '#domain/site-editor/version-note.ts'
import { problemSentence, zodIssueMessage } from '#domain/sites/site-file-problems.ts'
import { listAccess } from '#server/accounts/access.ts'
import { discardDraft, restoreVersion, saveDraftPart } from '#server/site-editor/draft.ts'
import {
  cancelScheduledPublication,
  publishDraft,
  scheduleDraft,
  versionProblems,
} from '#server/site-editor/publishing.ts'
import {
  deleteVersion,
  findVersions,
  lastDraftSequence,
  requireReadableVersion,
  type SiteVersion,
  versionByNumber,
  versionInState,
} from '#server/site-editor/versions.ts'

const number = z.coerce.number().int().min(1).max(1_000_000)
const Version = z.object({ number })
const sequence = z.int().min(0)
const note = versionNoteSchema.default('')

const Change = z.strictObject({
  part: partNameSchema,
  path: z.array(z.union([z.string(), z.number()])),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const VersionAnswer = z.strictObject({
  number: z.int(),
  state: z.enum(versionStates),
  basedOn: z.int().nullable(),
  publishAt: timestamp.nullable(),
  publishedAt: timestamp.nullable(),
  note: z.string(),
  /** The email address of the administrator who edited it last; null for one without access. */
  by: z.string().nullable(),
  scheduledBy: z.string().nullable(),
  /** Null for one that was published by itself at its time. */
  publishedBy: z.string().nullable(),
  updatedAt: timestamp,
  /** The parts that differ from the version that it was made from. */
  changedParts: z.array(partNameSchema),
  /** Why this program cannot read it. */
  problem: z.string().nullable(),
})
const VersionsAnswer = z.strictObject({ versions: z.array(VersionAnswer), total: z.int() })
export type ListedVersion = z.output<typeof VersionAnswer>

const DraftAnswer = z.strictObject({
  /** Null while nothing was changed since the last publication. */
  draft: z.strictObject({ number: z.int(), sequence: z.int(), basedOn: z.int().nullable() }).nullable(),
  /** What an edit names as the state that it was made in, also while there is no draft. */
  sequence: z.int(),
  /** The website as the draft has it; where nothing was ever changed, as the starter has it. */
  document: siteDocumentSchema,
  /** The parts that differ from the starter. */
  ownParts: z.array(partNameSchema),
  starter: siteDocumentSchema,
  /** What publishing would change. */
  changes: z.array(Change),
  /** Why it cannot be published as it is. */
  problems: z.array(
    z.strictObject({ part: partNameSchema.nullable(), text: z.string(), pictureId: z.uuid().optional() }),
  ),
  /** Links to pages that are switched off or hidden: visitors do not see them. */
  closedLinks: z.array(
    z.strictObject({ part: partNameSchema, label: z.string(), target: z.string(), because: z.enum(closedLinkReasons) }),
  ),
  scheduled: z.strictObject({ number: z.int(), publishAt: timestamp }).nullable(),
})
export type SiteDraftAnswer = z.output<typeof DraftAnswer>

const starterOf = (c: Context<ApiEnv>): SiteDocument => starterParts(c.var.starter, c.var.services.starterPages)

async function draftAnswer(c: Context<ApiEnv>): Promise<z.output<typeof DraftAnswer>> {
  return c.var.inSite(async (tx) => {
    const starter = starterOf(c)
    const draft = await versionInState(tx, 'draft')
    const published = await versionInState(tx, 'published')
    const scheduled = await versionInState(tx, 'scheduled')
    const shown = draft ?? scheduled ?? published ?? { document: {}, problem: null }
    const own: SiteDocument = shown.document
    const document = { ...starter, ...own }
    return {
      sequence: draft?.sequence ?? (await lastDraftSequence(tx)),
      draft: draft && { number: draft.number, sequence: draft.sequence, basedOn: draft.basedOn },
      document,
      ownParts: partNamesIn(own),
      starter,
      changes: documentChanges({ ...starter, ...published?.document }, document),
      problems: await versionProblems(tx, c.var.starter, shown),
      closedLinks: closedLinksOf(c.var.site, own),
      scheduled: scheduled && { number: scheduled.number, publishAt: scheduled.publishAt!.toISOString() },
    }
  })
}

async function emailsOf(c: Context<ApiEnv>): Promise<Map<string, string>> {
  const { administrators } = await listAccess(c.var.auth)
  return new Map(administrators.map(({ userId, email }) => [userId, email]))
}

function present(
  { number, state, basedOn, note, document, problem, ...version }: SiteVersion,
  { base, emails }: { base: SiteDocument; emails: Map<string, string> },
): z.output<typeof VersionAnswer> {
  const changed = documentChanges(base, document)
  const emailOf = (userId: string | null) => (userId && emails.get(userId)) ?? null
  return {
    number,
    state,
    basedOn,
    publishAt: version.publishAt?.toISOString() ?? null,
    publishedAt: version.publishedAt?.toISOString() ?? null,
    note,
    by: emailOf(version.userId),
    scheduledBy: emailOf(version.scheduledBy),
    publishedBy: emailOf(version.publishedBy),
    updatedAt: version.updatedAt.toISOString(),
    changedParts: problem
      ? []
      : partNamesIn(base, document).filter((part) => changed.some((change) => change.part === part)),
    problem,
  }
}

const PartEdit = z.strictObject({
  /** The `sequence` before the edit. */
  sequence,
  /** Null: as in the starter. */
  value: z.looseObject({}).nullable(),
})

/** The website as a document: one draft, its publication, and the versions before it. */
export const siteVersionsRoutes = new Hono<ApiEnv>()
  .get('/draft', may('site:edit'), answers('Returns the draft of the website.', DraftAnswer), async (c) =>
    c.json(await draftAnswer(c)),
  )
  .put(
    '/draft/parts/:part',
    may('site:edit'),
    params(z.object({ part: partNameSchema })),
    body(PartEdit),
    answers('Stores one part of the draft.', DraftAnswer),
    async (c) => {
      const { part } = c.req.valid('param')
      const { sequence: expectedSequence, value } = c.req.valid('json')
      const read = value === null ? null : readPart(part, value, (file) => c.var.services.fileNamed(file) !== null)
      await c.var.edit('drafts', (tx, context) => saveDraftPart(tx, { part, value: read, expectedSequence }, context))
      return c.json(await draftAnswer(c))
    },
  )
  .post(
    '/draft/publish',
    may('site:edit'),
    body(z.strictObject({ sequence, note })),
    answers('Publishes the draft.', DraftAnswer),
    async (c) => {
      const { sequence: expectedSequence, note } = c.req.valid('json')
      await c.var.edit('site', (tx, context) =>
        publishDraft(tx, { expectedSequence, note, starter: c.var.starter }, context),
      )
      return c.json(await draftAnswer(c))
    },
  )
  .post(
    '/draft/schedule',
    may('site:edit'),
    body(z.strictObject({ sequence, note, publishAt: z.coerce.date() })),
    answers('Schedules the publication of the draft.', DraftAnswer),
    async (c) => {
      const { sequence: expectedSequence, note, publishAt } = c.req.valid('json')
      const chosen = { expectedSequence, note, publishAt, starter: c.var.starter }
      await c.var.edit('drafts', (tx, context) => scheduleDraft(tx, chosen, context))
      return c.json(await draftAnswer(c))
    },
  )
  .post(
    '/scheduled/cancel',
    may('site:edit'),
    answers('Cancels the schedule; the version is the draft again.', DraftAnswer),
    async (c) => {
      await c.var.edit('drafts', cancelScheduledPublication)
      return c.json(await draftAnswer(c))
    },
  )
  .post(
    '/draft/discard',
    may('site:edit'),
    body(z.strictObject({ sequence })),
    answers('Discards the draft; it stays among the versions.', DraftAnswer),
    async (c) => {
      const { sequence: expectedSequence } = c.req.valid('json')
      await c.var.edit('drafts', (tx, context) => discardDraft(tx, expectedSequence, context))
      return c.json(await draftAnswer(c))
    },
  )
  .get(
    '/versions',
    may('site:edit'),
    query(listQuerySchema(versionList)),
    answers('Lists the versions, the newest first.', VersionsAnswer),
    async (c) => {
      const emails = await emailsOf(c)
      const starter = starterOf(c)
      const { versions, total } = await c.var.inSite((tx) => findVersions(tx, c.req.valid('query')))
      const listed = versions.map(({ base, document, ...version }) =>
        present({ ...version, document: { ...starter, ...document } }, { base: { ...starter, ...base }, emails }),
      )
      return c.json({ versions: listed, total })
    },
  )
  .get(
    '/versions/:number/changes',
    may('site:edit'),
    params(Version),
    query(z.object({ since: number.optional() })),
    answers('Lists what differs between a version and another, or the starter.', z.array(Change)),
    async (c) => {
      const { since } = c.req.valid('query')
      const starter = starterOf(c)
      const changes = await c.var.inSite(async (tx) => {
        const { document } = requireReadableVersion(await versionByNumber(tx, c.req.valid('param').number))
        const base = since === undefined ? {} : requireReadableVersion(await versionByNumber(tx, since)).document
        return documentChanges({ ...starter, ...base }, { ...starter, ...document })
      })
      return c.json(changes)
    },
  )
  .post(
    '/versions/:number/restore',
    may('site:edit'),
    params(Version),
    answers('Copies a version into the draft.', DraftAnswer),
    async (c) => {
      await c.var.edit('drafts', (tx, context) => restoreVersion(tx, c.req.valid('param').number, context))
      return c.json(await draftAnswer(c))
    },
  )
  .delete(
    '/versions/:number',
    may('site:edit'),
    params(Version),
    answers('Deletes a version that is neither draft, scheduled nor published.', EmptyAnswer),
    async (c) => {
      await c.var.edit('drafts', (tx, context) => deleteVersion(tx, c.req.valid('param').number, context))
      return c.json({})
    },
  )

function readPart(part: PartName, value: unknown, hasPicture: (file: string) => boolean) {
  const read = schemaOfPart(part).safeParse(value, { error: zodIssueMessage })
  const problems: [path: string, problem: string][] = read.success
    ? missingPictures(part, read.data, hasPicture).map((path) => [path, 'must name a picture that is there'])
    : read.error.issues.map(({ path, message }) => [path.join('.'), message])
  if (problems.length === 0) return read.data as never
  throw new Refusal('invalid', {
    fields: Object.fromEntries(problems.map(([path, each]) => [path, problemSentence(each)])),
  })
}
