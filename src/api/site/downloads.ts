import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersFile, anyone, body, params, query, timestamp } from '#api/guards.ts'
import { limitRequestRate, queueVisitorWork } from '#api/site/visitor-limits.ts'
import { canServeRange, downloadAllowanceFor, emptyFileUsage } from '#domain/downloads/download-counting.ts'
import { type BrowserEvent, browserEventTypes, browserFailureReasons } from '#domain/downloads/events.ts'
import { downloadEventRateLimits } from '#domain/downloads/limits.ts'
import { downloadState, downloadStates } from '#domain/downloads/state.ts'
import { evaluateRequestConditions, type RequestedContent } from '#domain/files/conditional-requests.ts'
import { attachmentDisposition } from '#domain/files/file-names.ts'
import { Refusal } from '#domain/refusal.ts'
import { fileTypes } from '#domain/uploads/file-types.ts'
import { trackMetadataOf } from '#domain/uploads/metadata/track.ts'
import { recordBrowserEvents } from '#server/downloads/events.ts'
import { findFileOfDownloadLink, purchaseByToken } from '#server/downloads/lookup.ts'
import {
  checkFirstChunkIsStored,
  downloadAllowanceOf,
  type FileRequest,
  openDownloadStream,
  resolveRange,
} from '#server/downloads/stream-file.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'
import { trackFileOf } from '#server/uploads/file-commands.ts'
import type { ProductFile } from '#server/uploads/files.ts'

const text = z.string()
const Link = z.object({ token: text.max(200) })

/** The answer to HEAD has no body, so the reason is in a header too. */
async function addReasonHeader(c: Context<ApiEnv>, next: () => Promise<void>): Promise<void> {
  await next()
  if (c.error instanceof Refusal) c.header('x-reason', c.error.reason)
}

/** Serves one file of a purchase, whole or as a range. */
export const fileDownloadRoutes = new Hono<ApiEnv>()
  .use(addReasonHeader)
  .get(
    '/',
    anyone(),
    query(Link.extend({ file: z.uuid().optional() })),
    answersFile('Serves a purchased file, whole or the range of a Range header.'),
    async (c) => {
      c.header('referrer-policy', 'no-referrer')
      const { now, site } = c.var
      const { payments, files, origin } = c.var.services
      const { token, file: fileId } = c.req.valid('query')
      const { download, file, allowance } = await c.var.asWorker(async (tx) => {
        const found = await findFileOfDownloadLink(tx, payments, { token, fileId }, now)
        return {
          ...found,
          allowance: c.req.method === 'HEAD' ? await downloadAllowanceOf(tx, { ...found, now }) : null,
        }
      })
      const content = evaluateRequestConditions((name) => c.req.header(name), versionOf(file))
      const headers = headersOf(file, content)
      if (content === 'not-modified') return createResponse(null, 304, headers)
      if (content === 'precondition-failed') return createResponse(null, 412, headers)
      if (content === 'range-not-satisfiable') return createResponse(null, 416, headers)
      const request: FileRequest = { store: files.store, download, file, range: content, now }
      const context = {
        inSite: c.var.asWorker,
        log: c.var.log,
        clientGone: c.req.raw.signal,
        site: { ...site, origin },
      }
      const status = content === 'all' ? 200 : 206
      if (!allowance) return createResponse(await openDownloadStream(request, context), status, headers)
      // HEAD answers like GET. In the grace hour, a HEAD with a range tells the browser how large the file is.
      if (!canServeRange(allowance, content)) throw new Refusal('download-used-up')
      await checkFirstChunkIsStored(request, context)
      return createResponse(null, status, headers)
    },
  )

const versionOf = ({ hash, createdAt, bytes }: ProductFile) => ({ etag: `"${hash}"`, modified: createdAt, size: bytes })

function headersOf(file: ProductFile, content: RequestedContent): Record<string, string> {
  const { etag, modified, size } = versionOf(file)
  const always = {
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    // Proxies must neither store the file nor transform it.
    'cache-control': 'private, no-store, no-transform',
    'referrer-policy': 'no-referrer',
  }
  if (content === 'not-modified' || content === 'precondition-failed') return always
  if (content === 'range-not-satisfiable')
    return { ...always, 'content-range': `bytes */${size}`, 'content-length': '0' }
  const { from, to } = resolveRange(content, file)
  return {
    ...always,
    'content-type': file.type,
    'content-length': String(to - from + 1),
    'content-disposition': attachmentDisposition(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-robots-tag': 'noindex',
    ...(content !== 'all' && { 'content-range': `bytes ${from}-${to}/${size}` }),
  }
}

const createResponse = (stream: ReadableStream<Uint8Array> | null, status: number, headers: Record<string, string>) =>
  new Response(stream, { status, headers })

const PurchasedProduct = z.strictObject({
  name: text,
  orderNumber: text,
  state: z.enum(downloadStates),
  /** The order was cancelled or refunded. */
  isEnded: z.boolean(),
  allowed: z.int(),
  expiresAt: timestamp,
  /** The id of the right. The browser stores its progress under it, because the link may be replaced. */
  id: z.uuid(),
  files: z.array(
    z.strictObject({
      id: z.uuid(),
      name: text,
      title: text.nullable(),
      number: z.int().nullable(),
      duration: text.nullable(),
      kind: z.enum(fileTypes),
      type: text,
      bytes: z.int(),
      /** Downloads left. */
      left: z.int(),
      /** No download is left, but lost ranges of the last one may still be fetched. */
      canFinish: z.boolean(),
      etag: text,
      /** SHA-256 of each piece of `pieceBytes`; the last piece may be shorter. */
      pieceBytes: z.int(),
      pieces: z.array(text),
    }),
  ),
})
export type DownloadPurchase = z.output<typeof PurchasedProduct>

/** The purchase behind a link, for the page that the link opens. */
export const downloadPagesRoutes = new Hono<ApiEnv>().get(
  '/:token',
  anyone(),
  params(Link),
  answers('Returns the purchase behind a download link: its files and the downloads left.', PurchasedProduct),
  async (c) => {
    c.header('cache-control', 'no-store')
    const { token } = c.req.valid('param')
    const found = await c.var.asWorker((tx) => purchaseByToken(tx, c.var.services.payments, token))
    const { download, name, orderNumber, isEnded } = found
    const { id, downloadsAllowed: allowed, expiresAt } = download
    const files = found.files.map(({ file, count }, at) => ({
      id: file.id,
      name: file.name,
      kind: file.fileType,
      type: file.type,
      bytes: file.bytes,
      ...trackTextsOf(file, at),
      left: Math.max(0, allowed - (count?.completed ?? 0)),
      canFinish: isGraceLeft(count ?? emptyFileUsage, { allowed, size: file.bytes, now: c.var.now }),
      etag: versionOf(file).etag,
      pieceBytes: file.chunkBytes,
      pieces: file.chunks,
    }))
    const state = downloadState(download, c.var.now)
    return c.json({ id, name, orderNumber, state, isEnded, allowed, expiresAt: expiresAt.toISOString(), files })
  },
)

function isGraceLeft(...options: Parameters<typeof downloadAllowanceFor>): boolean {
  const { bytes, isGrace } = downloadAllowanceFor(...options)
  return isGrace && bytes > 0
}

function trackTextsOf(file: ProductFile, at: number) {
  if (file.fileType !== 'tracks') return { title: null, number: null, duration: null }
  const { title, trackNumber, durationFormatted } = trackMetadataOf(trackFileOf(file), at + 1)
  return { title, number: trackNumber, duration: durationFormatted }
}

const maxEvents = 100
const EventReport = z.object({
  token: text.max(200),
  /** Parsed one by one: an invalid event does not discard the others. */
  events: z.array(z.unknown().meta({ type: 'object' })).max(maxEvents),
})
const Event = z.strictObject({
  id: z.uuid(),
  fileId: z.uuid(),
  type: z.enum(browserEventTypes),
  reason: z.enum(browserFailureReasons).optional(),
  durationMs: z.int().min(1).optional(),
}) satisfies z.ZodType<BrowserEvent>

/** Limits how many events one address may send. */
const rateLimit = createMemoryRateLimit(downloadEventRateLimits.fromAddress)

export const downloadEventsRoutes = new Hono<ApiEnv>().post(
  '/',
  anyone(),
  limitRequestRate(rateLimit),
  body(EventReport),
  answers('Records download events; returns the number of new ones.', z.strictObject({ kept: z.int() }), 202),
  async (c) => {
    const { token, events: unparsed } = c.req.valid('json')
    const events = unparsed.flatMap((each) => Event.safeParse(each).data ?? [])
    const { now, asWorker } = c.var
    const { payments } = c.var.services
    const kept = await queueVisitorWork(() =>
      asWorker((tx) => recordBrowserEvents(tx, payments, { token, events }, now)),
    )
    return c.json({ kept }, 202)
  },
)
