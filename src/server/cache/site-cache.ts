import { LRUCache } from 'lru-cache'
import { cacheCleanupMs, cacheEntries, cacheLifetimeMs } from '#domain/ui/cache.ts'

/** What all visitors of a website see alike, kept for a while. Each entry is known by what it is made of. */
export type SiteCache = {
  /** From the cache, or from `load`, which is asked once however many ask at the same time. */
  read: <T>(websiteId: string, name: string, load: () => Promise<T>) => Promise<T>
  /** What was made of this has changed: every entry whose name begins with this word. */
  forget: (websiteId: string, subject: string) => void
  close: () => void
}

type Load = () => Promise<unknown>

export function createSiteCache(): SiteCache {
  const entries = new LRUCache<string, { value: unknown }, Load>({
    max: cacheEntries,
    ttl: cacheLifetimeMs,
    perf: { now: () => performance.now() },
    // Who asked before a change gets what was true when they asked; it is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: load }) => ({ value: await load() }),
  })
  const cleanup = setInterval(() => entries.purgeStale(), cacheCleanupMs).unref()
  /** Which entries are about what; also those that are still on their way. */
  const about = new Map<string, Set<string>>()
  const keyOf = (websiteId: string, name: string) => `${websiteId} ${name}`
  return {
    read: async <T>(websiteId: string, name: string, load: () => Promise<T>) => {
      const key = keyOf(websiteId, name)
      const subject = keyOf(websiteId, name.split(' ')[0]!)
      about.set(subject, (about.get(subject) ?? new Set()).add(key))
      const { value } = await entries.forceFetch(key, { context: load })
      // What comes out under a key is what `load` of that key has put in.
      return value as T
    },
    forget: (websiteId, subject) => {
      for (const key of about.get(keyOf(websiteId, subject)) ?? []) entries.delete(key)
      about.delete(keyOf(websiteId, subject))
    },
    close: () => clearInterval(cleanup),
  }
}
