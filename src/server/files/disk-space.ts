import {
  availableFileBytes,
  type DiskSpace,
  type LocalFileRetention,
  reservedDiskBytes,
} from '#domain/files/disk-space.ts'
import { Refusal } from '#domain/refusal.ts'

export type DiskSpaceGuard = {
  /** Throws if the disk has no room for so many bytes. */
  check: (bytes: number) => Promise<void>
  /** The same, and counts the bytes as written. */
  take: (bytes: number) => Promise<void>
}

type Deps = {
  /** Null where the system cannot tell; then nothing is refused. */
  ask: () => Promise<DiskSpace | null>
  warn: (facts: object, words: string) => void
  files?: LocalFileRetention
  clock?: () => number
}

const askAgainAfter = 2_000
const warnAgainAfter = 60_000

/** Reads the free space every few seconds, and counts the written bytes in between. */
export function createDiskSpaceGuard({ ask, warn, files = 'stay', clock = Date.now }: Deps): DiskSpaceGuard {
  let found: DiskSpace | null = null
  let left = Number.POSITIVE_INFINITY
  let [measuredAt, warnedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let asking: Promise<void> | null = null
  const measureFreeSpace = async () => {
    found = await ask()
    left = found ? availableFileBytes(found, files) : Number.POSITIVE_INFINITY
    measuredAt = clock()
  }
  const warnOnce = () => {
    if (clock() - warnedAt < warnAgainAfter) return
    warnedAt = clock()
    const space = found && { free: found.free, total: found.total, kept: reservedDiskBytes(found.total, files) }
    warn({ ...space }, 'the disk is nearly full: refusing files to keep space for orders')
  }
  const isKnown = async () => {
    if (clock() - measuredAt < askAgainAfter) return
    asking ??= measureFreeSpace().finally(() => {
      asking = null
    })
    await asking
  }
  const refuseMoreThanLeft = (bytes: number) => {
    if (bytes <= left) return
    warnOnce()
    throw new Refusal('storage-full')
  }
  return {
    check: async (bytes) => {
      await isKnown()
      refuseMoreThanLeft(bytes)
    },
    take: async (bytes) => {
      await isKnown()
      refuseMoreThanLeft(bytes)
      left -= bytes
    },
  }
}
