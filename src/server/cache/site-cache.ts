import { LRUCache } from 'lru-cache'
import { cacheCleanupMs, cacheEntries, cacheLifetimeMs } from '#domain/ui/cache.ts'
import { pageReads } from '#server/cache/page-reads.ts'

/** What all visitors of a website see alike, kept for a while. Each entry is known by what it is made of. */
export type SiteCache = {
  /** From the cache, or from `load`, which is asked once however many ask at the same time. */
  read: <T>(websiteId: string, name: string, load: () => Promise<T>) => Promise<T>
  /** What was made of this has changed: every entry whose name begins with this word. */
  forget: (websiteId: string, subject: string) => void
  /** Anything may have changed. */
  forgetAll: () => void
  /** Hears what is forgotten, once it is; null when everything is. */
  onForget: (listener: (what: Forgotten | null) => void) => void
  close: () => void | Promise<void>
}
export type Forgotten = { websiteId: string; subject: string }

type Load = () => Promise<unknown>
type Kept = { value: unknown; until: number }

export function createSiteCache(): SiteCache {
  /** Which entries are about what; also those that are still on their way. */
  const about = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Kept, Load>({
    max: cacheEntries,
    ttl: cacheLifetimeMs,
    perf: { now: () => performance.now() },
    // Who asked before a change gets what was true when they asked; it is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: load }) => {
      const until = performance.now() + cacheLifetimeMs
      return { value: await load(), until }
    },
    dispose: (_kept, key, why) => {
      if (why !== 'set') about.get(subjectOf(key))?.delete(key)
    },
  })
  const cleanup = setInterval(() => entries.purgeStale(), cacheCleanupMs).unref()
  const listeners: ((what: Forgotten | null) => void)[] = []
  const tell = (what: Forgotten | null) => {
    for (const listener of listeners) listener(what)
  }
  const drop = (subject: string) => {
    for (const key of about.get(subject) ?? []) entries.delete(key)
    about.delete(subject)
  }
  return {
    read: async <T>(websiteId: string, name: string, load: () => Promise<T>) => {
      const key = `${websiteId} ${name}`
      const subject = subjectOf(key)
      about.set(subject, (about.get(subject) ?? new Set()).add(key))
      const { value } = await noted(name, (forceRefresh) => entries.forceFetch(key, { context: load, forceRefresh }))
      // What comes out under a key is what `load` of that key has put in.
      return value as T
    },
    forget: (websiteId, subject) => {
      drop(`${websiteId} ${subject}`)
      tell({ websiteId, subject })
    },
    forgetAll: () => {
      for (const subject of [...about.keys()]) drop(subject)
      tell(null)
    },
    onForget: (listener) => void listeners.push(listener),
    close: () => clearInterval(cleanup),
  }
}

/** The website and the first word of the name. */
const subjectOf = (key: string): string => key.split(' ', 2).join(' ')

/** A page that is being made remembers what it has read, and how long that is good for. */
async function noted(name: string, fetch: (isAnew: boolean) => Promise<Kept>): Promise<Kept> {
  const reads = pageReads()
  if (!reads) return fetch(false)
  reads.subjects.add(name.split(' ', 1)[0]!)
  const began = performance.now()
  try {
    const kept = await fetch(reads.isAnew)
    reads.keptUntil = Math.min(reads.keptUntil, kept.until)
    return kept
  } catch (error) {
    reads.isLacking = true
    throw error
  } finally {
    reads.loadMs += performance.now() - began
  }
}
