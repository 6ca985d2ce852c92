import sharp from 'sharp'
import type { ImageFormat, VariantSize } from '#domain/images/picture.ts'
import { maxPicturePixels } from '#domain/images/upload.ts'
import { type Bytes, toUnreadablePicture, UnreadablePicture } from '#server/images/original.ts'

/** The only kinds of file that are ever decoded; sharp could do more, and every decoder is a way in. */
export const decodableTypes: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

/**
 * AVIF at effort 3 takes twice as long as at 2 for 3 % less, at 4 ten times as long; at 1 half as long for 10 to 25 %
 * more, which is right where a picture has more pixels than anyone looks at. 4:4:4 because stage light is saturated.
 */
const settingsFor = ({ width }: VariantSize, isQuick: boolean) =>
  ({
    avif: { quality: 50, effort: isQuick ? 0 : width > 1280 ? 1 : 2, chromaSubsampling: '4:4:4' },
    webp: { quality: 76, effort: 4 },
    jpeg: { quality: 78, mozjpeg: true },
  }) satisfies Record<ImageFormat, object>

// A picture at a time on a thread; how many at once is for the queue to say. Nothing is asked for twice, so no cache.
sharp.concurrency(1)
sharp.cache(false)

/** The picture the right way up, in sRGB, and nothing of what else the file said: no place, no camera, no profile. */
export async function encodePicture(
  original: string | Bytes,
  size: VariantSize,
  format: ImageFormat,
  isQuick = false,
): Promise<Bytes> {
  try {
    const { source } = await decodePicture(original)
    const resized = source.resize({ ...size, withoutEnlargement: !size.height }).toColourspace('srgb')
    // JPEG has no see-through parts; left alone they would turn black.
    if (format === 'jpeg') resized.flatten({ background: '#ffffff' })
    return await resized.toFormat(format, settingsFor(size, isQuick)[format]).toBuffer()
  } catch (error) {
    throw toUnreadablePicture(error)
  }
}

/** The right way up. Throws for a file of another kind than those that are shown. */
export async function decodePicture(original: string | Bytes) {
  const source = sharp(original, { limitInputPixels: maxPicturePixels, failOn: 'truncated', autoOrient: true })
  const about = await source.metadata()
  if (!decodableTypes.has(about.format))
    throw new UnreadablePicture(`${about.format} pictures are not shown`, 'picture-kind')
  return { source, about }
}
