import { sql } from 'drizzle-orm'
import { requestCdnPurge } from '#server/cache/cdn-purge.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import { type CacheTag, cacheTags } from '#server/cache/tags.ts'
import type { Database } from '#server/db/database.ts'
import type { SiteTx } from '#server/db/in-site.ts'

const channelName = 'stagedoor_cache'
const messageOf = (websiteId: string, tag: CacheTag) => `${websiteId} ${tag}`

/**
 * Invalidates in all processes once the transaction is committed, even if this process ends in that moment. The first word
 * stands where a process names itself, so every process takes the message for another's.
 */
export async function notifyProcesses(tx: SiteTx, websiteId: string, tag: CacheTag): Promise<void> {
  await tx.execute(sql`select pg_notify(${channelName}, ${`transaction ${messageOf(websiteId, tag)}`})`)
}

/** Like `notifyProcesses`; also purges the CDN, if there is one, once the transaction is committed. */
export async function notifyCaches(tx: SiteTx, websiteId: string, tag: CacheTag): Promise<void> {
  await notifyProcesses(tx, websiteId, tag)
  await requestCdnPurge(tx, tag)
}

type Deps = { database: Pick<Database, 'channel'>; report: (error: unknown, words: string) => void }

/**
 * Invalidates in all processes that share the database. The other processes are notified after the change was committed,
 * so what they load from then on is the new state, and what they are loading is not cached. A process that could not
 * listen for a while invalidates everything.
 */
export function createSharedCache(cache: SiteCache, { database, report }: Deps): SiteCache {
  const channel = database.channel?.(channelName, {
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
      channel.publish(messageOf(websiteId, tag))
    },
    close: async () => {
      await cache.close()
      await channel.close()
    },
  }
}
