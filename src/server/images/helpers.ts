import type { Crop } from '#domain/images/crop.ts'
import type { Format, Size } from '#domain/images/picture.ts'
import { createHelper, type Limits } from '#server/images/helper.ts'
import type { Normalised } from '#server/images/normalise.ts'
import type { Bytes } from '#server/images/original.ts'
import { createLane } from '#server/limits/lane.ts'

/** What was sent to us may be made to do harm, so it gets little, and never the process that visitors wait for. */
const forUploads: Limits = { seconds: 10, megabytes: 256, restingMegabytes: 128, idleSeconds: 30 }
/** Originals of our own making: AVIF in the largest width takes about 200 MB of its own. */
const forVariants: Limits = { seconds: 10, megabytes: 512, restingMegabytes: 192, idleSeconds: 60 }

export type Helpers = {
  /** A variant of an original that we know. */
  encode: (file: string, size: Size, format: Format) => Promise<Bytes>
  /** What is kept of a file that was sent to us, written to `into`. Throws `Busy` when many wait already. */
  normalise: (file: string, crop: Crop | null, into: string) => Promise<Normalised>
  warm: () => Promise<void>
  close: () => Promise<void>
}

/** The processes that decode pictures; they are started when they are needed, and write to files of this folder only. */
export function openHelpers(folder: string): Helpers {
  const [first, second] = [
    createHelper({ ...forVariants, idleSeconds: null }, folder),
    createHelper(forVariants, folder),
  ]
  const uploads = createHelper(forUploads, folder)
  const free = [second, first]
  let isClosed = false
  const variantLane = createLane({ atOnce: free.length, mostWaiting: Number.POSITIVE_INFINITY })
  const uploadLane = createLane({ atOnce: 1, mostWaiting: 30 })
  return {
    encode: (file, size, format) =>
      variantLane.run(async () => {
        const helper = free.pop()!
        try {
          return await helper.run('encode', file, size, format)
        } finally {
          helper === first ? free.push(helper) : free.unshift(helper)
        }
      }),
    normalise: (file, crop, into) => uploadLane.run(() => uploads.run('normalise', file, crop, into)),
    warm: () =>
      first.warm().catch((error) => {
        if (!isClosed) throw error
      }),
    close: async () => {
      isClosed = true
      await Promise.all([first, second, uploads].map((helper) => helper.close()))
    },
  }
}
