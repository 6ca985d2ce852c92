import { LRUCache } from 'lru-cache'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { currentPageReads, type PageReads, recordReads } from '#server/cache/page-reads.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import type { CacheTag, Invalidation } from '#server/cache/tags.ts'

/** For all websites of the process together. */
const limits = { pages: 10_000, bytes: 72 * 1024 * 1024 }
/** For each website: pages by filters, and addresses without a page. A client can ask for as many as it likes. */
const maxVariants = 300
/** How long before expiry a page is rendered again in the background; visitors still get the cached one. */
const refreshBeforeExpiryMs = 60_000
/** How long after a failed refresh the next one starts. */
const retryMs = 5_000
/** How long a page is served that cannot be rendered again. */
const maxStaleMs = 24 * 3_600_000

/** What the cache must know about a rendered page; it holds pages that are complete and the same for all visitors. */
export type CacheablePage = { status: number; bytes: number; isShared: boolean }
export type PageKey = {
  websiteId: string
  key: string
  /** One of many that clients can invent: only so many of these are stored. */
  isVariant?: boolean
}
type Render<P> = () => Promise<P>

/** `hit`: was cached. `miss`: rendered for this request or for simultaneous ones. `stale`: expired, and rendering fails. */
export type CacheResult<P> = { page: P; source: 'hit' | 'miss' | 'stale'; loadMs?: number }

type Entry<P> = Pick<PageReads, 'tags' | 'changesAt' | 'expiresAt'> & {
  page: P
  renderedAt: number
  /** When the last refresh failed. */
  failedAt: number | null
  isVariant: boolean
}

export type PageCache<P> = {
  /** The cached page, at once; null when it is not there. */
  stored: (at: PageKey, render: Render<P>) => CacheResult<P> | null
  /** The cached page, or the one that is being rendered; null when it would have to be rendered. */
  peek: (at: PageKey, render: Render<P>) => CacheResult<P> | Promise<CacheResult<P>> | null
  get: (at: PageKey, render: Render<P>) => Promise<CacheResult<P>>
  /** The page for another one that is made from it, which then changes whenever this one does. */
  include: (at: PageKey, render: Render<P>) => Promise<P>
  /** The last render was not cacheable, as that of a page that the website does not have. */
  wasUncacheable: (at: PageKey) => boolean
  counts: () => { hit: number; miss: number; stale: number; fills: number; pages: number; bytes: number }
}

type Deps = Pick<SiteCache, 'onInvalidate'> & { clock: () => number }

/** Whole pages as all visitors of a website get them, until something changes that they were made from. */
export function createPageCache<P extends CacheablePage>({ onInvalidate, clock }: Deps): PageCache<P> {
  const entries = createEntries<P>()
  const renders = createSharedRenders<P>()
  const generations = createGenerations()
  const counts = { hit: 0, miss: 0, stale: 0, fills: 0 }

  onInvalidate((what) => {
    generations.advance(what)
    entries.invalidate(what)
    renders.detach(what)
  })

  const fill = (at: PageKey, render: Render<P>, { isRefresh = false } = {}): Promise<CacheResult<P>> =>
    renders.share(at, () => renderAndStore(at, render, isRefresh))

  async function renderAndStore(at: PageKey, render: Render<P>, isRefresh: boolean): Promise<CacheResult<P>> {
    counts.fills++
    const generation = generations.current()
    try {
      const { result: page, reads } = await recordReads(render, { isRefresh })
      const miss = { page, source: 'miss', loadMs: reads.loadMs } as const
      const isComplete = page.status < 500 && !reads.isIncomplete
      if (!isComplete) return staleAfterFailure(at) ?? miss
      if (!generations.hasChanged(generation, at.websiteId, reads.tags)) entries.store(at, page, reads)
      return miss
    } catch (error) {
      const stale = staleAfterFailure(at)
      if (stale) return stale
      throw error
    }
  }

  function staleAfterFailure(at: PageKey): CacheResult<P> | null {
    const entry = entries.get(at)
    if (!entry || performance.now() - entry.renderedAt > maxStaleMs) return null
    entry.failedAt = performance.now()
    return { page: entry.page, source: 'stale' }
  }

  const refresh = (at: PageKey, render: Render<P>) => void fill(at, render, { isRefresh: true }).catch(() => {})

  function lookUp(at: PageKey, render: Render<P>): CacheResult<P> | null {
    const entry = entries.get(at)
    if (!entry) return null
    const time = performance.now()
    const { page, failedAt } = entry
    const isWaiting = failedAt !== null && time < failedAt + retryMs
    if (time < entry.expiresAt && clock() < entry.changesAt) {
      if (time > entry.expiresAt - refreshBeforeExpiryMs && !isWaiting) refresh(at, render)
      return { page, source: 'hit' }
    }
    if (failedAt === null || time - entry.renderedAt > maxStaleMs) return null
    if (!isWaiting) refresh(at, render)
    return { page, source: 'stale' }
  }

  const countResult = (result: CacheResult<P>): CacheResult<P> => {
    counts[result.source]++
    return result
  }
  const stored = (at: PageKey, render: Render<P>): CacheResult<P> | null => {
    const found = lookUp(at, render)
    return found && countResult(found)
  }
  return {
    stored,
    peek: (at, render) => stored(at, render) ?? renders.running(at)?.then(countResult) ?? null,
    get: async (at, render) => countResult(lookUp(at, render) ?? (await fill(at, render))),
    include: async (at, render) => {
      const { page } = lookUp(at, render) ?? (await fill(at, render))
      const [reads, entry] = [currentPageReads(), entries.get(at)]
      if (reads && entry) {
        for (const tag of entry.tags) reads.tags.add(tag)
        reads.changesAt = Math.min(reads.changesAt, entry.changesAt)
        reads.expiresAt = Math.min(reads.expiresAt, entry.expiresAt)
      } else if (reads) reads.isIncomplete = true
      return page
    },
    wasUncacheable: entries.wasUncacheable,
    counts: () => ({ ...counts, ...entries.sizes() }),
  }
}

/** By key, in the order of their last use. An `LRUCache` for each website would reserve 400 KB for the largest one. */
type SitePages<P> = { entries: Map<string, Entry<P>>; bytes: number; variants: number }

/**
 * The stored pages of each website, within the limits of the process. When they are full, the website that holds most
 * loses the page that was not asked for the longest. So each has its fair share: one that is within it loses no page
 * because of another.
 */
function createEntries<P extends CacheablePage>() {
  const sites = new Map<string, SitePages<P>>()
  const uncacheable = new LRUCache<string, true>({ max: limits.pages })
  const total = { pages: 0, bytes: 0 }
  function remove(websiteId: string, pages: SitePages<P>, key: string): void {
    const entry = pages.entries.get(key)
    if (!entry) return
    pages.entries.delete(key)
    pages.bytes -= bytesOf(entry)
    if (entry.isVariant) pages.variants--
    total.pages--
    total.bytes -= bytesOf(entry)
    if (!pages.entries.size) sites.delete(websiteId)
  }

  function add({ websiteId, key }: PageKey, entry: Entry<P>): void {
    const before = sites.get(websiteId)
    if (before) remove(websiteId, before, key)
    if (bytesOf(entry) > limits.bytes) return
    const pages = sites.get(websiteId) ?? { entries: new Map(), bytes: 0, variants: 0 }
    sites.set(websiteId, pages)
    pages.entries.set(key, entry)
    pages.bytes += bytesOf(entry)
    if (entry.isVariant && ++pages.variants > maxVariants) removeOldestVariant(websiteId, pages)
    total.pages++
    total.bytes += bytesOf(entry)
    makeRoom()
  }

  function removeOldestVariant(websiteId: string, pages: SitePages<P>): void {
    const [oldest] = [...pages.entries].find(([, { isVariant }]) => isVariant) ?? []
    if (oldest !== undefined) remove(websiteId, pages, oldest)
  }

  function makeRoom(): void {
    while (total.pages > limits.pages || total.bytes > limits.bytes) {
      const isPages = total.pages > limits.pages
      const amountHeldBy = (pages: SitePages<P>) => (isPages ? pages.entries.size : pages.bytes)
      const largest = largestSite(sites, amountHeldBy)
      const [oldest] = largest?.[1].entries.keys() ?? []
      if (!largest || oldest === undefined) return
      remove(largest[0], largest[1], oldest)
    }
  }

  return {
    get({ websiteId, key }: PageKey): Entry<P> | undefined {
      const pages = sites.get(websiteId)
      const entry = pages?.entries.get(key)
      if (!pages || !entry) return undefined
      // A Map keeps the order of insertion, so its last entry is the most recently used one.
      pages.entries.delete(key)
      pages.entries.set(key, entry)
      return entry
    },

    store(at: PageKey, page: P, { tags, changesAt, expiresAt: readsExpireAt }: PageReads): void {
      const renderedAt = performance.now()
      const expiresAt = Math.min(readsExpireAt, renderedAt + cacheLifetimeMs)
      if (page.isShared) {
        add(at, {
          page,
          tags,
          changesAt,
          expiresAt,
          renderedAt,
          failedAt: null,
          isVariant: at.isVariant === true || page.status !== 200,
        })
        uncacheable.delete(nameOf(at))
      } else {
        const pages = sites.get(at.websiteId)
        if (pages) remove(at.websiteId, pages, at.key)
        uncacheable.set(nameOf(at), true)
      }
    },

    invalidate(what: Invalidation | null): void {
      if (!what) {
        sites.clear()
        Object.assign(total, { pages: 0, bytes: 0 })
        return
      }
      const pages = sites.get(what.websiteId)
      if (!pages) return
      for (const [key, { tags }] of [...pages.entries]) if (tags.has(what.tag)) remove(what.websiteId, pages, key)
    },

    wasUncacheable: (at: PageKey) => uncacheable.has(nameOf(at)),

    sizes: () => ({ ...total }),
  }
}

const nameOf = ({ websiteId, key }: PageKey) => `${websiteId} ${key}`

const bytesOf = ({ page }: Entry<CacheablePage>) => Math.max(1, page.bytes)

function largestSite<P>(
  sites: ReadonlyMap<string, SitePages<P>>,
  amountHeldBy: (pages: SitePages<P>) => number,
): [string, SitePages<P>] | undefined {
  let largest: [string, SitePages<P>] | undefined
  for (const site of sites) if (!largest || amountHeldBy(site[1]) > amountHeldBy(largest[1])) largest = site
  return largest
}

/** Renders under way, shared by simultaneous requests for the same page. */
function createSharedRenders<P>() {
  const running = new Map<string, Map<string, Promise<CacheResult<P>>>>()
  return {
    running: ({ websiteId, key }: PageKey) => running.get(websiteId)?.get(key),

    share({ websiteId, key }: PageKey, start: () => Promise<CacheResult<P>>): Promise<CacheResult<P>> {
      const ofSite = running.get(websiteId) ?? new Map<string, Promise<CacheResult<P>>>()
      running.set(websiteId, ofSite)
      const same = ofSite.get(key)
      if (same) return same
      const started = start().finally(() => {
        if (ofSite.get(key) === started) ofSite.delete(key)
        if (!ofSite.size && running.get(websiteId) === ofSite) running.delete(websiteId)
      })
      ofSite.set(key, started)
      return started
    },

    /** A request that comes after an invalidation must not get a render that began before it. */
    detach(what: Invalidation | null): void {
      if (what) running.delete(what.websiteId)
      else running.clear()
    },
  }
}

/** Invalidation counter per tag; a render that began before an invalidation of a tag it read is not cached. */
function createGenerations() {
  let generation = 0
  let ofEverything = 0
  const byTag = new Map<string, number>()
  return {
    current: () => generation,
    advance: (what: Invalidation | null) => {
      generation++
      if (what) byTag.set(`${what.websiteId} ${what.tag}`, generation)
      else ofEverything = generation
    },
    hasChanged: (since: number, websiteId: string, tags: Iterable<CacheTag>): boolean =>
      ofEverything > since || [...tags].some((tag) => (byTag.get(`${websiteId} ${tag}`) ?? 0) > since),
  }
}
