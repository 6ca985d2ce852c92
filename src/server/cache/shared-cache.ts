import type { SiteCache } from '#server/cache/site-cache.ts'
import { cacheTags } from '#server/cache/tags.ts'
import type { Database } from '#server/db/database.ts'

type Deps = { database: Pick<Database, 'channel'>; report: (error: unknown, words: string) => void }

/**
 * Invalidates in all processes that share the database. The other processes are notified after the change was committed,
 * so what they load from then on is the new state, and what they are loading is not cached. A process that could not
 * listen for a while invalidates everything.
 */
export function shareCache(cache: SiteCache, { database, report }: Deps): SiteCache {
  const channel = database.channel?.('stagedoor_cache', {
    onMessage: (text) => {
      const [websiteId, name] = text.split(' ')
      // During an update another process may run a version with other tags.
      const tag = cacheTags.find((each) => each === name)
      if (websiteId && tag) cache.invalidate(websiteId, tag)
    },
    onListening: cache.invalidateAll,
    report,
  })
  if (!channel) return cache
  return {
    ...cache,
    invalidate: (websiteId, tag) => {
      cache.invalidate(websiteId, tag)
      channel.publish(`${websiteId} ${tag}`)
    },
    close: async () => {
      await cache.close()
      await channel.close()
    },
  }
}
