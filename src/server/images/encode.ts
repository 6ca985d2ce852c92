import sharp from 'sharp'
import type { Format, Size } from '#domain/images/picture.ts'
import type { Bytes } from '#server/images/original.ts'

/** The only kinds of file that are ever decoded; sharp could do more, and every decoder is a way in. */
const decodable = new Set(['jpeg', 'png', 'webp', 'heif'])
const mostPixels = 50_000_000
const patience = { seconds: 20 }

/** Raise it with the settings below: it is part of what a made variant is kept under. */
export const recipe = 'r1'

/**
 * AVIF at effort 3 takes twice as long as at 2 for 3 % less, at 4 ten times as long; at 1 half as long for 10 to 25 %
 * more, which is right where a picture has more pixels than anyone looks at. 4:4:4 because stage light is saturated.
 */
const settingsFor = ({ width }: Size) =>
  ({
    avif: { quality: 50, effort: width > 1280 ? 1 : 2, chromaSubsampling: '4:4:4' },
    webp: { quality: 76, effort: 4 },
    jpeg: { quality: 78, mozjpeg: true },
  }) satisfies Record<Format, object>

// A picture at a time on a thread; how many at once is for the lane to say. Nothing is asked for twice, so no cache.
sharp.concurrency(1)
sharp.cache(false)

/** The original cannot be shown: damaged, too large, or not a picture at all. */
export class UnreadablePicture extends Error {}

export type Encode = (original: Bytes, size: Size, format: Format) => Promise<Bytes>

/** The picture the right way up, in sRGB, and nothing of what else the file said: no place, no camera, no profile. */
export const encode: Encode = async (original, size, format) => {
  try {
    const source = sharp(original, { limitInputPixels: mostPixels, failOn: 'truncated', autoOrient: true })
    const { format: kind } = await source.metadata()
    if (!decodable.has(kind)) throw new Error(`${kind} pictures are not shown`)
    const resized = source
      .resize({ ...size, withoutEnlargement: !size.height })
      .toColourspace('srgb')
      .timeout(patience)
    // JPEG has no see-through parts; left alone they would turn black.
    if (format === 'jpeg') resized.flatten({ background: '#ffffff' })
    return await resized.toFormat(format, settingsFor(size)[format]).toBuffer()
  } catch (error) {
    throw new UnreadablePicture(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
