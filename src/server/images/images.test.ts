import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OperatorError } from '#domain/operator-error.ts'
import { encodePicture } from '#server/images/encode.ts'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import { type Images, openImages } from '#server/images/images.ts'
import { drawPng } from '#server/images/png.ts'
import type { PicturedSite } from '#server/images/site-files.ts'

const placeholder = 'data:image/webp;base64,UklGRg=='
const site = (folder: string): PicturedSite => ({
  folder,
  name: 'Marlow Quay',
  branding: { logo: { light: 'logo-light.svg', dark: 'logo-dark.svg' }, signature: null },
  content: {
    home: { hero: { image: 'hero.jpg', portrait: null }, intro: { image: null } },
    pages: {},
    notFound: {},
    releases: [{ title: 'Night Ferry', cover: 'cover.jpg' }],
    awards: [],
  },
})
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100"/>'
const photo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** A folder with the sites `one` and `two`, each with everything it needs. */
async function newSites() {
  const root = await mkdtemp(join(tmpdir(), 'sites-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [folder, colour] of [
    ['one', '#aa2200'],
    ['two', '#0022aa'],
  ] as const) {
    const images = join(root, folder, 'images')
    await mkdir(images, { recursive: true })
    const about = (width: number, height: number, alt: string) => ({ width, height, placeholder, alt })
    const list = {
      'hero.jpg': about(700, 400, 'A stage'),
      'cover.jpg': about(400, 400, 'A cover'),
      'icon-192.png': about(192, 192, 'An icon'),
      'icon-512.png': about(512, 512, 'An icon'),
      'apple-touch-icon.png': about(180, 180, 'An icon'),
      'poster.png': about(1000, 1500, 'A poster'),
    }
    await writeFile(join(images, 'hero.jpg'), await photo(700, 400, colour).jpeg().toBuffer())
    await writeFile(join(images, 'cover.jpg'), await photo(400, 400, colour).jpeg().toBuffer())
    await writeFile(join(images, 'icon-192.png'), await photo(192, 192, colour).png().toBuffer())
    await writeFile(join(images, 'icon-512.png'), await photo(512, 512, colour).png().toBuffer())
    await writeFile(join(images, 'apple-touch-icon.png'), await photo(180, 180, colour).png().toBuffer())
    await writeFile(join(images, 'icon.svg'), drawing)
    await writeFile(join(images, 'poster.png'), await photo(1000, 1500, colour).png().toBuffer())
    await writeFile(join(images, 'logo-light.svg'), drawing)
    await writeFile(join(images, 'logo-dark.svg'), drawing)
    await writeFile(join(images, 'notes.txt'), 'not a picture')
    await writeFile(join(images, 'images.json'), JSON.stringify(list))
  }
  return root
}

const warn = vi.fn()
const encodeHere: ImageHelpers['encode'] = (file, size, format) => encodePicture(file, size, format)
const open = (root: string, encode = encodeHere): Promise<Images> =>
  openImages({
    sites: [site('one'), site('two')],
    sitesFolder: root,
    cacheFolder: join(root, 'cache'),
    helpers: { encode, drawPng },
    warn,
  })

test('returns size, placeholder and alternative text of each picture', async () => {
  const images = await open(await newSites())
  expect(images.pictureOf(site('one'), 'hero.jpg')).toEqual({
    base: expect.stringMatching(/^\/images\/[0-9a-f]{16}\/hero$/),
    width: 700,
    height: 400,
    placeholder,
    alt: 'A stage',
    asIs: null,
  })
  expect(images.pictureOf(site('one'), 'logo-dark.svg')).toEqual({
    base: expect.stringMatching(/^\/images\/[0-9a-f]{16}\/logo-dark$/),
    width: 300,
    height: 100,
    placeholder: null,
    alt: 'Marlow Quay',
    asIs: 'svg',
  })
  expect(images.pictureOf(site('one'), 'icon-192.png')).toMatchObject({ asIs: 'png', placeholder: null })
  expect(images.pictureOf(site('one'), 'poster.png')).toMatchObject({ asIs: null })
  expect(images.pictureOf(site('one'), 'notes.txt')).toBeNull()
  expect(images.photographsOf(site('one'), 'co').map(({ picture }) => picture.alt)).toEqual(['A cover'])
  expect(images.photographsOf(site('one'), 'logo')).toEqual([])
})

test('a changed file gets a new URL, an unchanged one keeps its URL', async () => {
  const root = await newSites()
  const before = await open(root)
  await writeFile(join(root, 'one', 'images', 'hero.jpg'), await photo(700, 400, '#00ff00').jpeg().toBuffer())
  const after = await open(root)
  const baseOf = (images: Images, file: string) => images.pictureOf(site('one'), file)?.base
  expect(baseOf(after, 'hero.jpg')).not.toBe(baseOf(before, 'hero.jpg'))
  expect(baseOf(after, 'cover.jpg')).toBe(baseOf(before, 'cover.jpg'))
})

test('a site has its own pictures only', async () => {
  const images = await open(await newSites())
  const [, , hash = '', name = ''] = images.pictureOf(site('one'), 'hero.jpg')!.base.split('/')
  const asOne = { folder: 'one', siteId: '1' }
  expect(await images.find(asOne, { hash, name })).toMatchObject({ hash, width: 700 })
  expect(await images.find({ folder: 'two', siteId: '2' }, { hash, name })).toBeNull()
  expect(await images.find({ folder: 'none', siteId: '3' }, { hash, name })).toBeNull()
  expect(await images.find(asOne, { hash, name: 'cover' })).toBeNull()
})

test.each([
  ['logo-dark.svg', 'names it as its logo on dark.'],
  ['cover.jpg', 'cover.jpg is missing: images.json lists it.'],
  ['images.json', 'images.json is missing: it lists the pictures of the site.'],
])('without %s the start fails with an explanation', async (file, words) => {
  const root = await newSites()
  await rm(join(root, 'one', 'images', file))
  const opening = open(root)
  await expect(opening).rejects.toThrow(OperatorError)
  await expect(opening).rejects.toThrow(words)
})

test.each([
  ['{', 'images.json cannot be used'],
  ['[]', 'images.json cannot be used'],
  ['{"../x.jpg":{"width":1,"height":1,"alt":""}}', 'images.json cannot be used: ../x.jpg'],
  ['{"x.jpg":{"width":0,"height":1,"alt":""}}', 'images.json cannot be used: x.jpg width'],
  ['{"x.jpg":{"width":1,"height":1,"alt":"","placeholder":"url(x)"}}', 'x.jpg placeholder must be a data: address'],
  ['{}', 'names it as the cover of Night Ferry.'],
])('an images.json with %s makes the start fail with an explanation', async (text, words) => {
  const root = await newSites()
  await writeFile(join(root, 'one', 'images', 'images.json'), text)
  const opening = open(root)
  await expect(opening).rejects.toThrow(OperatorError)
  await expect(opening).rejects.toThrow(words)
})

test('prepares the first screens before the other pictures of the sites, and only what is missing', async () => {
  const root = await newSites()
  const encoded: string[] = []
  const encode: ImageHelpers['encode'] = async (file, { width }, format) => {
    encoded.push(`${basename(file)} ${width} ${format}`)
    return new Uint8Array(3)
  }
  const images = await open(root, encode)
  images.prepareSites()
  // Of each site AVIF and WebP of hero (3 widths), cover (1) and poster (5), and a JPEG of each.
  await expect.poll(() => readdir(join(root, 'cache'))).toHaveLength(2 * (2 * 9 + 3))
  await images.close()
  expect(encoded.slice(0, 4)).toEqual([
    'hero.jpg 640 avif',
    'hero.jpg 480 avif',
    'hero.jpg 320 avif',
    'cover.jpg 320 avif',
  ])
  const again = await open(root, () => Promise.reject(new Error('nothing is missing')))
  again.prepareSites()
  await again.close()
})

test('prepares only the first screens for journeys', async () => {
  vi.stubEnv('NODE_ENV', 'test')
  vi.stubEnv('QUICK_PICTURES', 'on')
  onTestFinished(() => void vi.unstubAllEnvs())
  const root = await newSites()
  const images = await open(root)
  images.prepareSites()
  await expect.poll(() => readdir(join(root, 'cache'))).toHaveLength(8)
  await images.close()
  expect((await readdir(join(root, 'cache'))).every((name) => name.endsWith('.avif'))).toBe(true)
})
