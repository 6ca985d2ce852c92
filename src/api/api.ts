import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { announcements } from '#api/announcements.ts'
import type { ApiEnv, Log, SiteParts, Visit } from '#api/env.ts'
import { errorBody, onError } from '#api/errors.ts'
import { gallery as galleryRoutes } from '#api/gallery.ts'
import { openApi } from '#api/openapi.ts'
import { pages } from '#api/pages.ts'
import { sameOrigin } from '#api/same-origin.ts'
import { sites } from '#api/sites.ts'
import { tour } from '#api/tour.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'

export type Needs = {
  database: Database
  clock: () => Date
  log: Log
  whoAsks: (request: Request, visit: Visit) => Promise<Actor>
  partsOf: (site: Site) => SiteParts
}

const largestBody = 256 * 1024

export function createApi({ database, clock, log, whoAsks, partsOf }: Needs) {
  const setting = createMiddleware<ApiEnv>(async (c, next) => {
    const { visit } = c.env
    const actor = await whoAsks(c.req.raw, visit)
    const userId = actor.kind === 'visitor' ? undefined : actor.userId
    const role = actor.kind === 'administrator' ? 'administrator' : 'visitor'
    const parts = partsOf(visit.site)
    for (const name of Object.keys(parts) as (keyof SiteParts)[]) c.set(name, parts[name])
    c.set('site', visit.site)
    c.set('actor', actor)
    c.set('now', clock())
    c.set('inSite', (work) => inSite(database, { websiteId: visit.site.siteId, role, userId }, work))
    await next()
  })
  const api = new Hono<ApiEnv>()
    .onError(onError(log))
    .notFound((c) => c.json(errorBody('not-found'), 404))
    .use(bodyLimit({ maxSize: largestBody, onError: () => Promise.reject(new Refusal('too-large')) }))
    .use(sameOrigin)
    .use(setting)
    .route('/api/site', sites)
    .route('/api/pages', pages)
    .route('/api/tour', tour)
    .route('/api/announcements', announcements)
    .route('/api/gallery', galleryRoutes)
  return api.route('/api', openApi(api))
}

export type Api = ReturnType<typeof createApi>
