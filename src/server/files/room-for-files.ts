import { type DiskRoom, type FilesOnDisk, keptFree, roomForFiles } from '#domain/files/disk-room.ts'
import { Refusal } from '#domain/refusal.ts'

export type RoomForFiles = {
  /** Refuses what there is no room for. */
  check: (bytes: number) => Promise<void>
  /** The same, and so many bytes are about to be written. */
  take: (bytes: number) => Promise<void>
}

type Needs = {
  /** Null where the system does not tell; then nothing is refused. */
  ask: () => Promise<DiskRoom | null>
  warn: (facts: object, words: string) => void
  files?: FilesOnDisk
  clock?: () => number
}

const askAgainAfter = 2_000
const warnAgainAfter = 60_000

/** The disk is asked now and then; in between, what was taken is counted. */
export function watchRoomForFiles({ ask, warn, files = 'stay', clock = Date.now }: Needs): RoomForFiles {
  let found: DiskRoom | null = null
  let left = Number.POSITIVE_INFINITY
  let [askedAt, warnedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let asking: Promise<void> | null = null
  const look = async () => {
    found = await ask()
    left = found ? roomForFiles(found, files) : Number.POSITIVE_INFINITY
    askedAt = clock()
  }
  const sayOnce = () => {
    if (clock() - warnedAt < warnAgainAfter) return
    warnedAt = clock()
    const about = found && { free: found.free, total: found.total, kept: keptFree(found.total, files) }
    warn({ ...about }, 'the disk is nearly full: files are refused, so that orders still have room')
  }
  const isKnown = async () => {
    if (clock() - askedAt < askAgainAfter) return
    asking ??= look().finally(() => {
      asking = null
    })
    await asking
  }
  const refuseMoreThanLeft = (bytes: number) => {
    if (bytes <= left) return
    sayOnce()
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
