import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { RequestContext } from '#api/env.ts'
import { siteImageRoutes } from '#app/http/files/site-images.ts'
import { fallbackImagePath, imageVariantPath, shareImagePath } from '#domain/images/addresses.ts'
import { iconUrlPath } from '#domain/images/icons.ts'
import { imageFormats, type Picture, variantWidthsOf } from '#domain/images/picture.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { encodePicture } from '#server/images/encode.ts'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import { openImages } from '#server/images/images.ts'
import { createMailLogos } from '#server/images/mail-logo.ts'
import type { EncodablePicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'
import type { PicturedSite } from '#server/images/site-files.ts'
import { QueueFullError } from '#server/limits/work-queue.ts'

const scripted = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><script>alert(1)</script>${' '.repeat(2000)}</svg>`
const mailLogos = createMailLogos(createDerivedKeys('a secret of this test'))
const colours = { one: '#aa2200', two: '#0022aa' }
const site = (folder: string): PicturedSite => ({
  folder,
  name: folder,
  branding: { logo: { light: 'logo.svg', dark: 'logo.svg' }, signature: null },
  content: {
    home: { hero: { image: 'hero.jpg', portrait: null }, intro: { image: null } },
    pages: {},
    notFound: {},
    releases: [],
    awards: [],
  },
})

async function newApp() {
  const root = await mkdtemp(join(tmpdir(), 'site-images-'))
  for (const [folder, background] of Object.entries(colours)) {
    await mkdir(join(root, folder, 'images'), { recursive: true })
    const save = (file: string, content: string | Buffer) => writeFile(join(root, folder, 'images', file), content)
    const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background } })
    await save('hero.jpg', await photo(700, 400).jpeg().toBuffer())
    await save('icon.png', await photo(64, 64).png().toBuffer())
    const icons = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 }
    for (const [file, size] of Object.entries(icons)) await save(file, await photo(size, size).png().toBuffer())
    await save('icon.svg', scripted)
    await save('logo.svg', `${scripted}<!-- ${folder} -->`)
    await save('secret.txt', 'nobody may read this')
    const about = { placeholder: null, alt: '' }
    const list = {
      'hero.jpg': { width: 700, height: 400, ...about },
      'icon.png': { width: 64, height: 64, ...about },
      ...Object.fromEntries(
        Object.entries(icons).map(([file, size]) => [file, { width: size, height: size, ...about }]),
      ),
    }
    await save('images.json', JSON.stringify(list))
  }
  const sites = Object.keys(colours).map(site)
  const helpers = {
    encode: (...[file, size, format]: Parameters<ImageHelpers['encode']>) => encodePicture(file, size, format),
    drawPng,
  }
  const cacheFolder = join(root, 'cache')
  const images = await openImages({ sites, sitesFolder: root, cacheFolder, helpers, warn: vi.fn() })
  const iconOf = async ({ site }: Pick<RequestContext, 'site'>) =>
    fallbackImagePath(images.pictureOf(site, 'icon-192.png')!)
  const source = { ...images, mailLogos, iconOf }
  return { root, images, source, ask: visiting(siteImageRoutes(source)) }
}

/** Calls the handler as the app does: with the site, and with compression. */
function visiting(app: ReturnType<typeof siteImageRoutes>) {
  return (folder: string, path: string, init?: RequestInit) =>
    new Hono<{ Variables: { requestContext: RequestContext } }>()
      .use(async (c, next) => {
        // Only the site of a visit is looked at here.
        c.set('requestContext', { site: { folder, siteId: folder } } as RequestContext)
        await next()
      })
      .use(compress())
      .route('/', app)
      .request(path, init)
}

let app: Awaited<ReturnType<typeof newApp>>
let hero: Picture
let logo: Picture
let icon: Picture
beforeAll(async () => {
  app = await newApp()
  const own = (file: string) => app.images.pictureOf(site('one'), file)!
  hero = own('hero.jpg')
  const [, , hash = ''] = hero.base.split('/')
  const original = (await app.images.find({ folder: 'one', siteId: 'one' }, { hash, name: 'hero' })) as EncodablePicture
  for (const width of variantWidthsOf(hero))
    for (const format of imageFormats) await app.images.variant({ original, size: { width }, format })
  logo = own('logo.svg')
  icon = own('icon.png')
  return () => rm(app.root, { recursive: true, force: true })
})

test.each(['avif', 'webp', 'jpeg'] as const)('serves a photograph as %s, cacheable for a year', async (format) => {
  const answer = await app.ask('one', imageVariantPath(hero, 320, format))
  const bytes = await answer.bytes()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': `image/${format}`,
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  })
  expect((await sharp(bytes).metadata()).width).toBe(320)
})

test('sends what is ready in the place of a variant for ten seconds, and then the variant', async () => {
  const others = app.images.pictureOf(site('two'), 'hero.jpg')!
  const ask = (headers = {}) => app.ask('two', imageVariantPath(others, 640, 'avif'), { headers })
  const early = await ask()
  expect(Object.fromEntries(early.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String((await early.bytes()).length),
    'cache-control': 'public, max-age=10',
    etag: `"${others.base.split('/')[2]}"`,
  })
  const type = async () => (await ask({ 'if-none-match': early.headers.get('etag') })).headers.get('content-type')
  await expect.poll(type).toBe('image/avif')
  expect((await ask()).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('crops the picture of a link preview', async () => {
  const answer = await app.ask('one', shareImagePath(hero))
  const { width, height } = await sharp(await answer.bytes()).metadata()
  expect([width, height]).toEqual([1200, 630])
})

test('sends an icon unchanged', async () => {
  const answer = await app.ask('one', fallbackImagePath(icon))
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect((await sharp(await answer.bytes()).metadata()).format).toBe('png')
})

test('sends an SVG compressed, with a policy that blocks its scripts', async () => {
  const small = await app.ask('one', fallbackImagePath(logo), { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(Object.fromEntries(small.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-encoding': 'br',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
    vary: 'accept-encoding',
  })
  const bytes = await small.bytes()
  expect(small.headers.get('content-length')).toBe(String(bytes.length))
  expect(brotliDecompressSync(bytes).toString()).toBe(`${scripted}<!-- one -->`)
  const plain = await app.ask('one', fallbackImagePath(logo), { headers: { 'accept-encoding': 'br;q=0, identity' } })
  expect(await plain.text()).toBe(`${scripted}<!-- one -->`)
  expect(plain.headers.get('etag')).not.toBe(small.headers.get('etag'))
})

test('answers HEAD with the same headers', async () => {
  for (const path of [
    imageVariantPath(hero, 480, 'webp'),
    fallbackImagePath(logo),
    fallbackImagePath(icon),
    '/images/none',
  ]) {
    const headers = { 'accept-encoding': 'gzip' }
    const head = await app.ask('one', path, { method: 'HEAD', headers })
    const get = await app.ask('one', path, { headers })
    expect([head.status, Object.fromEntries(head.headers)]).toEqual([get.status, Object.fromEntries(get.headers)])
    expect(await head.text()).toBe('')
  }
})

test('answers a matching ETag of a picture with 304', async () => {
  for (const path of [imageVariantPath(hero, 320, 'avif'), fallbackImagePath(logo)]) {
    const etag = (await app.ask('one', path)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await app.ask('one', path, { headers: { 'if-none-match': known } })
      expect(answer.status).toBe(304)
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(await answer.text()).toBe('')
    }
    expect((await app.ask('one', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  }
})

test('answers every missing picture with the same 404', async () => {
  const [, , hash] = hero.base.split('/')
  const [, , logoHash] = logo.base.split('/')
  const others = app.images.pictureOf(site('two'), 'hero.jpg')!
  const answers = await Promise.all(
    [
      imageVariantPath(others, 320, 'avif'),
      fallbackImagePath(app.images.pictureOf(site('two'), 'logo.svg')!),
      '/images/',
      `/images/${hash}/nobody-320.avif`,
      `/images/${'0'.repeat(16)}/hero-320.avif`,
      `/images/${hash}/hero-321.avif`,
      `/images/${hash}/hero-960.avif`,
      `/images/${hash}/hero-320.gif`,
      `/images/${hash}/hero.jpg`,
      `/images/${hash}/hero.svg`,
      `/images/${hash}/hero-320x630.jpeg`,
      `/images/${logoHash}/logo-320.avif`,
      `/images/${logoHash}/logo.png`,
      `/images/${hash}/..%2f..%2fsecret.txt`,
      `/images/${hash}/%5c..%5csecret.txt`,
      `/images/${hash}/hero-320.avif%00.svg`,
      '/images/secret.txt',
      '/images/images.json',
    ].map(async (path) => {
      const answer = await app.ask('one', path)
      return { path, status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
    }),
  )
  for (const { path, ...answer } of answers)
    expect(answer, path).toEqual({ status: 404, body: 'Not found', headers: answers[0]!.headers })
})

test('answers 405 for writes to pictures', async () => {
  const answer = await app.ask('one', imageVariantPath(hero, 320, 'avif'), { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('answers 503 without caching when the encoders are busy', async () => {
  const variantOrStandIn = vi.fn().mockRejectedValue(new QueueFullError())
  const ask = visiting(siteImageRoutes({ ...app.source, variantOrStandIn }))
  const answer = await ask('one', imageVariantPath(hero, 320, 'avif'))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('answers 500 when a picture cannot be encoded', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => quiet.mockRestore())
  const variantOrStandIn = vi.fn().mockRejectedValue(new Error('damaged'))
  const ask = visiting(siteImageRoutes({ ...app.source, variantOrStandIn }))
  const answer = await ask('one', imageVariantPath(hero, 320, 'avif'))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, null])
})

test('serves the icon at /favicon.ico, cacheable for a week', async () => {
  const own = app.images.pictureOf(site('one'), 'icon-192.png')!
  const answer = await app.ask('one', '/favicon.ico')
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=604800')
  expect(await answer.bytes()).toEqual(await (await app.ask('one', fallbackImagePath(own))).bytes())
  const headers = { 'if-none-match': answer.headers.get('etag')! }
  expect((await app.ask('one', '/favicon.ico', { headers })).status).toBe(304)
})

test('serves icons made from a picture, with and without transparency', async () => {
  const answer = await app.ask('one', iconUrlPath({ ...hero, focus: { x: 0, y: 50 } }, 48))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 })
  const touch = await app.ask('one', iconUrlPath(logo, 180, { isSolid: true }))
  expect(await sharp(await touch.bytes()).metadata()).toMatchObject({ format: 'png', width: 180, hasAlpha: false })
  for (const path of [iconUrlPath(hero, 47), iconUrlPath({ ...hero, focus: { x: 101, y: 50 } }, 48)])
    expect((await app.ask('one', path)).status, path).toBe(404)
})

test('serves the logo of mails at the address that this server has signed, and at no other', async () => {
  const { path } = mailLogos.logoOf('one', logo, '#0d1219')
  const answer = await app.ask('one', path)
  expect(answer.headers.get('content-type')).toBe('image/png')
  const { data, info } = await sharp(await answer.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([264, 88, 3])
  expect([...data.subarray(0, 3)]).toEqual([0x0d, 0x12, 0x19])
  const others = [
    path.replace('0d1219', '0d121a'),
    path.replace('264x88', '999x999'),
    path.replace(/-\w+\.png$/, '.png'),
  ]
  for (const other of others) expect((await app.ask('one', other)).status, other).toBe(404)
  expect((await app.ask('two', path)).status).toBe(404)
})
