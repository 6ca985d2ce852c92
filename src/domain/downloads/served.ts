import { chunkBytesFor } from '#domain/downloads/limits.ts'
import type { Range } from '#domain/files/range.ts'

/** How often a file was downloaded, and how much of it has been served since. */
export type Served = { completed: number; served: readonly Range[]; servedBytes: number }

export const nothingServed: Served = { completed: 0, served: [], servedBytes: 0 }

/** Bytes that a bad line lost are sent again and not counted, until a whole file of them was. */
const patience = 2
/** Nobody who downloads a file leaves so many holes. */
const mostPieces = 500

/**
 * One download is every byte of the file, in whatever pieces and order, however often one of them had to be repeated.
 * What we broke off ourselves has to be sent again because of us, and costs nobody's patience.
 */
export function afterServing(before: Served, part: Range, size: number, { isOurFault = false } = {}): Served {
  const servedBytes = before.servedBytes + (isOurFault ? 0 : part.to - part.from + 1)
  const served = joined([...before.served, part])
  const isWhole = served[0]!.from === 0 && served[0]!.to === size - 1
  if (isWhole || servedBytes >= patience * size) return { completed: before.completed + 1, served: [], servedBytes: 0 }
  return { ...before, served, servedBytes }
}

function joined(parts: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all.length > mostPieces ? [{ from: all[0]!.from, to: all.at(-1)!.to }] : all
}

export type Used = Pick<Served, 'completed' | 'servedBytes'> & { completedAt: Date | null }

export const notUsed: Used = { completed: 0, completedAt: null, servedBytes: 0 }

/** The last piece of the last download may be lost on the way after it has left the house. */
const graceMs = 3_600_000

/**
 * How many bytes of a file may be on their way at once: of all that are left of it, or, for an hour after the last
 * download, of one more chunk. None when it is used up.
 */
export function roomFor({ completed, completedAt, servedBytes }: Used, { allowed, size, now }: Allowance): Room {
  if (completed < allowed) return { bytes: (allowed - completed) * size, isGrace: false }
  const ago = completedAt ? Math.abs(+now - +completedAt) : graceMs
  const chunk = chunkBytesFor(size)
  return { bytes: ago < graceMs && servedBytes < chunk ? chunk : 0, isGrace: true }
}

type Allowance = { allowed: number; size: number; now: Date }
export type Room = { bytes: number; isGrace: boolean }

/** Whether a file may be sent once more: all of it, or a part. What is left at the end is for parts alone. */
export const mayServe = ({ bytes, isGrace }: Room, part: Range | 'all'): boolean =>
  bytes > 0 && (!isGrace || (part !== 'all' && part.to - part.from < bytes))

/** What is sent after the last download belongs to it: it is no other one. */
export const afterGrace = <T extends Pick<Served, 'servedBytes'>>(before: T, part: Range): T => ({
  ...before,
  servedBytes: before.servedBytes + part.to - part.from + 1,
})
