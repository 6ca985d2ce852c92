import { changedFieldLabel } from '#domain/activity/words.ts'
import { hasDemoContent } from '#domain/demo/demo.ts'
import type { OwnAnswers } from '#domain/set-up/answers.ts'
import { ownDocument } from '#domain/set-up/own-document.ts'
import { ownSettings } from '#domain/set-up/own-settings.ts'
import { requireDemoSite } from '#domain/set-up/set-up.ts'
import { isOwnPagePart, type OwnPage, type OwnPagePart, type SiteDocument } from '#domain/site-editor/document.ts'
import { applySettings, type SiteSettings } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { readDemoContent } from '#server/demo/demo-content.ts'
import { removeDemo } from '#server/demo/remove-demo.ts'
import { requireExistingPicture } from '#server/images/pictures.ts'
import { lockSetUp, markSiteAsOwn } from '#server/set-up/state.ts'
import { replaceDraft } from '#server/site-editor/draft.ts'
import { publishDraft } from '#server/site-editor/publishing.ts'
import { lockVersions, requireReadableVersion, versionInState } from '#server/site-editor/versions.ts'
import { changeSettings, readStoredSettings } from '#server/sites/settings.ts'

type MakeOwn = {
  answers: OwnAnswers
  starter: Site
  keepEdited: boolean
  /** Recorded in the activity log with the changed settings. */
  client: { [name: string]: string | null }
  /** Throws when the new settings are not allowed. */
  checkSettings: (before: SiteSettings, after: SiteSettings) => Promise<void>
}

/**
 * Replaces the demo artist by the owner, in the transaction of the caller: stores settings, publishes texts and look, and
 * removes the demo content. It can be done once.
 */
export async function replaceDemoByOwnContent(
  tx: SiteTx,
  { answers, starter, ...options }: MakeOwn,
  context: EditContext,
) {
  requireDemoSite(await lockSetUp(tx))
  const settings = await saveSettings(tx, { answers, starter, ...options }, context)
  await publishOwn(tx, { answers, starter, settings }, context)
  const isDemo = hasDemoContent(await readDemoContent(tx, starter.content))
  if (isDemo) await removeDemo(tx, { keepEdited: options.keepEdited, starter: starter.content }, context)
  await recordActivity(tx, { resourceType: 'demo', action: 'replaced', userId: context.userId }, context.now)
  return markSiteAsOwn(tx, context.now)
}

async function saveSettings(
  tx: SiteTx,
  { answers, starter, client, checkSettings }: Omit<MakeOwn, 'keepEdited'>,
  context: EditContext,
): Promise<SiteSettings> {
  const { sequence: expectedSequence } = await readStoredSettings(tx)
  const draft = ownSettings(answers, starter)
  const { settings, changes } = await changeSettings(tx, { draft, expectedSequence, check: checkSettings }, context)
  const resourceName = Object.keys(changes).map(changedFieldLabel).join(', ')
  const line = { resourceType: 'settings', action: 'updated', userId: context.userId, resourceName } as const
  await recordActivity(tx, { ...line, details: { changes, ...client } }, context.now)
  return settings
}

type Publication = { answers: OwnAnswers; starter: Site; settings: SiteSettings }

async function publishOwn(tx: SiteTx, { answers, starter, settings }: Publication, context: EditContext) {
  const { logo, portrait, name } = answers
  if (logo) await requireExistingPicture(tx, { address: logo, field: 'logo', fileAt: () => null, alt: name })
  if (portrait)
    await requireExistingPicture(tx, { address: portrait, field: 'portrait', fileAt: () => null, alt: name })
  await lockVersions(tx)
  const document = { ...(await addedPages(tx)), ...ownDocument(answers, applySettings(starter, settings)) }
  const published = await versionInState(tx, 'published')
  const { sequence } = await replaceDraft(tx, { document, basedOn: published?.number ?? null }, context)
  const note = 'Set up as your own website'
  await publishDraft(tx, { expectedSequence: sequence, note, starter }, context)
}

/** Own pages are kept. A page that is only in the draft is hidden, so that it is not published. */
async function addedPages(tx: SiteTx): Promise<Record<OwnPagePart, OwnPage>> {
  const pagesIn = async (state: 'draft' | 'published', changed: Partial<OwnPage> = {}) => {
    const version = await versionInState(tx, state)
    const { document } = version ? requireReadableVersion(version) : { document: {} as SiteDocument }
    const parts = Object.keys(document).filter(isOwnPagePart)
    return Object.fromEntries(parts.map((part) => [part, { ...document[part]!, ...changed }]))
  }
  return { ...(await pagesIn('draft', { visibility: 'hidden' })), ...(await pagesIn('published')) }
}
