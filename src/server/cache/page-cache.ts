import { LRUCache } from 'lru-cache'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { noteReads, type PageReads } from '#server/cache/page-reads.ts'
import type { Forgotten, SiteCache } from '#server/cache/site-cache.ts'

const most = { pages: 500, bytes: 24 * 1024 * 1024 }
/** So long before a page has been kept long enough it is made anew, while it is still given to whoever asks. */
const renewMs = 60_000
/** So long after a page could not be made anew it is tried again. */
const restMs = 5_000
/** A page that cannot be made anew at all is given to visitors for this long. */
const staleMs = 24 * 3_600_000

/** A page as it leaves the house. Only what is whole and meant for everybody is kept. */
export type Keepable = { status: number; bytes: number; isForAll: boolean }
export type PageAt = { websiteId: string; key: string }
type Make<P> = () => Promise<P>

/** `kept`: at once. `made`: for this request, or for others that came together with it. `old`: no newer one can be had. */
export type Given<P> = { page: P; how: 'kept' | 'made' | 'old'; loadMs?: number }

type Entry<P> = Pick<PageReads, 'subjects' | 'changesAt' | 'keptUntil'> & {
  page: P
  madeAt: number
  /** When it could not be made anew. */
  failedAt: number | null
}

export type PageCache<P> = {
  /** What is at hand, or on its way already; null when it would have to be made. */
  glance: (at: PageAt, make: Make<P>) => Given<P> | Promise<Given<P>> | null
  find: (at: PageAt, make: Make<P>) => Promise<Given<P>>
  /** Whether it was none that is kept when it was last made, as a page that a website does not have. */
  isNeverKept: (at: PageAt) => boolean
  counts: () => { kept: number; made: number; old: number; fills: number; pages: number; bytes: number }
}

type Parts = Pick<SiteCache, 'onForget'> & { clock: () => number }

/** Whole pages as every visitor of a website gets them, until something changes that they were made of. */
export function createPageCache<P extends Keepable>({ onForget, clock }: Parts): PageCache<P> {
  const sites = new Map<string, LRUCache<string, Entry<P>>>()
  /** Pages on their way, for whoever asks for the same one meanwhile. */
  const underway = new Map<string, Map<string, Promise<Given<P>>>>()
  const forgotten = createForgotten()
  const neverKept = new LRUCache<string, true>({ max: most.pages })
  const nameOf = ({ websiteId, key }: PageAt) => `${websiteId} ${key}`
  const given = { kept: 0, made: 0, old: 0, fills: 0 }

  onForget((what) => {
    forgotten.note(what)
    if (!what) {
      sites.clear()
      underway.clear()
      return
    }
    // Whoever asks from now on must not get a page that was begun before.
    underway.delete(what.websiteId)
    const pages = sites.get(what.websiteId)
    for (const [key, { subjects }] of [...(pages?.entries() ?? [])]) if (subjects.has(what.subject)) pages?.delete(key)
  })

  const pagesOf = (websiteId: string) => {
    const pages =
      sites.get(websiteId) ??
      new LRUCache<string, Entry<P>>({
        max: most.pages,
        maxSize: most.bytes,
        sizeCalculation: ({ page }) => Math.max(1, page.bytes),
      })
    sites.set(websiteId, pages)
    return pages
  }

  /** Once, however many ask at the same time. */
  function fill(at: PageAt, make: Make<P>, { isAnew = false } = {}): Promise<Given<P>> {
    const flights = underway.get(at.websiteId) ?? new Map<string, Promise<Given<P>>>()
    underway.set(at.websiteId, flights)
    const flying = flights.get(at.key)
    if (flying) return flying
    const landed = filled(at, make, isAnew).finally(() => {
      if (flights.get(at.key) === landed) flights.delete(at.key)
    })
    flights.set(at.key, landed)
    return landed
  }

  async function filled({ websiteId, key }: PageAt, make: Make<P>, isAnew: boolean): Promise<Given<P>> {
    given.fills++
    const began = forgotten.now()
    try {
      const { made: page, reads } = await noteReads(make, { isAnew })
      const isWhole = page.status < 500 && !reads.isLacking
      if (!isWhole) return afterFailure({ websiteId, key }) ?? { page, how: 'made', loadMs: reads.loadMs }
      if (forgotten.anySince(began, websiteId, reads.subjects)) return { page, how: 'made', loadMs: reads.loadMs }
      const pages = pagesOf(websiteId)
      const { subjects, changesAt } = reads
      const madeAt = performance.now()
      const keptUntil = Math.min(reads.keptUntil, madeAt + cacheLifetimeMs)
      if (page.isForAll) {
        pages.set(key, { page, subjects, changesAt, keptUntil, madeAt, failedAt: null })
        neverKept.delete(nameOf({ websiteId, key }))
      } else {
        pages.delete(key)
        neverKept.set(nameOf({ websiteId, key }), true)
      }
      return { page, how: 'made', loadMs: reads.loadMs }
    } catch (error) {
      const old = afterFailure({ websiteId, key })
      if (old) return old
      throw error
    }
  }

  function afterFailure({ websiteId, key }: PageAt): Given<P> | null {
    const entry = sites.get(websiteId)?.get(key)
    if (!entry || performance.now() - entry.madeAt > staleMs) return null
    entry.failedAt = performance.now()
    return { page: entry.page, how: 'old' }
  }

  const renew = (at: PageAt, make: Make<P>) => void fill(at, make, { isAnew: true }).catch(() => {})

  function seen(at: PageAt, make: Make<P>): Given<P> | null {
    const entry = sites.get(at.websiteId)?.get(at.key)
    if (!entry) return null
    const time = performance.now()
    const { page, failedAt } = entry
    const isResting = failedAt !== null && time < failedAt + restMs
    if (time < entry.keptUntil && clock() < entry.changesAt) {
      if (time > entry.keptUntil - renewMs && !isResting) renew(at, make)
      return { page, how: 'kept' }
    }
    if (failedAt === null || time - entry.madeAt > staleMs) return null
    if (!isResting) renew(at, make)
    return { page, how: 'old' }
  }

  const counted = (found: Given<P>): Given<P> => {
    given[found.how]++
    return found
  }
  return {
    glance: (at, make) => {
      const found = seen(at, make)
      return found ? counted(found) : (underway.get(at.websiteId)?.get(at.key)?.then(counted) ?? null)
    },
    find: async (at, make) => counted(seen(at, make) ?? (await fill(at, make))),
    isNeverKept: (at) => neverKept.has(nameOf(at)),
    counts: () => {
      const all = [...sites.values()]
      const sum = (of: (pages: LRUCache<string, Entry<P>>) => number) => all.reduce((total, one) => total + of(one), 0)
      return { ...given, pages: sum(({ size }) => size), bytes: sum(({ calculatedSize }) => calculatedSize) }
    },
  }
}

/** What was forgotten when, counted in forgettings: a page that was begun before and has read of it is not kept. */
function createForgotten() {
  let count = 0
  let all = 0
  const last = new Map<string, number>()
  return {
    now: () => count,
    note: (what: Forgotten | null) => {
      count++
      if (what) last.set(`${what.websiteId} ${what.subject}`, count)
      else all = count
    },
    anySince: (began: number, websiteId: string, subjects: Iterable<string>): boolean =>
      all > began || [...subjects].some((subject) => (last.get(`${websiteId} ${subject}`) ?? 0) > began),
  }
}
