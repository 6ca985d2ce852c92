import type { HostingData, SiteRegistry } from '#domain/sites/registry.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { hostedSites, siteHosts } from '#server/hosted-sites/table.ts'

/** Websites that were created in the admin area, and hosts of all websites. The scope of any website will do. */
export function readHostedSitesAndHosts(database: Database, websiteId: string): Promise<HostingData> {
  return inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    const sites = await tx.select().from(hostedSites).orderBy(hostedSites.createdAt, hostedSites.websiteId)
    const hosts = await tx.select().from(siteHosts).orderBy(siteHosts.createdAt, siteHosts.host)
    return {
      sites: sites.map(({ websiteId, starter, name, suspendedAt, deleteAfter }) => {
        return { websiteId, starter, name, isClosed: suspendedAt !== null || deleteAfter !== null }
      }),
      hosts: hosts.map(({ host, websiteId, isMain, confirmedAt }) => {
        return { host, websiteId, isMain, isConfirmed: confirmedAt !== null }
      }),
    }
  })
}

type Deps = {
  database: Database
  sites: SiteRegistry
  /** Of this process alone: each process notices the change by itself. */
  cache: Pick<SiteCache, 'invalidate' | 'onInvalidate'>
  report: (error: unknown, words: string) => void
}

const retryMs = 1_000

/**
 * Keeps the sites of this process as the database has them. The tag `hosts` says that they have changed; after a
 * connection was lost everything is invalidated, and so they are read again. The answer reads them now: a request that
 * has changed them awaits it, so its own process serves the change before the request is answered.
 */
export function keepSiteRegistryCurrent({ database, sites, cache, report }: Deps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let known: string[] = []

  async function read(): Promise<void> {
    const { changed, problems } = sites.serve(await readHostedSitesAndHosts(database, sites.defaultSite.siteId))
    for (const websiteId of changed) cache.invalidate(websiteId, 'site')
    for (const problem of problems) if (!known.includes(problem)) report(undefined, problem)
    known = problems
  }

  /** What is being read may be older than the call, so a call waits for the read after it. */
  function reload(): Promise<void> {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        running = read()
        return running
      })
    return next
  }

  async function reloadUntilDone(): Promise<void> {
    try {
      await reload()
    } catch (error) {
      report(error, 'failed to read the sites; trying again')
      setTimeout(reloadUntilDone, retryMs).unref()
    }
  }

  cache.onInvalidate((what) => {
    if (what === null || what.tag === 'hosts') void reloadUntilDone()
  })
  return reload
}
