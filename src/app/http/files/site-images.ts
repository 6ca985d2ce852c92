import { type Context, Hono } from 'hono'
import type { RequestContext } from '#api/env.ts'
import { matchesEtag } from '#domain/files/conditional-requests.ts'
import { type ParsedImagePath, parseImagePath } from '#domain/images/addresses.ts'
import { type PngShape, parseIconPath } from '#domain/images/icons.ts'
import { hasVariant, type ImageFormat, type UnconvertedType } from '#domain/images/picture.ts'
import type { MailLogos } from '#server/images/mail-logo.ts'
import { type Bytes, compressOriginal, contentEncodingFor, type FindOriginal } from '#server/images/original.ts'
import { pngShapeName, type StandIn, type Variants, variantCacheVersion } from '#server/images/variants.ts'
import { QueueFullError } from '#server/limits/work-queue.ts'

type Source = {
  find: FindOriginal
  variant: Variants['variant']
  variantOrStandIn: Variants['variantOrStandIn']
  mailLogos: Pick<MailLogos, 'parse'>
  /** The address of the icon that `/favicon.ico` serves. */
  iconOf: (requestContext: RequestContext) => Promise<string | null>
}
type Env = { Variables: { requestContext: RequestContext } }
type ImageAnswer = { etag: string; headers: Record<string, string>; content: () => Promise<Bytes | StandIn> }

/** Its address stays when the site gets another icon. */
const cachedForAWeek = 'public, max-age=604800'
const immutableForAYear = 'public, max-age=31536000, immutable'
/** Of a stand-in: the variant is made by then. */
const cachedForTenSeconds = 'public, max-age=10'
const contentTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  png: 'image/png',
} satisfies Record<ImageFormat | UnconvertedType, string>

/** An SVG that is opened on its own is a document: it may draw itself and do nothing else. */
const unconvertedFileCsp = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

/** The visited site's pictures. What it does not have is missing in one way, another site's pictures included. */
export function siteImageRoutes({ find, variant, variantOrStandIn, mailLogos, iconOf }: Source) {
  type Site = RequestContext['site']
  type Drawn = { hash: string; name: string; shape: PngShape }

  const parse = ({ siteId }: Site, path: string): ParsedImagePath | Drawn | null =>
    parseImagePath(path) ?? parseIconPath(path) ?? mailLogos.parse(siteId, path)

  async function answerTo(
    requested: ParsedImagePath | Drawn,
    site: Site,
    accepted: string,
  ): Promise<ImageAnswer | null> {
    const original = await find(site, requested)
    if (!original) return null
    if ('shape' in requested) {
      const { hash, shape } = requested
      return {
        etag: `"${hash}-${pngShapeName(shape)}-${variantCacheVersion}"`,
        headers: { 'content-type': contentTypes.png },
        content: () => variant({ original, png: shape }),
      }
    }
    if ('format' in requested) {
      const { hash, size, format } = requested
      if (original.asIs || !hasVariant(original, size, format)) return null
      return {
        etag: `"${hash}-${size.width}-${size.height ?? 'auto'}-${format}-${variantCacheVersion}"`,
        headers: { 'content-type': contentTypes[format] },
        content: () => variantOrStandIn({ original, size, format }),
      }
    }
    if (original.asIs === null || original.asIs !== requested.asIs) return null
    const way = contentEncodingFor(requested.asIs, accepted)
    return {
      etag: `"${requested.hash}-${requested.asIs}${way ? `-${way}` : ''}"`,
      headers: {
        'content-type': contentTypes[requested.asIs],
        'content-security-policy': unconvertedFileCsp,
        ...(requested.asIs === 'svg' && { vary: 'accept-encoding' }),
        ...(way && { 'content-encoding': way }),
      },
      content: () => compressOriginal(original, way),
    }
  }

  async function send(c: Context<Env>, path: string, cacheControl: string): Promise<Response> {
    const { site } = c.var.requestContext
    const requested = parse(site, path)
    const answer = requested && (await answerTo(requested, site, c.req.header('accept-encoding') ?? ''))
    if (!answer) return textResponse(c, 404, 'Not found')
    const { etag, headers } = answer
    // In mails, feeds and previews of links they are shown by others.
    const allHeaders = {
      ...headers,
      etag,
      'cache-control': cacheControl,
      'cross-origin-resource-policy': 'cross-origin',
    }
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, allHeaders)
    return answer.content().then((content) => bytesResponse(c, content, allHeaders), busyResponseOrRethrow(c))
  }

  return (
    new Hono<Env>()
      .get('/images/*', (c) => send(c, c.req.path, immutableForAYear))
      // Requested by clients that have not read the page, and by browsers that show no SVG icons.
      .get('/favicon.ico', async (c) => send(c, (await iconOf(c.var.requestContext)) ?? '', cachedForAWeek))
      .all('/images/*', (c) => textResponse(c, 405, 'Method not allowed', { allow: 'GET, HEAD' }))
  )
}

/** With a Content-Length, so that no middleware compresses it and HEAD has the same headers. */
const textResponse = (c: Context, status: 404 | 405 | 503, words: string, headers: Record<string, string> = {}) =>
  c.text(words, status, { 'cache-control': 'no-store', 'content-length': String(words.length), ...headers })

const bytesResponse = (c: Context, content: Bytes | StandIn, headers: Record<string, string>) => {
  if (content instanceof Uint8Array) return c.body(content, 200, { ...headers, 'content-length': lengthOf(content) })
  const { bytes, type, name } = content
  const own = { 'content-type': contentTypes[type], etag: `"${name}"`, 'cache-control': cachedForTenSeconds }
  return c.body(bytes, 200, { ...headers, ...own, 'content-length': lengthOf(bytes) })
}

const lengthOf = (bytes: Bytes) => String(bytes.length)

const busyResponseOrRethrow = (c: Context) => (error: unknown) => {
  if (!(error instanceof QueueFullError)) throw error
  return textResponse(c, 503, 'Busy', { 'retry-after': '5' })
}
