import type { SiteCache } from '#server/cache/site-cache.ts'
import type { Database } from '#server/db/database.ts'

type Needs = { database: Pick<Database, 'channel'>; report: (error: unknown, words: string) => void }

/**
 * What is forgotten here is forgotten in all processes that share the database. They hear of it after the change was
 * committed, so whatever they load from then on is the new state, and what they are loading is not kept. Whoever could
 * not listen for a while forgets everything.
 */
export function shareCache(cache: SiteCache, { database, report }: Needs): SiteCache {
  const channel = database.channel?.('stagedoor_cache', {
    hear: (text) => {
      const [websiteId, subject] = text.split(' ')
      if (websiteId && subject) cache.forget(websiteId, subject)
    },
    begin: cache.forgetAll,
    report,
  })
  if (!channel) return cache
  return {
    ...cache,
    forget: (websiteId, subject) => {
      cache.forget(websiteId, subject)
      channel.tell(`${websiteId} ${subject}`)
    },
    close: async () => {
      await cache.close()
      await channel.close()
    },
  }
}
