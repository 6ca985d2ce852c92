import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body, EmptyAnswer, params } from '#api/guards.ts'
import { limitRequestRate, queueVisitorWork } from '#api/site/visitor-limits.ts'
import { todayIn } from '#domain/analytics/days.ts'
import { deviceOf } from '#domain/analytics/device.ts'
import { maxReportedSeconds, playRateLimits, playSessionDay, referrerHost } from '#domain/previews/plays.ts'
import { clipPeaks, createClipFinder } from '#domain/previews/preview.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'
import { clipAddresses } from '#server/previews/clips.ts'
import { recordConversion, recordPlayOfPreview } from '#server/previews/plays.ts'
import { previewById } from '#server/previews/track-previews.ts'
import type { ShopItem } from '#server/products/catalogue.ts'

/** As many as a player has room for. */
const waveformColumns = 96

const Waveform = z.strictObject({
  /** The product that contains the track. */
  productId: z.uuid(),
  /** In seconds. */
  length: z.number(),
  /** How loud it is from beginning to end, each from 0 to 255. */
  peaks: z.array(z.int().min(0).max(255)),
})

/** The browser's id of the day; the server stores a keyed hash of it. */
const Session = z.string().regex(/^[0-9a-f]{32}$/)
const PreviewPlayReport = z.strictObject({
  preview: z.uuid(),
  /** Absent without consent: the play is then only counted. */
  session: Session.optional(),
  /** How much was listened to since the report before. */
  seconds: z.number().min(0).max(maxReportedSeconds),
  isComplete: z.boolean(),
  /** The page that led to the site. */
  referrer: z.string().max(2_000).optional(),
})
export type PreviewPlayReport = z.input<typeof PreviewPlayReport>
const ConversionReport = z.strictObject({ session: Session, paymentSession: z.string().regex(/^[\w-]{1,200}$/) })

/** The day of a session is the browser's, and that is one by universal time, also where the site's ends at another hour. */
const sessionOf = ({ keys, now }: AuthContext, { siteId }: Site, session: string): string =>
  keys.blind(`preview session ${siteId} ${playSessionDay(now)} ${session}`)

const rateLimit = createMemoryRateLimit(playRateLimits.fromAddress)

/** Previews for visitors, and the counting of their plays. */
export const previewsRoutes = new Hono<ApiEnv>()
  .get(
    '/:id',
    anyone(),
    params(z.object({ id: z.uuid() })),
    answers('Returns the waveform of a preview.', Waveform),
    async (c) => {
      const { id } = c.req.valid('param')
      const found = await c.var.cached('products', `preview ${id}`, (tx) => previewById(tx, id))
      if (!found?.clipMs || !found.durationMs) throw new Refusal('not-found')
      const { clipStartMs, clipMs: ms, durationMs } = found
      const range = { startMs: clipStartMs ?? 0, ms, durationMs }
      const peaks = found.peaks ? clipPeaks(Buffer.from(found.peaks, 'base64'), range, waveformColumns) : []
      return c.json({ productId: found.productId, length: ms / 1000, peaks })
    },
  )
  .post(
    '/plays',
    anyone(),
    limitRequestRate(rateLimit),
    body(PreviewPlayReport),
    answers('Records plays of a preview.', EmptyAnswer),
    async (c) => {
      const { site, now, auth } = c.var
      const { preview, session, seconds, isComplete, referrer } = c.req.valid('json')
      await queueVisitorWork(() =>
        c.var.asWorker((tx) =>
          recordPlayOfPreview(tx, preview, {
            day: todayIn(site.zone, now),
            isComplete,
            now,
            seconds: Math.round(seconds),
            sessionId: session ? sessionOf(auth, site, session) : null,
            device: deviceOf(c.req.header('user-agent')),
            referrer: referrerHost(referrer, [site.domain, ...site.hosts]),
          }),
        ),
      )
      return c.json({})
    },
  )
  .post(
    '/conversions',
    anyone(),
    limitRequestRate(rateLimit),
    body(ConversionReport),
    answers('Records that a visitor bought what they had listened to.', EmptyAnswer),
    async (c) => {
      const { site, auth } = c.var
      const { session, paymentSession } = c.req.valid('json')
      const sessionId = sessionOf(auth, site, session)
      await queueVisitorWork(() => c.var.asWorker((tx) => recordConversion(tx, sessionId, paymentSession)))
      return c.json({})
    },
  )

/** Finds the clip of each track on sale. */
export const clipFinderFor = async (c: Context<ApiEnv>, items: readonly ShopItem[]) =>
  createClipFinder(items, await c.var.cached('products', 'clips', clipAddresses))
