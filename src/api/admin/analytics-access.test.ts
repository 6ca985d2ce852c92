import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/analytics/days.ts'
import { devices } from '#domain/analytics/device.ts'
import { type BrowserEvent, browserFailureReasons } from '#domain/downloads/events.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import { hourMs } from '#domain/time/local-time.ts'
import { countCartAdditions } from '#server/analytics/cart-additions.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { recordBrowserEvents } from '#server/downloads/events.ts'
import { downloadToken, hashDownloadToken } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { recordServedRange } from '#server/downloads/usage.ts'
import { recordConversion, recordPlayOfProduct } from '#server/previews/plays.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import type { ProductFile } from '#server/uploads/files.ts'
import { seeded } from '#sites/seeded.ts'
import { now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { type VisitEvent, writePurchases, writeRecords } from '#tests/fixtures/analytics.ts'
import {
  analyticsApiOf,
  countFigures,
  dayOf,
  expectDownloads,
  expectOverview,
  today,
} from '#tests/fixtures/analytics-answers.ts'

const since = new Date('2026-03-01T05:00:00Z')
const dice = seeded(11)
const some = (max: number) => Math.floor(dice() * max)
const of = <T>(all: readonly T[]): T => all[some(all.length)]!
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, at: dice() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)

/** A whole file in ranges, in any order and some of them twice; the repeated bytes are fewer than the file has. */
function piecesOf(bytes: number): ByteRange[] {
  const cuts = [...new Set([0, ...Array.from({ length: some(5) }, () => 1 + some(bytes - 1))])].sort((a, b) => a - b)
  const pieces = shuffled(cuts.map((from, n) => ({ from, to: (cuts[n + 1] ?? bytes) - 1 })))
  const again = pieces.slice(0, -1).filter(() => dice() < 0.5)
  return [...pieces.slice(0, -1), ...again, pieces.at(-1)!]
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const many = engine === 'postgres' ? 1_200 : 400

  test('returns exact figures for repeated events and downloads in ranges', async () => {
    const site = await createTestSite(database)
    const { websiteId } = site
    const keys = createDerivedKeys(randomBytes(32).toString('hex'))
    const productIds = await site.as('administrator', (tx) => writeRecords(tx, 14))
    const files = await site.as('administrator', async (tx) => {
      await tx.update(products).set({ status: 'published' })
      const made = productIds.map((productId, n) => ({
        productId,
        fileType: 'tracks' as const,
        name: 'song.mp3',
        type: 'audio/mpeg',
        details: {},
        position: 1,
        uploadId: newId(),
        bytes: (n + 1) * 2_000_000,
        chunkBytes: 1_000_000,
        chunks: ['x'],
        hash: 'x',
      }))
      return tx.insert(productFiles).values(made).returning()
    })
    const fileOf = (productId: string): ProductFile => files.find((each) => each.productId === productId)!
    const happened: VisitEvent[] = []
    const moment = (from: Date = since) => new Date(+from + dice() * (+now - +from - 40 * hourMs))

    const bought = Array.from({ length: many / 20 }, () => {
      const right = { rightId: newId(), productId: of(productIds), at: moment() }
      happened.push({ kind: 'purchase', cancelled: dice() < 0.1, refunded: false, ...right })
      return right
    })
    await inSite(database, { websiteId, role: 'checkout' }, (tx) => writePurchases(tx, happened), { timeoutMs: 60_000 })

    async function listen(tx: SiteTx) {
      const product = of(productIds)
      const sold = dice() < 0.2 ? of(bought.filter(({ productId }) => productId === product)) : undefined
      const at = sold ? new Date(+sold.at - 60_000) : moment()
      const [session, device, from] = [
        dice() < 0.8 ? newId() : null,
        of(devices),
        of([null, 'a.example', 'b.example', 'c.example']),
      ]
      const play = { productId: product, sessionId: session, day: dayOf(at), device, referrer: from }
      const reports = Array.from({ length: session ? 1 + some(4) : 1 }, () => ({
        seconds: some(20),
        isComplete: dice() < 0.2,
      }))
      for (const report of reports) await recordPlayOfProduct(tx, { ...play, ...report, now: at })
      const isSold = Boolean(session && sold)
      if (isSold) for (let n = 0; n < 2; n++) await recordConversion(tx, session!, sold!.rightId)
      happened.push({
        kind: 'play',
        at,
        productId: product,
        session,
        converted: isSold,
        completed: session !== null && reports.some(({ isComplete }) => isComplete),
        seconds: session ? reports.reduce((sum, { seconds }) => sum + seconds, 0) : 0,
        device: session && device,
        from: session && from,
      })
    }

    /** Downloads the file several times, then sometimes only its first bytes. */
    async function download(tx: SiteTx, { rightId, productId, at: boughtAt }: (typeof bought)[number]) {
      const file = fileOf(productId)
      const of = { rightId, productId }
      let at = +boughtAt
      const serve = async (part: ByteRange) => {
        const [began, ended] = [new Date(at + 30_000), new Date(at + 60_000)]
        at = +ended
        await recordServedRange(tx, { download: { id: rightId, productId }, file, part, began, now: ended })
        return [began, ended] as const
      }
      const times = some(6)
      for (let time = 0; time < times; time++) {
        const served = []
        for (const piece of piecesOf(file.bytes)) served.push(await serve(piece))
        happened.push({ kind: 'download', type: 'started', ...of, at: served[0]![0] })
        happened.push({ kind: 'download', type: 'completed', ...of, at: served.at(-1)![1] })
      }
      if (dice() < 0.5) {
        const [began] = await serve({ from: 0, to: 1_000 })
        if (times < 5) happened.push({ kind: 'download', type: 'started', ...of, at: began })
      }
    }

    async function reportEvents(tx: SiteTx, { rightId, productId, at: boughtAt }: (typeof bought)[number]) {
      const token = downloadToken(keys, websiteId, { id: rightId, linkSerial: 0 })
      const { id: fileId, bytes } = fileOf(productId)
      const at = moment(boughtAt)
      const events = Array.from({ length: some(4) }, (): BrowserEvent => {
        const event = { id: newId(), fileId }
        const type = of(['paused', 'resumed', 'verified', 'failed'] as const)
        const about = { rightId, productId, at }
        if (type === 'verified') {
          const durationMs = 20 + some(20_000)
          happened.push({ kind: 'verified', ...about, bytes, ms: durationMs })
          return { ...event, type, durationMs }
        }
        if (type === 'failed') {
          const reason = of(browserFailureReasons)
          happened.push({ kind: 'failed', ...about, reason })
          return { ...event, type, reason }
        }
        return { ...event, type }
      })
      const invalid: BrowserEvent[] = [
        { id: newId(), fileId, type: 'verified', durationMs: 0 },
        { id: newId(), fileId: newId(), type: 'failed', reason: 'refused' },
      ]
      // The browser got no answer, so it sends everything again, and once more when the page closes.
      for (let n = 0; n < 3; n++)
        await recordBrowserEvents(tx, keys, { token, events: [...events, ...invalid] }, new Date(+at + n * hourMs * 30))
    }

    const work = async (tx: SiteTx) => {
      for (const { rightId } of bought) {
        const token = downloadToken(keys, websiteId, { id: rightId, linkSerial: 0 })
        await tx
          .update(digitalDownloads)
          .set({ tokenHash: hashDownloadToken(keys, websiteId, token) })
          .where(eq(digitalDownloads.id, rightId))
      }
      for (let n = 0; n < many; n++) await listen(tx)
      for (let n = 0; n < many / 4; n++) {
        const [at, ids] = [moment(), shuffled(productIds).slice(0, 1 + some(3))]
        await countCartAdditions(tx, ids, dayOf(at))
        for (const productId of ids) happened.push({ kind: 'cart', productId, at })
      }
      for (const right of bought) await download(tx, right)
      for (const right of bought) await reportEvents(tx, right)
    }
    await inSite(database, { websiteId, role: 'worker' }, work, { timeoutMs: 100_000 })

    const stream = happened.map((each) => ({ ...each, day: dayOf(each.at) }))
    const owner = await analyticsApiOf(database, site)
    for (const [query, from] of [
      ['', addDays(today, -6)],
      [`?from=${addDays(today, -44)}`, addDays(today, -44)],
      [`?from=${addDays(today, -70)}`, addDays(today, -70)],
    ] as const) {
      const shown = await owner.get(query)
      const is = countFigures(stream, from, today)
      const was = shown.before && countFigures(stream, shown.before.from, shown.before.to)
      expectOverview(shown, is, was, countFigures(stream, addDays(today, -29), today), productIds)
      expectDownloads(await owner.get(`/performance${query}`), await owner.get(`/failures${query}`), is, was)
    }
    expect(happened.length).toBeGreaterThan(many)
  })
})
