import { and, eq, isNull, ne } from 'drizzle-orm'
import { deletedSiteRetentionDays, type NewSite } from '#domain/hosted-sites/hosted-site.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import type { Site } from '#domain/sites/site.ts'
import { hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'
import { grantAccessOrInvite } from '#server/accounts/access.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { notifyCaches } from '#server/cache/shared-cache.ts'
import { type KeyIds, recordKeysOfNewSite } from '#server/crypto/keys-in-use.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import { asRole, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { hostedSites, siteHosts } from '#server/hosted-sites/table.ts'
import { publishDraft } from '#server/site-editor/publishing.ts'
import { insertDraft } from '#server/site-editor/versions.ts'
import { websites } from '#server/sites/table.ts'

/*
 * Every command runs in the role `platform`, on the website that it is about. What it changes is in the activity log of
 * that website, where its own administrators see it.
 */

type SiteAction = 'created' | 'suspended' | 'resumed' | 'deleted' | 'restored'
type HostAction = 'host_added' | 'host_confirmed' | 'host_removed' | 'main_host_changed'

/** Records the change, and notifies all processes on commit. */
async function recordSiteChange(
  tx: SiteTx,
  { userId, now }: EditContext,
  action: SiteAction | HostAction,
  resourceName: string,
): Promise<void> {
  const { websiteId } = scopeOf(tx)
  await asRole(tx, 'auth_service', () =>
    recordActivity(tx, { resourceType: 'website', action, userId, resourceName }, now),
  )
  await notifyCaches(tx, websiteId, 'hosts')
}

const isCurrentSite = (tx: SiteTx) => eq(hostedSites.websiteId, scopeOf(tx).websiteId)

type NewWebsite = Pick<NewSite, 'name'> & {
  host: string
  ownerEmail: string
  /** The site as it will be. */
  site: Site
  document: SiteDocument
  keyIds: KeyIds
  /** The context of the new website, for the invitation mail. */
  auth: AuthContext
}

/** Creates a website with its host, keys and first published version, and invites its owner. */
export async function createHostedSite(tx: SiteTx, made: NewWebsite, context: EditContext): Promise<void> {
  const { name, host, site, document, keyIds, auth, ownerEmail } = made
  const { websiteId } = scopeOf(tx)
  const { userId, now } = context
  await tx.insert(websites).values({ websiteId, name })
  await tx.insert(hostedSites).values({ websiteId, starter: site.folder, name, createdBy: userId, createdAt: now })
  await insertHost(tx, host, { isMain: true, now })
  await asRole(tx, 'worker', () => recordKeysOfNewSite(tx, keyIds))
  await asRole(tx, 'administrator', async () => {
    await tx.update(websites).set({ ownSince: now })
    const draft = await insertDraft(tx, { document, basedOn: null, partSequences: {} }, context)
    await publishDraft(tx, { expectedSequence: draft.sequence, note: '', starter: site }, context)
  })
  await recordSiteChange(tx, context, 'created', name)
  await asRole(tx, 'auth_service', () => grantAccessOrInvite(tx, auth, { userId }, ownerEmail))
}

/** Of two concurrent requests for the same host the second waits, and is refused. */
async function insertHost(tx: SiteTx, host: string, { isMain, now }: { isMain: boolean; now: Date }): Promise<void> {
  const { websiteId } = scopeOf(tx)
  try {
    await tx.insert(siteHosts).values({ host, websiteId, isMain, createdAt: now })
  } catch (error) {
    if (violatedConstraint(error) !== 'site_hosts_pkey') throw error
    throw new Refusal('invalid', { fields: { host: hostProblemTexts.taken } })
  }
}

/** Invites the first administrator of a website, who then invites others; platform access does not. */
export async function inviteOwner(
  tx: SiteTx,
  { auth, email }: { auth: AuthContext; email: string },
  { userId, now }: EditContext,
): Promise<'granted' | 'invited'> {
  return asRole(tx, 'auth_service', async () => {
    if ((await applyDueRemovals(tx, now)).length) throw new Refusal('has-administrator')
    const { outcome } = await grantAccessOrInvite(tx, auth, { userId }, email)
    return outcome
  })
}

async function lockedSite(tx: SiteTx): Promise<typeof hostedSites.$inferSelect> {
  const [found] = await tx.select().from(hostedSites).where(isCurrentSite(tx)).for('update')
  if (!found) throw new Refusal('not-found')
  return found
}

/** Visitors see that the website is closed; payments and jobs continue. */
export async function suspendSite(tx: SiteTx, context: EditContext): Promise<void> {
  const site = await lockedSite(tx)
  if (site.suspendedAt) return
  await tx.update(hostedSites).set({ suspendedAt: context.now }).where(isCurrentSite(tx))
  await recordSiteChange(tx, context, 'suspended', site.name)
}

export async function resumeSite(tx: SiteTx, context: EditContext): Promise<void> {
  const site = await lockedSite(tx)
  if (!site.suspendedAt) return
  await tx.update(hostedSites).set({ suspendedAt: null }).where(isCurrentSite(tx))
  await recordSiteChange(tx, context, 'resumed', site.name)
}

/** Closes the website at once. Its data is deleted after `deletedSiteRetentionDays`. */
export async function deleteSite(tx: SiteTx, context: EditContext): Promise<void> {
  const site = await lockedSite(tx)
  if (site.deleteAfter) return
  const deleteAfter = new Date(+context.now + deletedSiteRetentionDays * 86_400_000)
  await tx.update(hostedSites).set({ deleteAfter }).where(isCurrentSite(tx))
  await recordSiteChange(tx, context, 'deleted', site.name)
}

export async function restoreSite(tx: SiteTx, context: EditContext): Promise<void> {
  const site = await lockedSite(tx)
  if (!site.deleteAfter) return
  await tx.update(hostedSites).set({ deleteAfter: null }).where(isCurrentSite(tx))
  await recordSiteChange(tx, context, 'restored', site.name)
}

export async function addHost(tx: SiteTx, host: string, context: EditContext): Promise<void> {
  await insertHost(tx, host, { isMain: false, now: context.now })
  await recordSiteChange(tx, context, 'host_added', host)
}

const isHost = (tx: SiteTx, host: string) =>
  and(eq(siteHosts.websiteId, scopeOf(tx).websiteId), eq(siteHosts.host, host))

async function lockedHost(tx: SiteTx, host: string): Promise<typeof siteHosts.$inferSelect> {
  const [found] = await tx.select().from(siteHosts).where(isHost(tx, host)).for('update')
  if (!found) throw new Refusal('not-found')
  return found
}

/** The host is served from now on. `dns`: its DNS leads here. `person`: a user with platform access has confirmed it. */
export async function confirmHost(
  tx: SiteTx,
  { host, confirmation }: { host: string; confirmation: 'dns' | 'person' },
  context: EditContext,
): Promise<void> {
  await lockedHost(tx, host)
  const confirmed = await tx
    .update(siteHosts)
    .set({ confirmation, confirmedAt: context.now })
    .where(and(isHost(tx, host), isNull(siteHosts.confirmedAt)))
    .returning({ host: siteHosts.host })
  if (confirmed.length) await recordSiteChange(tx, context, 'host_confirmed', host)
}

/** Links and mails use this host from now on. The previous main host is still served. */
export async function makeMainHost(tx: SiteTx, host: string, context: EditContext): Promise<void> {
  const { isMain, confirmedAt } = await lockedHost(tx, host)
  if (!confirmedAt) throw new Refusal('host-unconfirmed')
  if (isMain) return
  const others = and(eq(siteHosts.websiteId, scopeOf(tx).websiteId), ne(siteHosts.host, host))
  await tx.update(siteHosts).set({ isMain: false }).where(others)
  await tx.update(siteHosts).set({ isMain: true }).where(isHost(tx, host))
  await recordSiteChange(tx, context, 'main_host_changed', host)
}

/** Refuses the main host of a hosted site. A site of `sites/` falls back to the domain of its file. */
export async function removeHost(tx: SiteTx, host: string, context: EditContext): Promise<void> {
  const { isMain } = await lockedHost(tx, host)
  const [hosted] = await tx.select({ id: hostedSites.websiteId }).from(hostedSites).where(isCurrentSite(tx))
  if (isMain && hosted) throw new Refusal('main-host')
  await tx.delete(siteHosts).where(isHost(tx, host))
  await recordSiteChange(tx, context, 'host_removed', host)
}
