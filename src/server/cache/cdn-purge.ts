import type { SiteCache } from '#server/cache/site-cache.ts'
import { type CacheTag, purgedCdnTag } from '#server/cache/tags.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx, scopeOf } from '#server/db/in-site.ts'

type EnqueuePurge = (tx: SiteTx, cdnTag: string) => Promise<void>

const purges = new WeakMap<Database, EnqueuePurge>()

/** Processes on this database have a CDN in front. */
export const setCdn = (database: Database, enqueuePurge: EnqueuePurge) => purges.set(database, enqueuePurge)

/** The purge is requested if and only if the transaction is committed; nothing happens without a CDN. */
export async function requestCdnPurge(tx: SiteTx, tag: CacheTag): Promise<void> {
  const { database, websiteId } = scopeOf(tx)
  const purged = purgedCdnTag({ websiteId, tag })
  if (purged) await purges.get(database)?.(tx, purged)
}

type Deps = { database: Database; report: (error: unknown, words: string) => void }

export type PurgingCache = SiteCache & {
  /** Resolves when the purges of all invalidations so far are requested. */
  settled: () => Promise<void>
}

/** Each invalidation by this process also purges the CDN. It comes after the commit of the change. */
export function purgeCdnOnInvalidate(cache: SiteCache, { database, report }: Deps): PurgingCache {
  const requests = new Set<Promise<void>>()
  const request = (websiteId: string, tag: CacheTag) =>
    inSite(database, { websiteId, role: 'worker' }, (tx) => requestCdnPurge(tx, tag)).catch((error) =>
      report(error, 'failed to request a purge of the CDN; its copies expire within five minutes'),
    )
  return {
    ...cache,
    invalidate: (websiteId, tag) => {
      cache.invalidate(websiteId, tag)
      if (!purges.has(database) || !purgedCdnTag({ websiteId, tag })) return
      const requested: Promise<void> = request(websiteId, tag).finally(() => requests.delete(requested))
      requests.add(requested)
    },
    settled: async () => {
      await Promise.all(requests)
    },
  }
}
