import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import {
  changeHostedSite,
  HostedSiteSchema,
  readHostedSiteAnswer,
  requireFreeHost,
  requireServedSite,
  SiteParams,
  unicodeHost,
} from '#api/admin/hosted-site-details.ts'
import { hostedSiteHostsRoutes } from '#api/admin/hosted-site-hosts.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { emailProblem, normalizeEmail } from '#domain/accounts/email.ts'
import { designPartsOf, NewSite, newSiteDocument } from '#domain/hosted-sites/hosted-site.ts'
import { hostedSiteList, hostedSiteStateOf, hostedSiteStates } from '#domain/hosted-sites/hosted-site-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { starterWithoutOwnerData } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { hostedSiteTexts } from '#domain/texts/own-hosted-sites-words.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { newId } from '#server/db/id.ts'
import {
  createHostedSite,
  deleteSite,
  inviteOwner,
  restoreSite,
  resumeSite,
  suspendSite,
} from '#server/hosted-sites/commands.ts'
import { findHostedSites, publishedDocumentOf } from '#server/hosted-sites/queries.ts'

const text = z.string()
const ListedHostedSite = z.strictObject({
  websiteId: z.uuid(),
  name: text,
  starter: text,
  /** In Unicode, for display. */
  host: text,
  isConfirmed: z.boolean(),
  state: z.enum(hostedSiteStates),
  createdAt: timestamp,
})
const FolderSite = z.strictObject({ websiteId: z.uuid(), name: text, host: text, starter: text })
const CreatedSiteAnswer = z.strictObject({ websiteId: z.uuid() })

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
  const source = requireServedSite(c, wanted.designOf)
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
    may('sites:manage'),
    query(listQuerySchema(hostedSiteList)),
    answers(
      'Lists the websites of the installation: those created in the admin area, a page at a time, and those of `sites/`.',
      z.strictObject({ sites: z.array(ListedHostedSite), total: z.int(), inFolders: z.array(FolderSite) }),
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
          host: unicodeHost(host),
          isConfirmed,
          state: hostedSiteStateOf(moments),
          createdAt: createdAt.toISOString(),
        })),
        total,
        inFolders: c.var.services.hosting.sites.inFolders.map(({ siteId, name, domain, folder }) => {
          return { websiteId: siteId, name, host: unicodeHost(domain), starter: folder }
        }),
      })
    },
  )
  .post(
    '/',
    may('sites:manage'),
    body(NewSite),
    answers(
      'Creates a website and invites its owner. It is served once its host is confirmed.',
      CreatedSiteAnswer,
      201,
    ),
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
      await changeHostedSite(c, websiteId, (tx, context) => createHostedSite(tx, made, context))
      return c.json({ websiteId }, 201)
    },
  )
  .get(
    '/:websiteId',
    may('sites:manage'),
    params(SiteParams),
    answers('Returns a website and its hosts.', HostedSiteSchema),
    async (c) => c.json(await readHostedSiteAnswer(c, c.req.valid('param').websiteId)),
  )
  .post(
    '/:websiteId/invite',
    may('sites:manage'),
    params(SiteParams),
    body(z.object({ ownerEmail: text })),
    answers('Invites the owner of a website that has no administrator.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      const email = ownerEmailOf(c.req.valid('json').ownerEmail)
      const auth = authOf(c, requireServedSite(c, websiteId))
      await changeHostedSite(c, websiteId, (tx, context) => inviteOwner(tx, { auth, email }, context))
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )

const siteStates = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .post(
    '/:websiteId/suspend',
    may('sites:manage'),
    params(SiteParams),
    answers('Suspends a website: its pages answer 503.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      refuseCurrentSite(c, websiteId)
      await changeHostedSite(c, websiteId, suspendSite)
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )
  .post(
    '/:websiteId/resume',
    may('sites:manage'),
    params(SiteParams),
    answers('Resumes a suspended website.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      await changeHostedSite(c, websiteId, resumeSite)
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )
  .post(
    '/:websiteId/delete',
    may('sites:manage'),
    params(SiteParams),
    answers(
      'Archives and closes a website. It can be restored for thirty days; then it is deleted for good.',
      HostedSiteSchema,
    ),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      refuseCurrentSite(c, websiteId)
      if ((await readHostedSiteAnswer(c, websiteId)).isInFolder) throw new Refusal('not-found')
      await c.var.services.hosting.archive(websiteId).catch((error) => {
        c.var.log.warn({ err: error }, 'failed to archive a website before its deletion')
        throw new Refusal('backup-failed')
      })
      await changeHostedSite(c, websiteId, deleteSite)
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )
  .post(
    '/:websiteId/restore',
    may('sites:manage'),
    params(SiteParams),
    answers('Restores a deleted website.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      await changeHostedSite(c, websiteId, restoreSite)
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )

/** The websites of the installation, for users with platform access. It gives no access to the websites themselves. */
export const hostedSitesRoutes = new Hono<ApiEnv>()
  .route('/', sitesBase)
  .route('/', siteStates)
  .route('/', hostedSiteHostsRoutes)
