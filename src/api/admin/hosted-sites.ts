import { domainToUnicode } from 'node:url'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { emailProblem, normalizeEmail } from '#domain/accounts/email.ts'
import { checkStates } from '#domain/going-live/check.ts'
import { parseHost } from '#domain/hosted-sites/host.ts'
import { designPartsOf, NewSite, newSiteDocument } from '#domain/hosted-sites/hosted-site.ts'
import { hostedSiteList, hostedSiteStateOf, hostedSiteStates } from '#domain/hosted-sites/hosted-site-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostNamesOf } from '#domain/sites/host-name.ts'
import { starterWithoutOwnerData } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { hostedSiteTexts, hostProblemTexts } from '#domain/texts/our-hosted-sites-words.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { newId } from '#server/db/id.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { checkHost } from '#server/going-live/checks.ts'
import {
  addHost,
  confirmHost,
  createHostedSite,
  deleteSite,
  inviteOwner,
  makeMainHost,
  removeHost,
  restoreSite,
  resumeSite,
  suspendSite,
} from '#server/hosted-sites/commands.ts'
import {
  findHostedSites,
  type HostedSiteDetails,
  publishedDocumentOf,
  readHostedSite,
} from '#server/hosted-sites/queries.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'

const text = z.string()
const Listed = z.strictObject({
  websiteId: z.uuid(),
  name: text,
  starter: text,
  /** In Unicode, for display. */
  host: text,
  isConfirmed: z.boolean(),
  state: z.enum(hostedSiteStates),
  createdAt: timestamp,
})
const InFolder = z.strictObject({ websiteId: z.uuid(), name: text, host: text, starter: text })
const Detailed = z.strictObject({
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
export type HostedSiteAnswer = z.output<typeof Detailed>

const SiteParams = z.object({ websiteId: z.uuid() })
const HostParams = SiteParams.extend({ host: text })
const Created = z.strictObject({ websiteId: z.uuid() })
const Checked = z.strictObject({ state: z.enum(checkStates), sentence: text, site: Detailed })

const manage = () => may('sites:manage')
const shownHost = (host: string): string => domainToUnicode(host) || host

/** DNS checks of one user: each sends requests to other servers. */
const checkRate = createMemoryRateLimit({ max: 30, seconds: 60 })
const checkMs = 8_000

/** The site of this id, or 404. */
function siteAt(c: Context<ApiEnv>, websiteId: string): Site {
  const site = c.var.services.hosting.sites.siteOf(websiteId)
  if (!site) throw new Refusal('not-found')
  return site
}

/** Runs a command on another website and serves the result before the request is answered. */
async function changeSite<T>(
  c: Context<ApiEnv>,
  websiteId: string,
  work: (tx: SiteTx, context: EditContext) => Promise<T>,
): Promise<T> {
  const done = await c.var.asPlatform(websiteId, work)
  await c.var.services.hosting.reload()
  return done
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
        return { host, shown: shownHost(host), isMain: host === main, isInFolder: false, confirmation }
      }),
      ...ofFolder.map((host) => {
        const confirmation = 'folder' as const
        return { host, shown: shownHost(host), isMain: host === main, isInFolder: true, confirmation }
      }),
    ],
    administrators,
    invitedUntil: invitedUntil?.toISOString() ?? null,
  }
}

async function details(c: Context<ApiEnv>, websiteId: string): Promise<HostedSiteAnswer> {
  const served = siteAt(c, websiteId)
  return present(c, await c.var.asPlatform(websiteId, (tx) => readHostedSite(tx, c.var.now)), served)
}

/** Returns the ASCII form of a host; refuses one that is invalid or that a website has already. */
function requireFreeHost(c: Context<ApiEnv>, typed: string, websiteId: string | null): string {
  const { host, problem } = parseHost(typed, { inProduction: c.var.services.production })
  const there = host === undefined ? null : c.var.services.hosting.sites.siteForHost(host)
  const why = problem ?? (there && (there.siteId === websiteId ? hostProblemTexts.own : hostProblemTexts.taken))
  if (why) throw new Refusal('invalid', { fields: { host: why } })
  return host!
}

/** The context for mails to the owner of another website. */
function authOf(c: Context<ApiEnv>, site: Site): AuthContext {
  const { siteId, name, locale, security } = site
  const origin = c.var.services.hosting.originOf(site)
  return {
    ...c.var.auth,
    site: { siteId, name, locale, origin, passwords: security.passwordRequirements },
    inSite: () => Promise.reject(new Error('The account of another website is changed in one transaction.')),
  }
}

function ownerEmailOf(typed: string): string {
  const problem = emailProblem(typed)
  if (problem) throw new Refusal('invalid', { fields: { ownerEmail: problem } })
  return normalizeEmail(typed)
}

/** The starter of a new website: the chosen one, or that of the website whose design it copies. */
async function resolveStarterOfNewSite(c: Context<ApiEnv>, wanted: NewSite) {
  const { sites } = c.var.services.hosting
  if (wanted.designOf === null) {
    const starter = sites.inFolders.find(({ folder }) => folder === wanted.starter)
    if (!starter) throw new Refusal('invalid', { fields: { starter: hostedSiteTexts.unknownStarter } })
    return { starter, design: {} }
  }
  const source = siteAt(c, wanted.designOf)
  const document = await c.var.asPlatform(source.siteId, publishedDocumentOf)
  return { starter: sites.inFolders.find(({ folder }) => folder === source.folder)!, design: designPartsOf(document) }
}

/** Users who close the website they are signed in on could not reopen it. */
function refuseCurrentSite(c: Context<ApiEnv>, websiteId: string): void {
  if (websiteId === c.var.starter.siteId) throw new Refusal('site-in-use')
}

const sitesBase = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get(
    '/',
    manage(),
    query(listQuerySchema(hostedSiteList)),
    answers(
      'Lists the websites of the installation: those created in the admin area, a page at a time, and those of `sites/`.',
      z.strictObject({ sites: z.array(Listed), total: z.int(), inFolders: z.array(InFolder) }),
    ),
    async (c) => {
      const { sites, total } = await c.var.asPlatform(c.var.starter.siteId, (tx) =>
        findHostedSites(tx, c.req.valid('query')),
      )
      return c.json({
        sites: sites.map(({ websiteId, name, starter, host, isConfirmed, createdAt, ...moments }) => ({
          websiteId,
          name,
          starter,
          host: shownHost(host),
          isConfirmed,
          state: hostedSiteStateOf(moments),
          createdAt: createdAt.toISOString(),
        })),
        total,
        inFolders: c.var.services.hosting.sites.inFolders.map(({ siteId, name, domain, folder }) => {
          return { websiteId: siteId, name, host: shownHost(domain), starter: folder }
        }),
      })
    },
  )
  .post(
    '/',
    manage(),
    body(NewSite),
    answers('Creates a website and invites its owner. It is served once its host is confirmed.', Created, 201),
    confirmed(),
    async (c) => {
      const wanted = c.req.valid('json')
      const { hosting } = c.var.services
      const host = requireFreeHost(c, wanted.host, null)
      const ownerEmail = ownerEmailOf(wanted.ownerEmail)
      const { starter, design } = await resolveStarterOfNewSite(c, wanted)
      const websiteId = newId()
      const { name } = wanted
      const site: Site = { ...starterWithoutOwnerData(starter), siteId: websiteId, name, domain: host, hosts: [] }
      const document = { ...newSiteDocument(name, site), ...design }
      const made = { name, host, ownerEmail, site, document, keyIds: hosting.keyIds, auth: authOf(c, site) }
      await changeSite(c, websiteId, (tx, context) => createHostedSite(tx, made, context))
      return c.json({ websiteId }, 201)
    },
  )
  .get('/:websiteId', manage(), params(SiteParams), answers('Returns a website and its hosts.', Detailed), async (c) =>
    c.json(await details(c, c.req.valid('param').websiteId)),
  )
  .post(
    '/:websiteId/invite',
    manage(),
    params(SiteParams),
    body(z.object({ ownerEmail: text })),
    answers('Invites the owner of a website that has no administrator.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      const email = ownerEmailOf(c.req.valid('json').ownerEmail)
      const auth = authOf(c, siteAt(c, websiteId))
      await changeSite(c, websiteId, (tx, context) => inviteOwner(tx, { auth, email }, context))
      return c.json(await details(c, websiteId))
    },
  )

const siteStates = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .post(
    '/:websiteId/suspend',
    manage(),
    params(SiteParams),
    answers('Suspends a website: its pages answer 503.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      refuseCurrentSite(c, websiteId)
      await changeSite(c, websiteId, suspendSite)
      return c.json(await details(c, websiteId))
    },
  )
  .post(
    '/:websiteId/resume',
    manage(),
    params(SiteParams),
    answers('Resumes a suspended website.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      await changeSite(c, websiteId, resumeSite)
      return c.json(await details(c, websiteId))
    },
  )
  .post(
    '/:websiteId/delete',
    manage(),
    params(SiteParams),
    answers(
      'Archives and closes a website. It can be restored for thirty days; then it is deleted for good.',
      Detailed,
    ),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      refuseCurrentSite(c, websiteId)
      if ((await details(c, websiteId)).isInFolder) throw new Refusal('not-found')
      await c.var.services.hosting.archive(websiteId).catch((error) => {
        c.var.log.warn({ err: error }, 'failed to archive a website before its deletion')
        throw new Refusal('backup-failed')
      })
      await changeSite(c, websiteId, deleteSite)
      return c.json(await details(c, websiteId))
    },
  )
  .post(
    '/:websiteId/restore',
    manage(),
    params(SiteParams),
    answers('Restores a deleted website.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      await changeSite(c, websiteId, restoreSite)
      return c.json(await details(c, websiteId))
    },
  )

const siteHostRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .post(
    '/:websiteId/hosts',
    manage(),
    params(SiteParams),
    body(z.object({ host: z.string().max(300) })),
    answers('Adds a host to a website. It serves once it is confirmed.', Detailed, 201),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      siteAt(c, websiteId)
      const host = requireFreeHost(c, c.req.valid('json').host, websiteId)
      await changeSite(c, websiteId, (tx, context) => addHost(tx, host, context))
      return c.json(await details(c, websiteId), 201)
    },
  )
  .post(
    '/:websiteId/hosts/:host/check',
    manage(),
    params(HostParams),
    answers('Looks up a host in DNS, and confirms it if it points to this installation.', Checked),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      const { goingLive } = c.var.services
      const found = (await details(c, websiteId)).hosts.find((one) => one.host === host)
      if (!found) throw new Refusal('not-found')
      const wait = checkRate(c.var.actor.kind === 'visitor' ? '' : c.var.actor.userId, c.var.now)
      if (wait) throw new Refusal('too-many', { facts: { retryAfterSeconds: wait } })
      const { state, sentence } = await checkHost(host, goingLive, AbortSignal.timeout(checkMs))
      if (state === 'ok' && !found.confirmation)
        await changeSite(c, websiteId, (tx, context) => confirmHost(tx, { host, confirmation: 'dns' }, context))
      return c.json({ state, sentence, site: await details(c, websiteId) })
    },
  )
  .post(
    '/:websiteId/hosts/:host/confirm',
    manage(),
    params(HostParams),
    answers('Confirms a host without its DNS.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      await changeSite(c, websiteId, (tx, context) => confirmHost(tx, { host, confirmation: 'person' }, context))
      return c.json(await details(c, websiteId))
    },
  )
  .post(
    '/:websiteId/hosts/:host/main',
    manage(),
    params(HostParams),
    answers('Makes a confirmed host the main host, which links and mails use.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      await changeSite(c, websiteId, (tx, context) => makeMainHost(tx, host, context))
      return c.json(await details(c, websiteId))
    },
  )
  .delete(
    '/:websiteId/hosts/:host',
    manage(),
    params(HostParams),
    answers('Removes a host from a website.', Detailed),
    confirmed(),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      await changeSite(c, websiteId, (tx, context) => removeHost(tx, host, context))
      return c.json(await details(c, websiteId))
    },
  )

/** The websites of the installation, for users with platform access. It gives no access to the websites themselves. */
export const hostedSitesRoutes = new Hono<ApiEnv>()
  .route('/', sitesBase)
  .route('/', siteStates)
  .route('/', siteHostRoutes)
