import { LRUCache } from 'lru-cache'
import { cacheCleanupIntervalMs, cacheLifetimeMs, maxCacheEntries } from '#domain/ui/cache.ts'
import { currentPageReads } from '#server/cache/page-reads.ts'
import type { CacheTag, Invalidation } from '#server/cache/tags.ts'

/** Answers that are the same for all visitors of a website, cached for a while. */
export type SiteCache = {
  /** The cached answer of this name, or that of `load`, which runs once for simultaneous reads. */
  read: <T>(websiteId: string, tag: CacheTag, name: string, load: () => Promise<T>) => Promise<T>
  /** Drops all answers with this tag. */
  invalidate: (websiteId: string, tag: CacheTag) => void
  invalidateAll: () => void
  /** The listener is called after each invalidation, with null when it was of everything. */
  onInvalidate: (listener: (what: Invalidation | null) => void) => void
  close: () => void | Promise<void>
}

type Load = () => Promise<unknown>
type Entry = { value: unknown; expiresAt: number }

export function createSiteCache(): SiteCache {
  /** The keys of each website's tag, including those whose load is still running. */
  const keysByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry, Load>({
    max: maxCacheEntries,
    ttl: cacheLifetimeMs,
    perf: { now: () => performance.now() },
    // A read that began before an invalidation gets what was true when it began; the answer is not cached.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: load }) => {
      const expiresAt = performance.now() + cacheLifetimeMs
      return { value: await load(), expiresAt }
    },
    dispose: (_entry, key, reason) => {
      if (reason === 'set') return
      const keys = keysByTag.get(taggedPart(key))
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(taggedPart(key))
    },
  })
  const cleanup = setInterval(() => entries.purgeStale(), cacheCleanupIntervalMs).unref()
  const listeners: ((what: Invalidation | null) => void)[] = []
  const notify = (what: Invalidation | null) => {
    for (const listener of listeners) listener(what)
  }
  const dropEntriesOf = (tagged: string) => {
    for (const key of keysByTag.get(tagged) ?? []) entries.delete(key)
    keysByTag.delete(tagged)
  }
  return {
    read: async <T>(websiteId: string, tag: CacheTag, name: string, load: () => Promise<T>) => {
      const tagged = `${websiteId} ${tag}`
      const key = `${tagged} ${name}`
      keysByTag.set(tagged, (keysByTag.get(tagged) ?? new Set()).add(key))
      const { value } = await fetchAndRecord(tag, (forceRefresh) =>
        entries.forceFetch(key, { context: load, forceRefresh }),
      )
      // The value under a key was put there by the `load` of that key.
      return value as T
    },
    invalidate: (websiteId, tag) => {
      dropEntriesOf(`${websiteId} ${tag}`)
      notify({ websiteId, tag })
    },
    invalidateAll: () => {
      for (const tagged of [...keysByTag.keys()]) dropEntriesOf(tagged)
      notify(null)
    },
    onInvalidate: (listener) => void listeners.push(listener),
    close: () => clearInterval(cleanup),
  }
}

const taggedPart = (key: string): string => key.split(' ', 2).join(' ')

/** Records a read for the page that is being rendered, and until when the answer is valid. */
async function fetchAndRecord(tag: CacheTag, fetch: (isRefresh: boolean) => Promise<Entry>): Promise<Entry> {
  const reads = currentPageReads()
  if (!reads) return fetch(false)
  reads.tags.add(tag)
  const began = performance.now()
  try {
    const entry = await fetch(reads.isRefresh)
    reads.expiresAt = Math.min(reads.expiresAt, entry.expiresAt)
    return entry
  } catch (error) {
    reads.isIncomplete = true
    throw error
  } finally {
    reads.loadMs += performance.now() - began
  }
}
