import { domainToUnicode } from 'node:url'
import type { Context } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { timestamp } from '#api/guards.ts'
import { parseHost } from '#domain/hosted-sites/host.ts'
import { hostedSiteStateOf, hostedSiteStates } from '#domain/hosted-sites/hosted-site-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostNamesOf } from '#domain/sites/host-name.ts'
import type { Site } from '#domain/sites/site.ts'
import { hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { type HostedSiteDetails, readHostedSite } from '#server/hosted-sites/queries.ts'

const text = z.string()
export const HostedSiteSchema = z.strictObject({
  websiteId: z.uuid(),
  name: text,
  starter: text,
  /** Links in mails begin with it. */
  origin: text,
  /** A site of `sites/`, which cannot be suspended or deleted here. */
  isInFolder: z.boolean(),
  /** The website that this request was sent to. */
  isHere: z.boolean(),
  state: z.enum(hostedSiteStates),
  createdAt: timestamp.nullable(),
  /** From then on it can no longer be restored. */
  deleteAfter: timestamp.nullable(),
  hosts: z.array(
    z.strictObject({
      host: text,
      shown: text,
      isMain: z.boolean(),
      /** Named in the folder of the site, so it can only be changed there. */
      isInFolder: z.boolean(),
      confirmation: z.enum(['dns', 'person', 'folder']).nullable(),
    }),
  ),
  administrators: z.int(),
  invitedUntil: timestamp.nullable(),
})
export type HostedSiteAnswer = z.output<typeof HostedSiteSchema>

export const SiteParams = z.object({ websiteId: z.uuid() })

export const unicodeHost = (host: string): string => domainToUnicode(host) || host

/** The site of this id, or 404. */
export function requireServedSite(c: Context<ApiEnv>, websiteId: string): Site {
  const site = c.var.services.hosting.sites.siteOf(websiteId)
  if (!site) throw new Refusal('not-found')
  return site
}

/** Runs a command on a website and serves the result before the request is answered. */
export async function changeHostedSite(
  c: Context<ApiEnv>,
  websiteId: string,
  work: (tx: SiteTx, context: EditContext) => Promise<unknown>,
): Promise<void> {
  await c.var.asPlatform(websiteId, work)
  await c.var.services.hosting.reload()
}

function present(c: Context<ApiEnv>, { site, hosts, administrators, invitedUntil }: HostedSiteDetails, served: Site) {
  const { hosting } = c.var.services
  const folder = hosting.sites.inFolders.find(({ siteId }) => siteId === served.siteId)
  const stored = new Set(hosts.map(({ host }) => host))
  const ofFolder = folder ? hostNamesOf(folder).filter((host) => !stored.has(host)) : []
  const main = hosts.find(({ isMain, confirmedAt }) => isMain && (site || confirmedAt))?.host ?? served.domain
  return {
    websiteId: served.siteId,
    name: site?.name ?? served.name,
    starter: served.folder,
    origin: hosting.originOf(served),
    isInFolder: !site,
    isHere: served.siteId === c.var.starter.siteId,
    state: site ? hostedSiteStateOf(site) : ('open' as const),
    createdAt: site?.createdAt.toISOString() ?? null,
    deleteAfter: site?.deleteAfter?.toISOString() ?? null,
    hosts: [
      ...hosts.map(({ host, confirmation }) => {
        return { host, shown: unicodeHost(host), isMain: host === main, isInFolder: false, confirmation }
      }),
      ...ofFolder.map((host) => {
        const confirmation = 'folder' as const
        return { host, shown: unicodeHost(host), isMain: host === main, isInFolder: true, confirmation }
      }),
    ],
    administrators,
    invitedUntil: invitedUntil?.toISOString() ?? null,
  }
}

/** A website with its hosts, as every route that changes it answers. */
export async function readHostedSiteAnswer(c: Context<ApiEnv>, websiteId: string): Promise<HostedSiteAnswer> {
  const served = requireServedSite(c, websiteId)
  return present(c, await c.var.asPlatform(websiteId, (tx) => readHostedSite(tx, c.var.now)), served)
}

/** Returns the ASCII form of a host; refuses one that is invalid or that a website has already. */
export function requireFreeHost(c: Context<ApiEnv>, typed: string, websiteId: string | null): string {
  const { host, problem } = parseHost(typed, { inProduction: c.var.services.production })
  const there = host === undefined ? null : c.var.services.hosting.sites.siteForHost(host)
  const why = problem ?? (there && (there.siteId === websiteId ? hostProblemTexts.own : hostProblemTexts.taken))
  if (why) throw new Refusal('invalid', { fields: { host: why } })
  return host!
}
