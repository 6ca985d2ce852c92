import { and, asc, count, desc, eq, exists, gt, isNotNull, isNull, max, or, type SQL } from 'drizzle-orm'
import type { HostedSiteRequest, HostedSiteState } from '#domain/hosted-sites/hosted-site-list.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { isAdministrator } from '#server/accounts/access.ts'
import { isOpenInvitation } from '#server/accounts/one-time-links.ts'
import { oneTimeTokens, userWebsiteAccess } from '#server/accounts/table.ts'
import { asRole, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'
import { hostedSites, siteHosts } from '#server/hosted-sites/table.ts'
import { versionInState } from '#server/site-editor/versions.ts'

/* All queries run in the role `platform`. */

export type HostedSiteRow = typeof hostedSites.$inferSelect
export type SiteHostRow = typeof siteHosts.$inferSelect

const inState: Record<HostedSiteState, SQL | undefined> = {
  open: and(isNull(hostedSites.suspendedAt), isNull(hostedSites.deleteAfter)),
  suspended: and(isNotNull(hostedSites.suspendedAt), isNull(hostedSites.deleteAfter)),
  deleted: isNotNull(hostedSites.deleteAfter),
}

/** A page of all websites that were created in the admin area, found by name or host. */
export async function findHostedSites(
  tx: SiteTx,
  { q, state, sort, direction, page, size }: HostedSiteRequest,
): Promise<{ sites: (HostedSiteRow & { host: string; isConfirmed: boolean })[]; total: number }> {
  const ofSite = eq(siteHosts.websiteId, hostedSites.websiteId)
  const hasHost =
    q &&
    exists(
      tx
        .select()
        .from(siteHosts)
        .where(and(ofSite, containsWords(q, siteHosts.host))),
    )
  const by = { created: hostedSites.createdAt, name: hostedSites.name }[sort]
  const { rows, total } = await pageOf(tx, {
    rows: tx
      .select({ site: hostedSites, host: siteHosts.host, confirmedAt: siteHosts.confirmedAt })
      .from(hostedSites)
      .leftJoin(siteHosts, and(ofSite, siteHosts.isMain))
      .$dynamic(),
    from: hostedSites,
    where: and(hasHost ? or(containsWords(q, hostedSites.name), hasHost) : undefined, state && inState[state]),
    orderBy: [orderByDirection(direction, by), desc(hostedSites.websiteId)],
    page,
    size,
  })
  const sites = rows.map(({ site, host, confirmedAt }) => {
    return { ...site, host: host ?? '', isConfirmed: confirmedAt !== null }
  })
  return { sites, total }
}

export type HostedSiteDetails = {
  /** Null for a website of `sites/`. */
  site: HostedSiteRow | null
  hosts: SiteHostRow[]
  administrators: number
  /** When the last open invitation expires. */
  invitedUntil: Date | null
}

/** The website of the transaction. Only the number of its administrators is returned, not who they are. */
export async function readHostedSite(tx: SiteTx, now: Date): Promise<HostedSiteDetails> {
  const { websiteId } = scopeOf(tx)
  const [site = null] = await tx.select().from(hostedSites).where(eq(hostedSites.websiteId, websiteId))
  const hosts = await tx
    .select()
    .from(siteHosts)
    .where(eq(siteHosts.websiteId, websiteId))
    .orderBy(desc(siteHosts.isMain), asc(siteHosts.createdAt), asc(siteHosts.host))
  return asRole(tx, 'auth_service', async () => {
    const [access] = await tx.select({ number: count() }).from(userWebsiteAccess)
    const [invitation] = await tx
      .select({ until: max(oneTimeTokens.expiresAt) })
      .from(oneTimeTokens)
      .where(and(isOpenInvitation, gt(oneTimeTokens.expiresAt, now)))
    return { site, hosts, administrators: access!.number, invitedUntil: invitation?.until ?? null }
  })
}

/** The published document of a website that the user administers. */
export async function publishedDocumentOf(tx: SiteTx, context: EditContext): Promise<SiteDocument> {
  if (!(await isAdministrator(tx, context))) throw new Refusal('no-design')
  const published = await asRole(tx, 'administrator', () => versionInState(tx, 'published'))
  return published?.document ?? {}
}
