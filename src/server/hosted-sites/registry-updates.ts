import type { HostingData, SiteRegistry } from '#domain/sites/registry.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { hostedSites, siteHosts } from '#server/hosted-sites/table.ts'

/** The hosted sites, and the stored hosts of all websites. The transaction may be that of any website. */
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
  /** The cache of this process alone: each process gets the notification itself. */
  cache: Pick<SiteCache, 'invalidate' | 'onInvalidate'>
  report: (error: unknown, words: string) => void
}

const retryMs = 1_000

/**
 * Keeps the registry of this process current: reads the sites again when the tag `hosts` is invalidated, or everything is,
 * as after a lost connection. Returns a function that reads them now: a request that has changed a site awaits it, so that
 * its own process serves the change before it answers.
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

  /** A read that is under way may have missed the change, so a call waits for the next one. */
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
