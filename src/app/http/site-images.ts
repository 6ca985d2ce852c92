import { type Context, Hono } from 'hono'
import type { Visit } from '#api/env.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import { type AskedImage, askedImage } from '#domain/images/asked-image.ts'
import { siteIcons } from '#domain/images/icons.ts'
import { type AsIsType, type Format, isMade } from '#domain/images/picture.ts'
import { asIsBytes, wayFor } from '#server/images/as-is.ts'
import type { Images } from '#server/images/images.ts'
import type { Bytes, FindOriginal } from '#server/images/original.ts'
import { recipe } from '#server/images/recipe.ts'
import type { Variants } from '#server/images/variants.ts'
import { Busy } from '#server/limits/lane.ts'

type Source = { find: FindOriginal; variant: Variants['variant']; pictureOf: Images['pictureOf'] }
type Env = { Variables: { visit: Visit } }
type Answer = { etag: string; headers: Record<string, string>; bytes: () => Promise<Bytes> }

/** Its address stays when the site gets another icon. */
const weekLong = 'public, max-age=604800'
const yearLong = 'public, max-age=31536000, immutable'
const contentTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  png: 'image/png',
} satisfies Record<Format | AsIsType, string>

/** An SVG that is opened on its own is a document: it may draw itself and do nothing else. */
const asIsPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

/** The visited site's pictures. What it does not have is missing in one way, another site's pictures included. */
export function siteImages({ find, variant, pictureOf }: Source) {
  async function answerTo(asked: AskedImage, site: Visit['site'], accepted: string): Promise<Answer | null> {
    const original = await find(site, asked)
    if (!original) return null
    if ('format' in asked) {
      const { hash, size, format } = asked
      if (original.asIs || !isMade(original, size, format)) return null
      return {
        etag: `"${hash}-${size.width}-${size.height ?? 'auto'}-${format}-${recipe}"`,
        headers: { 'content-type': contentTypes[format] },
        bytes: () => variant({ original, size, format }),
      }
    }
    if (original.asIs === null || original.asIs !== asked.asIs) return null
    const way = wayFor(asked.asIs, accepted)
    return {
      etag: `"${asked.hash}-${asked.asIs}${way ? `-${way}` : ''}"`,
      headers: {
        'content-type': contentTypes[asked.asIs],
        'content-security-policy': asIsPolicy,
        ...(asked.asIs === 'svg' && { vary: 'accept-encoding' }),
        ...(way && { 'content-encoding': way }),
      },
      bytes: () => asIsBytes(original, way),
    }
  }

  async function send(c: Context<Env>, asked: AskedImage | null, cacheControl: string): Promise<Response> {
    const answer = asked && (await answerTo(asked, c.var.visit.site, c.req.header('accept-encoding') ?? ''))
    if (!answer) return brief(c, 404, 'Not found')
    const { etag, headers } = answer
    // In mails, feeds and previews of links they are shown by others.
    const kept = { ...headers, etag, 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' }
    if (names(c.req.header('if-none-match'), etag)) return c.body(null, 304, kept)
    return answer.bytes().then((bytes) => whole(c, bytes, kept), ifBusy(c))
  }

  return (
    new Hono<Env>()
      .get('/images/*', (c) => send(c, askedImage(c.req.path), yearLong))
      // Looked for here by whoever has not read the page, and by browsers that show no drawings.
      .get('/favicon.ico', (c) => {
        const icon = pictureOf(c.var.visit.site, siteIcons.png)
        return send(c, icon && askedImage(plainAddress(icon)), weekLong)
      })
      .all('/images/*', (c) => brief(c, 405, 'Method not allowed', { allow: 'GET, HEAD' }))
  )
}

const names = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, ''))) ?? false

/** With a length, so that nobody compresses it and a HEAD says the same. */
const brief = (c: Context, status: 404 | 405 | 503, words: string, headers: Record<string, string> = {}) =>
  c.text(words, status, { 'cache-control': 'no-store', 'content-length': String(words.length), ...headers })

const whole = (c: Context, bytes: Bytes, headers: Record<string, string>) =>
  c.body(bytes, 200, { ...headers, 'content-length': String(bytes.length) })

const ifBusy = (c: Context) => (error: unknown) => {
  if (!(error instanceof Busy)) throw error
  return brief(c, 503, 'Busy', { 'retry-after': '5' })
}
