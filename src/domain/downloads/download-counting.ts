import { downloadChunkBytes } from '#domain/downloads/limits.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'

/** The complete downloads of a file, and the ranges of the next one that were served. */
export type DownloadCount = { completed: number; served: readonly ByteRange[]; servedBytes: number }

export const emptyDownloadCount: DownloadCount = { completed: 0, served: [], servedBytes: 0 }

/** Bytes that are sent again after a lost connection are free, until they add up to the size of the file. */
const maxResentShare = 2
/** No real download leaves so many gaps. */
const maxRanges = 500

/**
 * One download is every byte of the file, in any ranges and order, with repeats. Ranges that the server itself broke off
 * do not count as repeats of the buyer.
 */
export function addServedRange(
  before: DownloadCount,
  part: ByteRange,
  size: number,
  { isOurFault = false } = {},
): DownloadCount {
  const servedBytes = before.servedBytes + (isOurFault ? 0 : part.to - part.from + 1)
  const served = mergeRanges([...before.served, part])
  const isWhole = served[0]!.from === 0 && served[0]!.to === size - 1
  if (isWhole || servedBytes >= maxResentShare * size)
    return { completed: before.completed + 1, served: [], servedBytes: 0 }
  return { ...before, served, servedBytes }
}

function mergeRanges(parts: readonly ByteRange[]): ByteRange[] {
  const all: ByteRange[] = []
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all.length > maxRanges ? [{ from: all[0]!.from, to: all.at(-1)!.to }] : all
}

export type FileUsage = Pick<DownloadCount, 'completed' | 'servedBytes'> & { completedAt: Date | null }

export const emptyFileUsage: FileUsage = { completed: 0, completedAt: null, servedBytes: 0 }

/** The last range of the last download may be lost after the server has sent it. */
const graceMs = 3_600_000

/**
 * How many bytes of a file may be in transit at once: those of all downloads left or, for an hour after the last download,
 * those of one more chunk. None when it is used up.
 */
export function downloadAllowanceFor(
  { completed, completedAt, servedBytes }: FileUsage,
  { allowed, size, now }: Allowance,
): DownloadAllowance {
  if (completed < allowed) return { bytes: (allowed - completed) * size, isGrace: false }
  const ago = completedAt ? Math.abs(+now - +completedAt) : graceMs
  const chunk = downloadChunkBytes(size)
  return { bytes: ago < graceMs && servedBytes < chunk ? chunk : 0, isGrace: true }
}

type Allowance = { allowed: number; size: number; now: Date }
export type DownloadAllowance = { bytes: number; isGrace: boolean }

/** Whether the file or the range may be served. In the grace hour only ranges are. */
export const canServeRange = ({ bytes, isGrace }: DownloadAllowance, part: ByteRange | 'all'): boolean =>
  bytes > 0 && (!isGrace || (part !== 'all' && part.to - part.from < bytes))

/** Bytes in the grace hour belong to the last download and do not start another one. */
export const addGraceBytes = <T extends Pick<DownloadCount, 'servedBytes'>>(before: T, part: ByteRange): T => ({
  ...before,
  servedBytes: before.servedBytes + part.to - part.from + 1,
})
