/** Saves what was made: JPEG within the size a page can afford, SVG as it is, and what a page must know before it loads. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Drawing, Icon, Picture } from './catalogue.ts'

export interface Entry {
  width: number
  height: number
  /** A few pixels as a data URI, to be shown blurred until the picture has come. */
  placeholder: string
  alt: string
}

export const folderOf = (site: string) => fileURLToPath(new URL(`../../sites/${site}/images/`, import.meta.url))

const kilobyte = 1024
const limitOf = (file: string) => (file.startsWith('hero') ? 350 : 220) * kilobyte

export async function savePicture(
  site: string,
  { file, alt, make }: Picture,
): Promise<{ entry: Entry; bytes: number }> {
  const { w, h, rgb } = await make()
  const pixels = sharp(rgb, { raw: { width: w, height: h, channels: 3 } })
  let quality = 82
  let jpeg = await pixels.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
  while (jpeg.length > limitOf(file) && quality > 62) {
    quality -= 2
    jpeg = await pixels.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
  }
  if (jpeg.length > limitOf(file))
    throw new Error(`${file} needs ${Math.round(jpeg.length / kilobyte)} KB: too much grain`)
  await write(site, file, jpeg)
  return { entry: { width: w, height: h, placeholder: await placeholder(jpeg), alt }, bytes: jpeg.length }
}

export async function saveIcon(site: string, { file, alt, size, make }: Icon): Promise<Entry> {
  const png = await sharp(Buffer.from(make()), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toBuffer()
  await write(site, file, png)
  return { width: size, height: size, placeholder: await placeholder(png), alt }
}

export const saveDrawing = (site: string, { file, make }: Drawing) => write(site, file, `${make()}\n`)

async function placeholder(image: Buffer): Promise<string> {
  const small = await sharp(image).resize({ width: 16 }).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}

async function write(site: string, file: string, content: Buffer | string): Promise<void> {
  await mkdir(folderOf(site), { recursive: true })
  await writeFile(folderOf(site) + file, content)
}
