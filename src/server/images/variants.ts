import { readFile } from 'node:fs/promises'
import type { PngShape } from '#domain/images/icons.ts'
import {
  canShowInstead,
  type ImageFormat,
  standInsFor,
  type VariantName,
  type VariantSize,
} from '#domain/images/picture.ts'
import { detectPictureKind, type OriginalType, originalTypes } from '#domain/images/upload.ts'
import type { DiskCache } from '#server/images/disk-cache.ts'
import type { EncodePace, ImageHelpers } from '#server/images/helper-process.ts'
import { type Bytes, type EncodablePicture, type OriginalPicture, UnreadablePicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'
import { createWorkQueue } from '#server/limits/work-queue.ts'

export type Warn = (facts: object, words: string) => void
export type Variants = ReturnType<typeof createPictureVariants>
export type PhotographRequest = { original: EncodablePicture; size: VariantSize; format: ImageFormat }
export type VariantRequest = PhotographRequest | { original: OriginalPicture; png: PngShape }

/** What is sent for a variant that is not made yet. */
export type StandIn = { name: string; type: ImageFormat | OriginalType; bytes: Bytes }

/** Two fill the cores of a small machine; forty waiting are ten seconds of work, about as long as anyone stays. */
const standardLimits = { atOnce: 2, maxWaiting: 40 }
/** Variants that were asked for and wait to be made; those beyond are asked for again. */
const maxMissed = 500

type Deps = { cache: DiskCache; warn: Warn; helpers: VariantHelpers; limits?: typeof standardLimits }
export type VariantHelpers = Pick<ImageHelpers, 'encode' | 'drawPng'>

/** Originals made into what pages ask for: each variant once, however many ask for it at the same time. */
export function createPictureVariants({ cache, warn, helpers, limits = standardLimits }: Deps) {
  const queue = createWorkQueue(limits)
  const background = createWorkQueue({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY })
  const underway = new Map<string, Promise<Bytes>>()
  const missed = new Set<string>()
  const closing = new AbortController()

  /** Throws `Busy` when there is too much to make already. */
  function requestVariant(wanted: VariantRequest): Promise<Bytes> {
    const name = nameOf(wanted)
    const same = underway.get(name)
    if (same) return same
    const getting = fromCache(name)
      .then((kept) => kept ?? queue.run(() => encodeVariant(name, wanted, 'at once')))
      .finally(() => underway.delete(name))
    underway.set(name, getting)
    return getting
  }

  /**
   * The variant, if it is ready; otherwise what comes nearest to it, while it is made in the background. Only for a picture
   * of which nothing can be sent yet the caller waits.
   */
  async function variantOrStandIn(wanted: PhotographRequest): Promise<Bytes | StandIn> {
    const kept = await fromCache(nameOf(wanted))
    if (kept) return kept
    const standIn = await nearestTo(wanted)
    if (!standIn) return requestVariant(wanted)
    makeLater(wanted)
    return standIn
  }

  async function nearestTo({ original, size, format }: PhotographRequest): Promise<StandIn | null> {
    // A cut has another shape than all else.
    if (size.height !== undefined) return null
    for (const each of standInsFor(original, { size, format })) {
      const found = each === 'original' ? await readOriginal(original, format) : await keptVariant(original, each)
      if (found) return found
    }
    return null
  }

  async function keptVariant(original: EncodablePicture, variant: VariantName): Promise<StandIn | null> {
    const name = nameOf({ original, ...variant })
    const bytes = await fromCache(name)
    return bytes && { name, type: variant.format, bytes }
  }

  async function encodeVariant(name: string, wanted: VariantRequest, pace: EncodePace): Promise<Bytes> {
    const made = await bytesOf(wanted, pace)
    // Without the cache the picture is only made again for the next request.
    await cache.put(name, made).catch((err) => warn({ err, name }, 'failed to cache a picture'))
    return made
  }

  async function bytesOf(wanted: VariantRequest, pace: EncodePace): Promise<Bytes> {
    if (!('png' in wanted)) {
      const { original, size, format } = wanted
      return original.asFile((file) => helpers.encode(file, size, format, pace))
    }
    const { original, png } = wanted
    if (original.asIs === null) return original.asFile((file) => helpers.drawPng(file, png))
    // A drawing of the site's folder is trusted, and the helpers read no SVG.
    return drawPng(await original.read(), png, true)
  }

  const fromCache = (name: string) =>
    cache.get(name).catch((err) => {
      warn({ err, name }, 'failed to read a cached picture')
      return null
    })

  function makeLater(wanted: PhotographRequest): void {
    const name = nameOf(wanted)
    if (missed.has(name) || missed.size >= maxMissed) return
    missed.add(name)
    prepareOne(wanted, closing.signal)
      .catch((err) => warn({ err, name }, 'failed to make a picture'))
      .finally(() => missed.delete(name))
  }

  /** One at a time in this process, and each only while no visitor waits for another. */
  const prepareOne = (wanted: PhotographRequest, signal: AbortSignal): Promise<void> =>
    background.run(async () => {
      await queue.idle()
      const name = nameOf(wanted)
      if (signal.aborted || closing.signal.aborted || (await cache.has(name).catch(() => false))) return
      await encodeVariant(name, wanted, 'in the background')
    })

  /** Makes what is missing of these, in sequence. Throws when it is stopped or cannot go on; what is made stays. */
  async function prepare(list: Iterable<PhotographRequest>, signal: AbortSignal): Promise<void> {
    for (const wanted of list) {
      await prepareOne(wanted, signal).catch((err) => {
        if (!(err instanceof UnreadablePicture)) throw err
        warn({ err, hash: wanted.original.hash }, 'failed to make a picture')
      })
      signal.throwIfAborted()
    }
  }

  return {
    variant: requestVariant,
    variantOrStandIn,
    prepare,
    /** Resolves when nothing is made in the background any more. */
    close: (): Promise<void> => {
      closing.abort()
      return background.idle()
    },
  }
}

async function readOriginal(original: EncodablePicture, format: ImageFormat): Promise<StandIn | null> {
  const bytes = await original.asFile((file) => readFile(file)).catch(() => null)
  const kind = bytes && detectPictureKind(bytes)
  const type = originalTypes.find((each) => each === kind)
  return bytes && type && canShowInstead(format, type) ? { name: original.hash, type, bytes } : null
}

function nameOf(wanted: VariantRequest): string {
  const { hash } = wanted.original
  if ('png' in wanted) return `${hash}-${pngShapeName(wanted.png)}-${variantCacheVersion}.png`
  const { size, format } = wanted
  return `${hash}-${size.width}${size.height ? `x${size.height}` : ''}-${variantCacheVersion}.${format}`
}

/** Tells this shape from every other of the same picture, in cached files and in etags. */
export const pngShapeName = ({ width, height, focus, background }: PngShape): string =>
  [`${width}x${height}`, focus && `${focus.x}-${focus.y}`, background?.replace('#', '')].filter(Boolean).join('-')

/** Raise it with the settings in `encode.ts`: it is part of what a made variant is kept under. */
export const variantCacheVersion = 'r1'
