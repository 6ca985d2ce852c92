import { chunkBytesFor } from '#domain/downloads/limits.ts'
import type { Range } from '#domain/files/range.ts'

/** How often a file was downloaded, and how much of it has been served since. */
export type Served = { completed: number; served: readonly Range[]; servedBytes: number }

export const nothingServed: Served = { completed: 0, served: [], servedBytes: 0 }

/** Bytes that a bad line lost are sent again and not counted, until a whole file of them was. */
const patience = 2
/** Nobody who downloads a file leaves so many holes. */
const mostPieces = 500

/** One download is every byte of the file, in whatever pieces and order, however often one of them had to be repeated. */
export function afterServing(before: Served, part: Range, size: number): Served {
  const servedBytes = before.servedBytes + part.to - part.from + 1
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

type Allowance = { completed: number; completedAt: Date | null; allowed: number }

/** The last piece of the last download may be lost on the way after it has left the house. */
const graceMs = 3_600_000

/** Whether a file may be sent once more: all of it, or a part. */
export function mayServe(
  { completed, completedAt, allowed }: Allowance,
  part: Range,
  size: number,
  now: Date,
): boolean {
  if (completed < allowed) return true
  const isEnd = part.from > 0 && part.to - part.from < chunkBytesFor(size)
  const ago = completedAt ? +now - +completedAt : Number.POSITIVE_INFINITY
  return completed === allowed && isEnd && ago >= -graceMs && ago < graceMs
}
