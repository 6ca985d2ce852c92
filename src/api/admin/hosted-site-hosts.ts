import { Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin, requireSessionUser } from '#api/accounts/auth-context.ts'
import {
  changeHostedSite,
  HostedSiteSchema,
  readHostedSiteAnswer,
  requireFreeHost,
  requireServedSite,
  SiteParams,
} from '#api/admin/hosted-site-details.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmed, may, params } from '#api/guards.ts'
import { checkStates } from '#domain/going-live/check.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkHost } from '#server/going-live/checks.ts'
import { addHost, confirmHost, makeMainHost, removeHost } from '#server/hosted-sites/commands.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'

const text = z.string()
const HostParams = SiteParams.extend({ host: text })
const HostCheckAnswer = z.strictObject({ state: z.enum(checkStates), sentence: text, site: HostedSiteSchema })

/** DNS checks of one user: each sends requests to other servers. */
const checkRate = createMemoryRateLimit({ max: 30, seconds: 60 })
const checkMs = 8_000

export const hostedSiteHostsRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .post(
    '/:websiteId/hosts',
    may('sites:manage'),
    params(SiteParams),
    body(z.object({ host: z.string().max(300) })),
    answers('Adds a host to a website. It serves once it is confirmed.', HostedSiteSchema, 201),
    confirmed(),
    async (c) => {
      const { websiteId } = c.req.valid('param')
      requireServedSite(c, websiteId)
      const host = requireFreeHost(c, c.req.valid('json').host, websiteId)
      await changeHostedSite(c, websiteId, (tx, context) => addHost(tx, host, context))
      return c.json(await readHostedSiteAnswer(c, websiteId), 201)
    },
  )
  .post(
    '/:websiteId/hosts/:host/check',
    may('sites:manage'),
    params(HostParams),
    answers('Looks up a host in DNS, and confirms it if it points to this installation.', HostCheckAnswer),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      const { goingLive } = c.var.services
      const found = (await readHostedSiteAnswer(c, websiteId)).hosts.find((one) => one.host === host)
      if (!found) throw new Refusal('not-found')
      const wait = checkRate(requireSessionUser(c).userId, c.var.now)
      if (wait) throw new Refusal('too-many', { facts: { retryAfterSeconds: wait } })
      const { state, sentence } = await checkHost(host, goingLive, AbortSignal.timeout(checkMs))
      if (state === 'ok' && !found.confirmation)
        await changeHostedSite(c, websiteId, (tx, context) => confirmHost(tx, { host, confirmation: 'dns' }, context))
      return c.json({ state, sentence, site: await readHostedSiteAnswer(c, websiteId) })
    },
  )
  .post(
    '/:websiteId/hosts/:host/confirm',
    may('sites:manage'),
    params(HostParams),
    answers('Confirms a host without its DNS.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      await changeHostedSite(c, websiteId, (tx, context) => confirmHost(tx, { host, confirmation: 'person' }, context))
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )
  .post(
    '/:websiteId/hosts/:host/main',
    may('sites:manage'),
    params(HostParams),
    answers('Makes a confirmed host the main host, which links and mails use.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      await changeHostedSite(c, websiteId, (tx, context) => makeMainHost(tx, host, context))
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )
  .delete(
    '/:websiteId/hosts/:host',
    may('sites:manage'),
    params(HostParams),
    answers('Removes a host from a website.', HostedSiteSchema),
    confirmed(),
    async (c) => {
      const { websiteId, host } = c.req.valid('param')
      await changeHostedSite(c, websiteId, (tx, context) => removeHost(tx, host, context))
      return c.json(await readHostedSiteAnswer(c, websiteId))
    },
  )
