import sharp, { type Metadata } from 'sharp'
import { cropInPixels } from '#domain/images/crop.ts'
import type { PngShape } from '#domain/images/icons.ts'
import { decodePicture } from '#server/images/encode.ts'
import { type Bytes, toUnreadablePicture } from '#server/images/original.ts'

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
/** Launchers cut icons to circles and rounded squares. */
const partInsideMargin = 0.7

/**
 * A picture in exactly this size: one with see-through parts whole, any other cropped around its focal point. `isOurs`: a
 * drawing of the site's folder, which may be SVG.
 */
export async function drawPng(original: string | Bytes, shape: PngShape, isOurs = false): Promise<Bytes> {
  try {
    const { width, height, background = null } = shape
    const { source, about } = isOurs ? await openDrawing(original, shape) : await decodePicture(original)
    source.toColourspace('srgb').png()
    if (!about.hasAlpha) return await source.extract(areaOf(about, shape)).resize({ width, height }).toBuffer()
    const part = background === 'contrasting' ? partInsideMargin : 1
    const inner = await source
      .resize({ width: inside(width, part), height: inside(height, part), fit: 'contain', background: transparent })
      .toBuffer()
    const behind = background === 'contrasting' ? await contrastingBackground(inner) : background
    if (!behind) return inner
    const ground = sharp({ create: { width, height, channels: 3, background: behind } }).png()
    return await ground
      .composite([{ input: inner }])
      .removeAlpha()
      .toBuffer()
  } catch (error) {
    throw toUnreadablePicture(error)
  }
}

/** A drawing says its size at 72 dots per inch, and is drawn as large as it is needed. */
async function openDrawing(original: string | Bytes, { width, height }: PngShape) {
  const about = await sharp(original).metadata()
  const density = 72 * Math.max(1, width / about.width, height / about.height)
  return { source: sharp(original, about.format === 'svg' ? { density } : {}), about }
}

const inside = (side: number, part: number) => Math.max(1, Math.round(side * part))

/** As `object-position` of CSS takes a point in percent. */
function areaOf({ autoOrient }: Metadata, { width, height, focus }: PngShape) {
  const { x, y } = focus ?? { x: 50, y: 50 }
  const [ratio, own] = [width / height, autoOrient.width / autoOrient.height]
  const [w, h] = [Math.min(1, ratio / own), Math.min(1, own / ratio)]
  return cropInPixels({ x: ((1 - w) * x) / 100, y: ((1 - h) * y) / 100, width: w, height: h }, autoOrient)
}

/** White, unless what is visible of the picture is light itself. */
async function contrastingBackground(png: Buffer): Promise<string> {
  const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let [light, visible] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!
    light += alpha * (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!)
    visible += alpha
  }
  return light > 170 * visible ? '#111111' : '#ffffff'
}
