import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import readExif from 'exif-reader'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type Crop, cropBeforeRotation, cropInPixels, type RotationDegrees } from '#domain/images/crop.ts'
import { maxPicturePixels, maxStoredSidePx } from '#domain/images/upload.ts'
import { decodableTypes } from '#server/images/encode.ts'
import { toUnreadablePicture, UnreadablePicture } from '#server/images/original.ts'

/** What is kept of an uploaded picture, and what pages need to know of it. */
export type NormalisedPicture = {
  hash: string
  bytes: number
  width: number
  height: number
  placeholder: string | null
  takenOn: string | null
}

/** See-through pictures are logos and cut-outs; theirs is the one format that takes long to write. */
const seeThroughSide = 2560
const maxNearLossless = 2_000_000

const decodeOptions = { limitInputPixels: maxPicturePixels, failOn: 'error' } as const
/** By what cameras call orientation. */
const rotationByExifOrientation: Partial<Record<number, RotationDegrees>> = { 1: 0, 3: 180, 6: 90, 8: 270 }

/** Reads an uploaded file of any kind and writes the picture that is stored: upright, in sRGB, without metadata. */
export async function normalisePicture(file: string, crop: Crop | null, into: string): Promise<NormalisedPicture> {
  try {
    const about = await sharp(file, decodeOptions).metadata()
    if (!decodableTypes.has(about.format)) throw new UnreadablePicture(`${about.format} is not taken`, 'picture-kind')
    if ((about.pages ?? 1) > 1) throw new UnreadablePicture('it moves', 'picture-animated')
    // Turned when it is small, a photograph takes half the time; those who are mirrored as well are few.
    const turn = rotationByExifOrientation[about.orientation ?? 1]
    const source = sharp(file, { ...decodeOptions, autoOrient: turn === undefined })
    if (crop)
      source.extract(
        turn === undefined ? cropInPixels(crop, about.autoOrient) : cropInPixels(cropBeforeRotation(crop, turn), about),
      )
    const isSeeThrough = about.hasAlpha && (await hasHoles(source))
    const side = isSeeThrough ? seeThroughSide : maxStoredSidePx
    const resized = source
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    if (turn) resized.rotate(turn)
    const kept = isSeeThrough ? await asWebp(resized, into) : await asJpeg(resized, into)
    return { ...kept, placeholder: isSeeThrough ? null : await placeholderOf(into), takenOn: takenOn(about) }
  } catch (error) {
    throw toUnreadablePicture(error)
  }
}

/** An alpha channel says little: most of them are white all over. */
async function hasHoles(source: Sharp): Promise<boolean> {
  const small = source.clone().resize({ width: 512, height: 512, fit: 'inside', withoutEnlargement: true })
  const alpha = await small.extractChannel('alpha').raw().toBuffer()
  return alpha.some((value: number) => value < 255)
}

async function asJpeg(picture: Sharp, into: string) {
  // To find the best code first would take a hundred megabytes for five percent.
  const settings = { quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false }
  const { width, height } = await picture.removeAlpha().jpeg(settings).toFile(into)
  return { width, height, ...(await hashAndSizeOf(into)) }
}

async function asWebp(picture: Sharp, into: string) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isSmall = width * height <= maxNearLossless
  const settings = isSmall ? { nearLossless: true, quality: 60, effort: 1 } : { quality: 92, effort: 2 }
  await writeFile(into, await sharp(data, { raw: { width, height, channels } }).webp(settings).toBuffer())
  return { width, height, ...(await hashAndSizeOf(into)) }
}

async function hashAndSizeOf(file: string): Promise<{ hash: string; bytes: number }> {
  const kept = await readFile(file)
  return { hash: createHash('sha256').update(kept).digest('hex').slice(0, 16), bytes: kept.length }
}

/** A few pixels, to be shown blurred until the picture has come. */
async function placeholderOf(file: string): Promise<string> {
  const small = await sharp(file).resize({ width: 16 }).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}

/** The day on the photographer's own calendar. What cameras write is not always what they should. */
function takenOn({ exif }: Metadata): string | null {
  try {
    const at = exif && readExif(exif).Photo?.DateTimeOriginal
    const day = at instanceof Date ? at.toISOString().slice(0, 10) : null
    return day && day >= '1900' && day < '2200' ? day : null
  } catch {
    return null
  }
}
