import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { imageBasePath } from '#domain/images/addresses.ts'
import { type Picture, siteIconFiles, type UnconvertedType, unconvertedTypes } from '#domain/images/picture.ts'
import { OperatorError } from '#domain/operator-error.ts'
import type { Award, Release, SiteContent } from '#domain/pages/content.ts'
import { imageSchema } from '#domain/sites/content-schema.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Bytes, OriginalPicture } from '#server/images/original.ts'

/** What of a site names pictures. */
export type PicturedSite = Pick<Site, 'folder' | 'name' | 'branding'> & {
  content: {
    home: {
      hero: Pick<SiteContent['home']['hero'], 'image' | 'portrait'>
      intro: Pick<SiteContent['home']['intro'], 'image'>
    }
    pages: Partial<Record<string, { title: string; image?: string | null }>>
    notFound: { image?: string | null }
    releases: Pick<Release, 'title' | 'cover'>[]
    awards: Pick<Award, 'title' | 'image'>[]
  }
}

/** One picture of a site's folder, as pages see it and as the server finds it. */
export type SiteFile = {
  file: string
  path: string
  name: string
  bytes: number
  picture: Picture
  original: OriginalPicture
}

const PictureEntrySchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z
    .string()
    .regex(/^data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+$/, 'must be a data: address of an image in base64')
    .nullish(),
  alt: z.string(),
})
const PictureListSchema = z.record(imageSchema, PictureEntrySchema)

const isDrawing = (file: string) => file.endsWith('.svg') && imageSchema.safeParse(file).success

/** Icons up to this many pixels a side gain nothing from variants, and manifests and mails want them as PNG. */
const largestIcon = 512

/**
 * What `sites/<folder>/images/images.json` lists, and the drawings beside it, which say their size themselves. Nothing
 * else in the folder exists for visitors.
 */
export async function readSiteFiles(sitesFolder: string, site: PicturedSite): Promise<SiteFile[]> {
  const folder = join(sitesFolder, site.folder, 'images')
  const list = await readList(join(folder, 'images.json'))
  const drawings = (await readdir(folder)).filter((file) => isDrawing(file) && !list[file]).sort()
  const missing: string[] = []
  const read = async (file: string, entry?: z.output<typeof PictureEntrySchema>): Promise<SiteFile | null> => {
    const path = join(folder, file)
    const bytes = await readFile(path).catch(() => null)
    if (bytes) return siteFile(path, file, bytes, entry ?? (await ownEntry(path, bytes, site)))
    missing.push(`${path} is missing: images.json lists it.`)
    return null
  }
  const found = await Promise.all([
    ...Object.entries(list).map(([file, entry]) => read(file, entry)),
    ...drawings.map((file) => read(file)),
  ])
  const files = found.filter((file) => file !== null)
  for (const { file, as } of namedBy(site))
    if (!list[file] && !drawings.includes(file))
      missing.push(`${join(folder, file)} is missing or not listed in images.json: ${site.name} names it as ${as}.`)
  if (missing.length) throw new OperatorError(missing.join('\n'))
  return files
}

const hashOf = (content: Bytes | string) => createHash('sha256').update(content).digest('hex').slice(0, 16)

function siteFile(path: string, file: string, bytes: Bytes, entry: z.output<typeof PictureEntrySchema>): SiteFile {
  const { width, height, alt } = entry
  const [name = '', ending = ''] = file.split('.')
  const hash = hashOf(bytes)
  const asIs = asIsType(ending, Math.max(width, height))
  // What is sent as it is is small and stays in memory; a photograph is read when a variant must be made.
  const original: OriginalPicture = asIs
    ? { hash, width, height, asIs, read: async () => bytes }
    : { hash, width, height, asIs, bytes: bytes.length, asFile: (work) => work(path) }
  const placeholder = asIs ? null : (entry.placeholder ?? null)
  return {
    file,
    path,
    name,
    bytes: bytes.length,
    original,
    picture: { base: imageBasePath(hash, name), width, height, placeholder, alt, asIs },
  }
}

function asIsType(ending: string, side: number): UnconvertedType | null {
  const type = unconvertedTypes.find((each) => each === ending) ?? null
  return type === 'png' && side > largestIcon ? null : type
}

/** A site's drawings are its logo, its signature, its icon: all of them say who this is. */
async function ownEntry(
  path: string,
  drawing: Bytes,
  { name }: PicturedSite,
): Promise<z.output<typeof PictureEntrySchema>> {
  const { width, height } = await sharp(drawing)
    .metadata()
    .catch(() => {
      throw new OperatorError(`${path} is not a drawing that can be shown.`)
    })
  return { width, height, alt: name }
}

async function readList(path: string): Promise<z.output<typeof PictureListSchema>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`${path} is missing: it lists the pictures of the site.`)
  })
  const read = PictureListSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new OperatorError(`${path} cannot be used: ${[...(issue?.path ?? []), issue?.message].join(' ')}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The files that the site's own pages cannot do without. */
function namedBy({ branding: { logo, signature }, content }: PicturedSite): { file: string; as: string }[] {
  const { hero, intro } = content.home
  type Named = [file: string | null | undefined, as: string]
  const named: Named[] = [
    [logo?.light, 'its logo on light'],
    [logo?.dark, 'its logo on dark'],
    [signature?.light, 'its signature on light'],
    [signature?.dark, 'its signature on dark'],
    [hero.image, 'the first picture of its home page'],
    [hero.portrait, 'the first picture of its home page on a phone'],
    [intro.image, 'the picture beside its introduction'],
    ...Object.values(siteIconFiles).map((icon): Named => [icon, 'one of its icons']),
    [content.notFound.image, 'the picture of its not-found page'],
    ...Object.values(content.pages).map((page): Named => [page?.image, `the picture of ${page?.title}`]),
    ...content.awards.map(({ image, title }): Named => [image, `the object of ${title}`]),
    ...content.releases.map(({ cover, title }): Named => [cover, `the cover of ${title}`]),
  ]
  return named.flatMap(([file, as]) => (file ? [{ file, as }] : []))
}
