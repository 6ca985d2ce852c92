import { AsyncLocalStorage } from 'node:async_hooks'
import type { CacheTag } from '#server/cache/tags.ts'

/** What a page was made from, recorded while it is rendered. */
export type PageReads = {
  tags: Set<CacheTag>
  /** When something on the page will look different without an edit, by the wall clock. */
  changesAt: number
  /** When the first of the cached answers on the page expires, by the monotonic clock. */
  expiresAt: number
  /** A read failed and the page was rendered without its result. */
  isIncomplete: boolean
  /** Reads go past the site cache, so that the page can be cached for the full lifetime. */
  isRefresh: boolean
  /** Sum of the loading times, parallel loads included. */
  loadMs: number
}

const readsOfCurrentRender = new AsyncLocalStorage<PageReads>()

export const currentPageReads = (): PageReads | undefined => readsOfCurrentRender.getStore()

export async function recordReads<T>(
  render: () => Promise<T>,
  { isRefresh = false } = {},
): Promise<{ result: T; reads: PageReads }> {
  const reads: PageReads = {
    tags: new Set(),
    changesAt: Number.POSITIVE_INFINITY,
    expiresAt: Number.POSITIVE_INFINITY,
    isIncomplete: false,
    isRefresh,
    loadMs: 0,
  }
  return { result: await readsOfCurrentRender.run(reads, render), reads }
}

/** For a read that does not go through the site cache: an edit of this tag invalidates the page made from it. */
export const recordCacheTag = (tag: CacheTag): void => void readsOfCurrentRender.getStore()?.tags.add(tag)

/** Notes the moments at which a time-dependent answer changes; a page with that answer is cached until the first of them. */
export function recordChangeTimes(now: Date, moments: () => Iterable<Date | null>): void {
  const reads = readsOfCurrentRender.getStore()
  if (!reads) return
  for (const moment of moments())
    if (moment && moment > now && +moment < reads.changesAt) reads.changesAt = moment.getTime()
}
