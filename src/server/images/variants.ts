import type { PngShape } from '#domain/images/icons.ts'
import type { ImageFormat, VariantSize } from '#domain/images/picture.ts'
import type { DiskCache } from '#server/images/disk-cache.ts'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import type { Bytes, EncodablePicture, OriginalPicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'
import { createWorkQueue } from '#server/limits/work-queue.ts'

export type Warn = (facts: object, words: string) => void
export type Variants = ReturnType<typeof createVariants>
export type VariantRequest =
  | { original: EncodablePicture; size: VariantSize; format: ImageFormat }
  | { original: OriginalPicture; png: PngShape }

/** Two fill the cores of a small machine; forty waiting are ten seconds of work, about as long as anyone stays. */
const standardLimits = { atOnce: 2, maxWaiting: 40 }

type Deps = { cache: DiskCache; warn: Warn; helpers: VariantHelpers; limits?: typeof standardLimits }
export type VariantHelpers = Pick<ImageHelpers, 'encode' | 'drawPng'>

/** Originals made into what pages ask for: each variant once, however many ask for it at the same time. */
export function createVariants({ cache, warn, helpers, limits = standardLimits }: Deps) {
  const queue = createWorkQueue(limits)
  const underway = new Map<string, Promise<Bytes>>()

  /** Throws `Busy` when there is too much to make already. */
  function requestVariant(wanted: VariantRequest): Promise<Bytes> {
    const name = nameOf(wanted)
    const same = underway.get(name)
    if (same) return same
    const getting = fromCache(name)
      .then((kept) => kept ?? queue.run(() => encodeVariant(name, wanted)))
      .finally(() => underway.delete(name))
    underway.set(name, getting)
    return getting
  }

  async function encodeVariant(name: string, wanted: VariantRequest): Promise<Bytes> {
    const made = await bytesOf(wanted)
    // Without the cache the picture is only made again for the next request.
    await cache.put(name, made).catch((err) => warn({ err, name }, 'failed to cache a picture'))
    return made
  }

  async function bytesOf(wanted: VariantRequest): Promise<Bytes> {
    if (!('png' in wanted)) {
      const { original, size, format } = wanted
      return original.asFile((file) => helpers.encode(file, size, format))
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

  /** Makes pictures in sequence, each only while no request waits for one. */
  async function warmUp(list: VariantRequest[], signal: AbortSignal): Promise<void> {
    for (const wanted of list) {
      await queue.idle()
      if (signal.aborted) return
      await requestVariant(wanted).catch((err) => warn({ err, hash: wanted.original.hash }, 'failed to make a picture'))
    }
  }

  return { variant: requestVariant, warmUp }
}

function nameOf(wanted: VariantRequest): string {
  const { hash } = wanted.original
  if ('png' in wanted) return `${hash}-${shapeName(wanted.png)}-${variantCacheVersion}.png`
  const { size, format } = wanted
  return `${hash}-${size.width}${size.height ? `x${size.height}` : ''}-${variantCacheVersion}.${format}`
}

/** Tells this shape from every other of the same picture, in cached files and in etags. */
export const shapeName = ({ width, height, focus, background }: PngShape): string =>
  [`${width}x${height}`, focus && `${focus.x}-${focus.y}`, background?.replace('#', '')].filter(Boolean).join('-')

/** Raise it with the settings in `encode.ts`: it is part of what a made variant is kept under. */
export const variantCacheVersion = 'r1'
