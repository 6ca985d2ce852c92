import { AsyncLocalStorage } from 'node:async_hooks'

/** What a page was made of, noted while it is made. */
export type PageReads = {
  subjects: Set<string>
  /** When something on it will look different although nobody has changed it. */
  changesAt: number
  /** Until when what it was made of is kept, by the clock that never jumps. */
  keptUntil: number
  /** Something could not be had, and the page does without it. */
  isLacking: boolean
  /** Nothing is taken from what is kept: the page is to be good for as long as it can. */
  isAnew: boolean
  /** How long loads have taken, those side by side each by itself. */
  loadMs: number
}

const current = new AsyncLocalStorage<PageReads>()

export const pageReads = (): PageReads | undefined => current.getStore()

export async function noteReads<T>(
  work: () => Promise<T>,
  { isAnew = false } = {},
): Promise<{ made: T; reads: PageReads }> {
  const reads: PageReads = {
    ...{ subjects: new Set<string>(), isAnew, isLacking: false, loadMs: 0 },
    ...{ changesAt: Number.POSITIVE_INFINITY, keptUntil: Number.POSITIVE_INFINITY },
  }
  return { made: await current.run(reads, work), reads }
}

/** Whoever shows what depends on the time says when that changes: a page that holds it is not kept any longer. */
export function changesAt(now: Date, moments: () => Iterable<Date | null>): void {
  const reads = current.getStore()
  if (!reads) return
  for (const moment of moments())
    if (moment && moment > now && +moment < reads.changesAt) reads.changesAt = moment.getTime()
}
