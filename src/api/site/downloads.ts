import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersFile, anyone, body, params, query } from '#api/guards.ts'
import { braked, inVisitorsLane } from '#api/site/visitors-lane.ts'
import { type SentEvent, toldByBrowsers, toldFailures } from '#domain/downloads/events.ts'
import { eventRates } from '#domain/downloads/limits.ts'
import { mayServe, notUsed, roomFor } from '#domain/downloads/served.ts'
import { downloadState, downloadStates } from '#domain/downloads/state.ts'
import { type Wanted, wanted } from '#domain/files/conditions.ts'
import { attachment } from '#domain/files/disposition.ts'
import { Refusal } from '#domain/refusal.ts'
import { described } from '#domain/uploads/metadata/track.ts'
import { fileTypes } from '#domain/uploads/options.ts'
import { boughtWith, fileToServe } from '#server/downloads/find.ts'
import { isThere, openFile, partOf, roomOf, type Wants } from '#server/downloads/serve.ts'
import { takeEvents } from '#server/downloads/take-events.ts'
import { createBrake } from '#server/limits/brake.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { trackFileOf } from '#server/uploads/metadata.ts'

const text = z.string()
const Link = z.object({ token: text.max(200) })

/** Who only asks gets no sentence, so the reason is in a header too. */
async function givingReasons(c: Context<ApiEnv>, next: () => Promise<void>): Promise<void> {
  await next()
  if (c.error instanceof Refusal) c.header('x-reason', c.error.reason)
}

/** One file of what was bought, whole or in parts. */
export const download = new Hono<ApiEnv>()
  .use(givingReasons)
  .get(
    '/',
    anyone(),
    query(Link.extend({ file: z.uuid().optional() })),
    answersFile('A file, whole or the part that a Range header asks for.'),
    async (c) => {
      c.header('referrer-policy', 'no-referrer')
      const { now, payments, files, site, origin } = c.var
      const { token, file: fileId } = c.req.valid('query')
      const { download, file, room } = await c.var.asWorker(async (tx) => {
        const found = await fileToServe(tx, payments, { token, fileId }, now)
        return { ...found, room: c.req.method === 'HEAD' ? await roomOf(tx, { ...found, now }) : null }
      })
      const asked = wanted((name) => c.req.header(name), versionOf(file))
      const headers = headersOf(file, asked)
      if (asked === 'unchanged') return answer(null, 304, headers)
      if (asked === 'changed') return answer(null, 412, headers)
      if (asked === 'no-such-part') return answer(null, 416, headers)
      const wants: Wants = { store: files.store, download, file, asked, now }
      const place = { inSite: c.var.asWorker, log: c.var.log, leaves: c.req.raw.signal, site: { ...site, origin } }
      const status = asked === 'all' ? 200 : 206
      if (!room) return answer(await openFile(wants, place), status, headers)
      // As GET would be: for what may still be finished, a part tells how large the whole is.
      if (!mayServe(room, asked)) throw new Refusal('download-used-up')
      await isThere(wants, place)
      return answer(null, status, headers)
    },
  )

const versionOf = ({ hash, createdAt, bytes }: ProductFile) => ({ etag: `"${hash}"`, modified: createdAt, size: bytes })

function headersOf(file: ProductFile, asked: Wanted): Record<string, string> {
  const { etag, modified, size } = versionOf(file)
  const always = {
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    // Nobody in between may keep it or write it differently.
    'cache-control': 'private, no-store, no-transform',
    'referrer-policy': 'no-referrer',
  }
  if (asked === 'unchanged' || asked === 'changed') return always
  if (asked === 'no-such-part') return { ...always, 'content-range': `bytes */${size}`, 'content-length': '0' }
  const { from, to } = partOf(asked, file)
  return {
    ...always,
    'content-type': file.type,
    'content-length': String(to - from + 1),
    'content-disposition': attachment(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-robots-tag': 'noindex',
    ...(asked !== 'all' && { 'content-range': `bytes ${from}-${to}/${size}` }),
  }
}

const answer = (stream: ReadableStream<Uint8Array> | null, status: number, headers: Record<string, string>) =>
  new Response(stream, { status, headers })

const Bought = z.strictObject({
  name: text,
  orderNumber: text,
  state: z.enum(downloadStates),
  /** Its order was cancelled or paid back, and took it along. */
  isEnded: z.boolean(),
  allowed: z.int(),
  expiresAt: z.iso.datetime(),
  /** For what the browser remembers of a download: the link may be a new one tomorrow. */
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
      /** How often it can still be had. */
      left: z.int(),
      /** It is used up, but what a bad line has lost of the last download may still be fetched. */
      canFinish: z.boolean(),
      etag: text,
      /** SHA-256 of each piece of this length, the last of which may be shorter. */
      pieceBytes: z.int(),
      pieces: z.array(text),
    }),
  ),
})
export type Bought = z.output<typeof Bought>

/** What a link leads to, for the page that it opens. */
export const downloads = new Hono<ApiEnv>().get(
  '/:token',
  anyone(),
  params(Link),
  answers('What was bought, and what may still be had of it.', Bought),
  async (c) => {
    c.header('cache-control', 'no-store')
    const { token } = c.req.valid('param')
    const found = await c.var.asWorker((tx) => boughtWith(tx, c.var.payments, token))
    const { download, name, orderNumber, isEnded } = found
    const { id, downloadsAllowed: allowed, expiresAt } = download
    const files = found.files.map(({ file, count }, at) => ({
      ...{ id: file.id, name: file.name, kind: file.fileType, type: file.type, bytes: file.bytes },
      ...wordsOf(file, at),
      left: Math.max(0, allowed - (count?.completed ?? 0)),
      canFinish: isGraceLeft(count ?? notUsed, { allowed, size: file.bytes, now: c.var.now }),
      ...{ etag: versionOf(file).etag, pieceBytes: file.chunkBytes, pieces: file.chunks },
    }))
    const state = downloadState(download, c.var.now)
    return c.json({ id, name, orderNumber, state, isEnded, allowed, expiresAt: expiresAt.toISOString(), files })
  },
)

function isGraceLeft(...asked: Parameters<typeof roomFor>): boolean {
  const { bytes, isGrace } = roomFor(...asked)
  return isGrace && bytes > 0
}

function wordsOf(file: ProductFile, at: number) {
  if (file.fileType !== 'tracks') return { title: null, number: null, duration: null }
  const { title, trackNumber, durationFormatted } = described(trackFileOf(file), at + 1)
  return { title, number: trackNumber, duration: durationFormatted }
}

const mostEvents = 100
const Told = z.object({
  token: text.max(200),
  /** Each is looked at by itself: what is not understood in one is no reason to lose the others. */
  events: z.array(z.unknown()).max(mostEvents),
})
const Event = z.strictObject({
  id: z.uuid(),
  fileId: z.uuid(),
  type: z.enum(toldByBrowsers),
  reason: z.enum(toldFailures).optional(),
  durationMs: z.int().min(1).optional(),
}) satisfies z.ZodType<SentEvent>

/** Whoever tells more has to wait. */
const brake = createBrake(eventRates.fromAddress)

export const downloadEvents = new Hono<ApiEnv>().post(
  '/',
  anyone(),
  braked(brake),
  body(Told),
  answers('How many of them are new and were kept.', z.strictObject({ kept: z.int() }), 202),
  async (c) => {
    const { token, events: told } = c.req.valid('json')
    const events = told.flatMap((each) => Event.safeParse(each).data ?? [])
    const { now, payments, asWorker } = c.var
    const kept = await inVisitorsLane(() => asWorker((tx) => takeEvents(tx, payments, { token, events }, now)))
    return c.json({ kept }, 202)
  },
)
