import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readlink, writeFile } from 'node:fs/promises'
import { createServer, get as httpGet, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { downloadEventRateLimits, maxEventsPerFileAndDay, maxStreamsPerRight } from '#domain/downloads/limits.ts'
import { positionGap } from '#domain/positions.ts'
import { downloadRefusalTexts } from '#domain/texts/own-download-words.ts'
import { dayMs } from '#domain/time/local-time.ts'
import { activityLogs } from '#server/activity/table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import type { Engine } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { changeDownloadRight } from '#server/downloads/admin-commands.ts'
import { missingFiles } from '#server/downloads/missing-files.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import type { Mail } from '#server/mail/message.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { readOrderForBuyer } from '#server/orders/lookup.ts'
import { productFiles } from '#server/products/files-table.ts'
import { readProductAlbum } from '#server/uploads/album.ts'
import { chunkKey } from '#server/uploads/stored-file.ts'
import { createTestApi } from '#tests/api.ts'
import { openTestDatabase } from '#tests/database.ts'
import { insertDownloadRight, insertProductFile } from '#tests/fixtures/downloads.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import { noon, openTestShop } from '#tests/fixtures/payments.ts'
import { firstCases, longTest } from '#tests/long-test.ts'
import { openTestS3 } from '#tests/services/s3.ts'

/** The tests beside this one keep the Request and Response of Node. */
const ownObjects = { overrideGlobalObjects: false }

const day = 86_400_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Malformed ranges, and ranges outside a file of ten thousand bytes. */
const oddRanges = [
  '',
  ' ',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=--1',
  'bytes=-1-',
  'bytes=1--2',
  'bytes=a-b',
  'bytes=0x1-0x2',
  'bytes=1e3-',
  'bytes=1.5-2',
  'bytes=+1-2',
  'bytes=٣-٤'.normalize(),
  'bytes 0-1',
  'bytes:0-1',
  'byte=0-1',
  'octets=0-1',
  'bytes=9-2',
  'bytes=0-1;',
  'bytes=0-1,',
  'bytes=,0-1',
  'bytes=0-1,5-6',
  'bytes=0-,0-,0-,0-',
  'bytes=0-1 garbage',
  'bytes=0-1\tx',
  'bytes=(0-1)',
  'bytes="0-1"',
  'bytes=0-1/10',
  'bytes=*/10',
  'bytes=0..1',
  'bytes=0-%31',
  'bytes=null-',
  'bytes=-NaN',
  'bytes=Infinity-',
  'bytes=0-1bytes=2-3',
  'bytes==0-1',
  'none',
  'bytes=-0',
  'bytes=10000-',
  'bytes=99999999999999999999-',
  `bytes=${'1'.repeat(4_000)}-`,
]

async function openShop(engine: Engine, kind: 'disk' | 's3') {
  const database = await openTestDatabase(engine)
  const shop = await openTestShop(database)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-downloads-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const store = kind === 'disk' ? openDiskStore(join(folder, 'files')) : (await openTestS3()).store
  const files = { ...testFiles(), store, receiver: openFileReceiver(join(folder, 'files', 'incoming')) }

  async function newTestSite({
    content = randomBytes(10_000),
    allowed = 5,
    name = 'Low Water.mp3',
    chunkBytes = 3_000,
  } = {}) {
    const { site, track, record } = await shop.newShop()
    let now = noon
    const deps = { payments: shop.payments, files, site: shop.look, log: silentLog, clock: () => now }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, deps)
    const file = await insertProductFile(site, files, { productId: track, content, chunkBytes, name })
    const { token, id, order } = await insertDownloadRight(site, shop, track, { allowed })
    const at = (linkToken = token, fileId?: string) =>
      `/api/download?token=${linkToken}${fileId ? `&file=${fileId}` : ''}`
    const get = async (headers: Record<string, string> = {}, method = 'GET', path = at()) =>
      api.request(path, { method, headers })
    const had = async (headers: Record<string, string> = {}) => bytesOf(await get(headers))
    const events = () =>
      site.as('administrator', async (tx) =>
        (await tx.select().from(downloadEvents).orderBy(downloadEvents.createdAt, downloadEvents.id)).map(
          ({ eventType, reason }) => (reason ? `${eventType}: ${reason}` : eventType),
        ),
      )
    const used = () =>
      site.as('administrator', async (tx) => {
        const [right] = await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, id))
        return right!.downloadsUsed
      })
    const setClock = (moment: Date) => {
      now = moment
    }
    return { site, api, track, record, content, file, token, id, order, at, get, had, events, used, setClock }
  }
  return { database, shop, store, files, folder, newTestSite }
}

describe('on postgres and disk', async () => {
  const { database, shop, files, folder, newTestSite } = await openShop('postgres', 'disk')

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=2999-3000', 2_999, 3_000],
    ['bytes=9990-', 9_990, 9_999],
    ['bytes=9990-20000', 9_990, 9_999],
    ['bytes=-5', 9_995, 9_999],
    ['bytes=-20000', 0, 9_999],
    ['Bytes=0-0', 0, 0],
  ])('answers %s with that range, for GET and HEAD', async (range, from, to) => {
    const { get, content } = await newTestSite()
    const answer = await get({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/10000`])
    expect(answer.headers.get('content-length')).toBe(String(to - from + 1))
    expect((await bytesOf(answer)).equals(content.subarray(from, to + 1))).toBe(true)
    const head = await get({ range }, 'HEAD')
    expect([head.status, Object.fromEntries(head.headers)]).toEqual([206, Object.fromEntries(answer.headers)])
    expect(await head.text()).toBe('')
  })

  test('answers forty malformed or unsatisfiable Range headers without a server error', async () => {
    const { get, content, used } = await newTestSite({ allowed: 100 })
    expect(oddRanges.length).toBeGreaterThanOrEqual(40)
    for (const range of oddRanges) {
      const answer = await get({ range: Buffer.from(range).toString('latin1') })
      const got = await bytesOf(answer)
      if (answer.status === 416) {
        expect(answer.headers.get('content-range'), range).toBe('bytes */10000')
        expect(got.length, range).toBe(0)
      } else {
        expect([answer.status, answer.headers.get('content-range')], range).toEqual([200, null])
        expect(got.equals(content), range).toBe(true)
      }
    }
    expect((await get({ range: 'bytes=10000-' })).status).toBe(416)
    await expect.poll(used).toBe(oddRanges.length - 4)
  })

  test('resumes with a matching If-Range and restarts with another', async () => {
    const { get, file } = await newTestSite()
    const status = async (headers: Record<string, string>) => {
      const answer = await get(headers)
      await answer.body?.cancel()
      return answer.status
    }
    const range = 'bytes=5-9'
    const etag = `"${file.hash}"`
    expect(await status({ range, 'if-range': etag })).toBe(206)
    expect(await status({ range, 'if-range': 'Fri, 01 May 2026 12:00:00 GMT' })).toBe(206)
    expect(await status({ range, 'if-range': 'Fri, 01 May 2026 12:00:01 GMT' })).toBe(200)
    expect(await status({ range, 'if-range': `W/${etag}` })).toBe(200)
    expect(await status({ range, 'if-range': '"other"' })).toBe(200)
    expect(await status({ 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-match': '"other"' })).toBe(412)
  })

  test('counts each file separately, and serves the archive when no file is named', async () => {
    const { site, track, api, at, token, file, used } = await newTestSite({ allowed: 1 })
    const zip = randomBytes(500)
    const archive = { productId: track, content: zip, name: 'Low Water.zip', type: 'application/zip' }
    await insertProductFile(site, files, { ...archive, fileType: 'album', position: 5 })
    expect((await bytesOf(await api.request(at()))).equals(zip)).toBe(true)
    await expect.poll(used).toBe(1)
    expect((await api.request(at())).status).toBe(403)
    const answer = await api.request(at(token, file.id))
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  })

  test('offers the tracks instead of an outdated archive', async () => {
    const { site, track, api, at, token, content } = await newTestSite()
    const { state } = await site.as('administrator', (tx) => readProductAlbum(tx, track))
    const zip = randomBytes(500)
    const archive = { productId: track, content: zip, name: 'low_water.zip', type: 'application/zip' }
    const kept = await insertProductFile(site, files, {
      ...archive,
      fileType: 'album',
      position: 5,
      details: { madeFrom: state },
    })
    const got = async () => bytesOf(await api.request(at()))
    const listed = async () => {
      const { files: all } = await (await api.request(`/api/downloads/${token}`)).json()
      return all.map(({ name }: { name: string }) => name)
    }
    expect((await got()).equals(zip)).toBe(true)
    expect(await listed()).toEqual(['low_water.zip', 'Low Water.mp3'])
    await insertProductFile(site, files, {
      productId: track,
      content: randomBytes(100),
      name: 'Bonus.mp3',
      position: 2 * positionGap,
    })
    expect((await got()).equals(content)).toBe(true)
    expect(await listed()).toEqual(['Low Water.mp3', 'Bonus.mp3'])
    // A download that has begun can finish.
    expect((await bytesOf(await api.request(at(undefined, kept.id)))).equals(zip)).toBe(true)
    await site.as('administrator', (tx) => tx.delete(productFiles).where(eq(productFiles.fileType, 'tracks')))
    expect(await listed()).toEqual(['low_water.zip'])
  })

  test('rejects an expired, withdrawn or unknown link with a message', async () => {
    const { site, track, record, api, at, token, setClock, file } = await newTestSite()
    const tell = async (path: string) => {
      const answer = await api.request(path)
      const { reason } = await answer.json()
      const head = await api.request(path, { method: 'HEAD' })
      expect(head.status).toBe(answer.status)
      if (path.startsWith('/api/download?')) expect(head.headers.get('x-reason')).toBe(reason)
      return [answer.status, reason]
    }
    const theirs = await newTestSite()
    const revoked = await insertDownloadRight(site, shop, track, { revokedAt: noon })
    const unknown = [404, 'download-unknown']
    expect(await tell(at(revoked.token))).toEqual([410, 'download-withdrawn'])
    const pageOf = async () => (await api.request(`/api/downloads/${revoked.token}`)).json()
    expect(await pageOf()).toMatchObject({ state: 'withdrawn', isEnded: false })
    for (const changes of [
      { status: 'cancelled' },
      { status: 'paid', refundedAmount: sql`${orders.totalAmount}` },
    ] as const) {
      await site.as('checkout', (tx) => tx.update(orders).set(changes))
      expect(await tell(at(revoked.token))).toEqual([410, 'download-cancelled'])
      expect(await pageOf()).toMatchObject({ state: 'withdrawn', isEnded: true })
    }
    expect(await tell(at(theirs.token))).toEqual(unknown)
    expect(await tell(at(token.slice(0, -1)))).toEqual(unknown)
    expect(await tell(at(`${token}x`))).toEqual(unknown)
    expect(await tell(at(randomBytes(32).toString('base64url')))).toEqual(unknown)
    expect(await tell(at(encodeURIComponent("' or 1=1 --")))).toEqual(unknown)
    const gone = [404, 'download-file-gone']
    expect(await tell(at(token, theirs.file.id))).toEqual(gone)
    expect(await tell(at(token, newId()))).toEqual(gone)
    const another = await insertProductFile(site, files, { productId: record, content: randomBytes(10) })
    expect(await tell(at(token, another.id))).toEqual(gone)
    expect((await tell(at(token, '../../etc/passwd')))[0]).toBe(422)
    expect((await tell('/api/download'))[0]).toBe(422)
    expect((await tell(`/api/downloads/${theirs.token}`))[0]).toBe(404)
    // With a clock that is an hour off, links expire at their exact time.
    setClock(new Date(+noon + 30 * day - 3_600_000))
    expect((await api.request(at(token, file.id), { method: 'HEAD' })).status).toBe(200)
    setClock(new Date(+noon + 30 * day))
    expect(await tell(at(token, file.id))).toEqual([410, 'download-expired'])
    expect(await (await api.request(at(token, file.id))).json()).toMatchObject({ error: downloadRefusalTexts.expired })
    // The page of the link still shows the purchase, and that it has ended.
    expect(await (await api.request(`/api/downloads/${token}`)).json()).toMatchObject({ state: 'expired' })
    setClock(new Date(+noon - 3_600_000))
    expect((await api.request(at(token, file.id), { method: 'HEAD' })).status).toBe(200)
  })

  test('the page of a link shows the purchase and the remaining downloads', async () => {
    const { site, api, token, file, had, used, order, setClock } = await newTestSite()
    const page = async () => (await api.request(`/api/downloads/${token}`)).json()
    await had()
    await expect.poll(used).toBe(1)
    expect(await page()).toEqual({
      id: expect.any(String),
      name: 'Harbour',
      orderNumber: order.orderNumber,
      state: 'ready',
      allowed: 5,
      expiresAt: '2026-05-31T12:00:00.000Z',
      isEnded: false,
      files: [
        {
          id: file.id,
          name: 'Low Water.mp3',
          title: 'Low Water',
          number: null,
          duration: null,
          kind: 'tracks',
          type: 'audio/mpeg',
          bytes: 10_000,
          left: 4,
          canFinish: false,
          etag: `"${file.hash}"`,
          pieceBytes: 3_000,
          pieces: file.chunks,
        },
      ],
    })
    for (let time = 2; time <= 5; time++) {
      await had()
      await expect.poll(used).toBe(time)
    }
    expect(await page()).toMatchObject({ state: 'used-up', files: [{ left: 0, canFinish: true }] })
    // Downloads work after the shop is closed.
    const closed = createTestApi(database, site, { kind: 'visitor' }, {}, { payments: shop.payments, files })
    expect((await closed.request(`/api/downloads/${token}`)).status).toBe(200)
    setClock(new Date(+noon + 2 * 3_600_000))
    expect(await page()).toMatchObject({ state: 'used-up', files: [{ left: 0, canFinish: false }] })
  })

  test('records each plausible event of a browser once', async () => {
    const { site, api, token, file, events } = await newTestSite()
    const theirs = await newTestSite()
    const tell = async (body: unknown, from = newId()) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'content-type': 'application/json' }
      const answer = await api.request('/api/download-events', { method: 'POST', headers, body: text }, from)
      return [answer.status, (await answer.json()).kept]
    }
    const event = (changes: object = {}) => ({ id: newId(), fileId: file.id, type: 'paused', ...changes })
    const verified = event({ type: 'verified', durationMs: 4_000 })
    const good = [event(), event({ type: 'resumed' }), verified, event({ type: 'failed', reason: 'connection' })]
    expect(await tell({ token, events: good })).toEqual([202, 4])
    expect(await tell({ token, events: good })).toEqual([202, 0])
    const twice = event()
    expect(await tell({ token, events: [twice, { ...twice, type: 'resumed' }] })).toEqual([202, 1])
    const late = { token, events: [event({ type: 'resumed' })] }
    const kept = (await Promise.all(Array.from({ length: 8 }, () => tell(late)))).map(([, count]) => count)
    expect(kept.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    const bad = [
      event({ type: 'started' }),
      event({ type: 'completed' }),
      event({ type: 'exploded' }),
      event({ type: 'failed', reason: 'file-missing' }),
      event({ type: 'failed' }),
      event({ type: 'verified', durationMs: -5 }),
      event({ type: 'verified', durationMs: 1e300 }),
      event({ type: 'verified', durationMs: 0 }),
      event({ type: 'verified' }),
      event({ createdAt: '1999-01-01T00:00:00Z' }),
      event({ fileId: theirs.file.id }),
      event({ id: 'x' }),
      null,
      5,
      'paused',
      [],
      {},
    ]
    expect(await tell({ token, events: [...bad, event()] })).toEqual([202, 1])
    expect((await tell({ token: theirs.token, events: [event()] }))[0]).toBe(404)
    expect((await tell({ token, events: 'all' }))[0]).toBe(422)
    expect((await tell({ token, events: Array.from({ length: 101 }, () => event()) }))[0]).toBe(422)
    expect((await tell('{'))[0]).toBe(400)
    expect((await tell({ token, events: [event({ note: 'x'.repeat(1024 * 1024) })] }))[0]).toBe(413)
    expect((await events()).toSorted()).toEqual(
      ['failed: connection', 'paused', 'paused', 'resumed', 'resumed', 'resumed', 'verified'].toSorted(),
    )
    const [measured] = await site.as('administrator', (tx) =>
      tx.select().from(downloadEvents).where(eq(downloadEvents.eventType, 'verified')),
    )
    expect(measured).toMatchObject({ bytes: 10_000, durationMs: 4_000, createdAt: noon, fileId: file.id })
  })

  test('rate limits the events of each sender separately', async () => {
    const { api, token } = await newTestSite()
    const [flood, other] = [newId(), newId()]
    const tell = async (from: string) => {
      const answer = await api.request('/api/download-events', jsonRequest({ token, events: [] }), from)
      return [answer.status, answer.headers.get('retry-after')]
    }
    for (let count = 0; count < downloadEventRateLimits.fromAddress.max; count++)
      expect(await tell(flood)).toEqual([202, null])
    expect(await tell(flood)).toEqual([429, '60'])
    expect(await tell(other)).toEqual([202, null])
  })

  test('counts one download when the client resumes ten times', async () => {
    const content = randomBytes(300_000)
    const { get, used, events, file } = await newTestSite({ content, chunkBytes: 10_000 })
    let have = Buffer.alloc(0)
    for (let tenth = 1; tenth <= 10; tenth++) {
      const answer = await get({ range: `bytes=${have.length}-`, 'if-range': `"${file.hash}"` })
      const reader = answer.body!.getReader()
      while (have.length < tenth * 30_000) have = Buffer.concat([have, (await reader.read()).value!])
      await reader.cancel()
      have = have.subarray(0, tenth * 30_000)
    }
    expect(sha256(have)).toBe(sha256(content))
    await expect.poll(used).toBe(1)
    expect(await events()).toEqual(['started', 'completed'])
  })

  test('serves twenty concurrent requests no more downloads than are left', async () => {
    const { get, used, content } = await newTestSite({ content: randomBytes(400_000), allowed: 3, chunkBytes: 100_000 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
    const got = await Promise.all(answers.map((answer) => bytesOf(answer).catch(() => Buffer.alloc(0))))
    const whole = got.filter((bytes) => bytes.equals(content)).length
    expect(whole).toBeGreaterThan(0)
    expect(whole).toBeLessThanOrEqual(3)
    await expect.poll(used).toBe(whole)
  })

  longTest('serves one file to five hundred concurrent requests for the last download', async () => {
    const content = randomBytes(200_000)
    const { get, used, site, id, had } = await newTestSite({ content, allowed: 2, chunkBytes: 100_000 })
    await had()
    await expect.poll(used).toBe(1)
    const whole = async () => {
      const answer = await get()
      return answer.ok && (await bytesOf(answer).catch(() => Buffer.alloc(0))).equals(content)
    }
    const got = await Promise.all(Array.from({ length: 500 }, whole))
    expect(got.filter(Boolean).length).toBeLessThanOrEqual(1)
    const counted = () =>
      site.as('administrator', (tx) => tx.select().from(downloadCounts).where(eq(downloadCounts.downloadId, id)))
    await expect.poll(counted).toMatchObject([{ completed: 2 }])
    expect((await get()).status).toBe(403)
  })

  test('refuses a second download while all bytes of the only one have been sent', async () => {
    const { get, used } = await newTestSite({ allowed: 1 })
    const reader = (await get()).body!.getReader()
    for (let had = 0; had < 10_000; had += (await reader.read()).value!.length);
    expect([await used(), (await get()).status, await used()]).toEqual([0, 403, 1])
  })

  test('serves two songs in eight concurrent ranges each without aborting any', async () => {
    const content = randomBytes(800_000)
    const { site, track, api, at, token, file, id } = await newTestSite({ content, allowed: 1, chunkBytes: 300_000 })
    const other = await insertProductFile(site, files, {
      productId: track,
      content: content.toReversed(),
      position: 99,
    })
    const parts = Array.from({ length: 8 }, (_, n) => ({ from: n * 100_000, to: n * 100_000 + 99_999 }))
    const open = (fileId: string) =>
      Promise.all(
        parts.map(({ from, to }) => api.request(at(token, fileId), { headers: { range: `bytes=${from}-${to}` } })),
      )
    // All requests are sent before the first answer is read.
    const answers = [await open(file.id), await open(other.id)]
    const [one, two] = await Promise.all(
      answers.map(async (each) => Buffer.concat(await Promise.all(each.map(bytesOf)))),
    )
    expect([sha256(one!), sha256(two!)]).toEqual([sha256(content), sha256(content.toReversed())])
    const counted = () =>
      site.as('administrator', async (tx) =>
        (await tx.select().from(downloadCounts).where(eq(downloadCounts.downloadId, id))).map(
          ({ completed }) => completed,
        ),
      )
    await expect.poll(counted).toEqual([1, 1])
  })

  test('serves five of six concurrent downloads when five are left', async () => {
    const { get, used, content } = await newTestSite({ content: randomBytes(400_000), chunkBytes: 100_000 })
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await get())
    const got = await Promise.all(answers.map((answer) => bytesOf(answer).catch(() => Buffer.alloc(0))))
    expect(got.map((bytes) => bytes.equals(content))).toEqual([false, true, true, true, true, true])
    await expect.poll(used).toBe(5)
    expect((await get()).status).toBe(403)
  })

  test('limits the streams of one link; one more request aborts the oldest', async () => {
    const { get, content } = await newTestSite({ content: randomBytes(660_000), chunkBytes: 660_000 })
    const open = async (n: number) => {
      const answer = await get({ range: `bytes=${n * 20_000}-${n * 20_000 + 19_999}` })
      return answer.body!.getReader()
    }
    const readers = []
    for (let n = 0; n <= maxStreamsPerRight; n++) readers.push(await open(n))
    await expect(readers[0]!.read()).rejects.toThrow()
    for (const [n, reader] of readers.slice(1).entries()) {
      const { value } = await reader.read()
      expect(content.subarray((n + 1) * 20_000, (n + 1) * 20_000 + value!.length).equals(value!)).toBe(true)
      await reader.cancel()
    }
  })

  test('serves ranges of the last download again for an hour, but not the whole file again', async () => {
    const chunk = 256 * 1024
    const content = randomBytes(4 * chunk)
    const { get, had, used, events, setClock } = await newTestSite({ content, allowed: 1, chunkBytes: chunk })
    const range = (n: number) => ({ range: `bytes=${n * chunk}-${(n + 1) * chunk - 1}` })
    for (let n = 0; n < 4; n++) await had(range(n))
    await expect.poll(used).toBe(1)
    // HEAD answers like GET: the answer about a part has the size of the whole.
    expect([(await get()).status, (await get({}, 'HEAD')).status]).toEqual([403, 403])
    const part = await get(range(0), 'HEAD')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-${chunk - 1}/${4 * chunk}`])
    expect((await get({ range: 'bytes=0-' })).status).toBe(403)
    expect((await had(range(0))).equals(content.subarray(0, chunk))).toBe(true)
    await expect.poll(async () => (await get(range(0), 'HEAD')).status).toBe(403)
    expect((await get(range(1))).status).toBe(403)
    // It counted as one download.
    expect(await events()).toEqual(['started', 'completed'])
    setClock(new Date(+noon + 3_600_000))
    expect((await get(range(0), 'HEAD')).status).toBe(403)
  })

  test('counts each song of an album separately, and the owner sees each count', async () => {
    const { site, track, api, at, token, id, order, file } = await newTestSite({ allowed: 1 })
    const second = await insertProductFile(site, files, {
      productId: track,
      content: randomBytes(100),
      position: 99_999,
    })
    const had = async (fileId?: string) => bytesOf(await api.request(at(token, fileId)))
    const owner = {
      kind: 'administrator',
      userId: site.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    const admin = createTestApi(database, site, owner, {}, { payments: shop.payments, clock: () => noon })
    const listed = async (state: string) =>
      (await (await admin.request(`/api/admin/downloads?state=${state}`)).json()).downloads
    const states = async () => ({
      page: (await (await api.request(`/api/downloads/${token}`)).json()).state,
      ready: (await listed('ready')).length,
      usedUp: (await listed('used-up')).length,
      buyer: (await site.as('worker', (tx) => readOrderForBuyer(tx, order, noon))).downloads[0]!,
    })
    await had()
    const ofBuyer = (state: string, left: number) => expect.objectContaining({ state, left })
    await expect.poll(states).toEqual({ page: 'ready', ready: 1, usedUp: 1, buyer: ofBuyer('ready', 1) })
    for (const state of ['ready', 'used-up'])
      await expect
        .poll(async () => (await listed(state))[0])
        .toMatchObject({
          state: 'ready',
          allowed: 1,
          files: [
            { id: file.id, name: file.name, used: 1, left: 0 },
            { id: second.id, name: second.name, used: 0, left: 1 },
          ],
          lastEvent: {},
        })
    await had(second.id)
    await expect.poll(states).toEqual({ page: 'used-up', ready: 0, usedUp: 1, buyer: ofBuyer('used-up', 0) })
    // A reset right is not a new buyer.
    await site.as('administrator', (tx) =>
      changeDownloadRight(tx, id, 'reset', { days: 30, userId: site.userId, now: noon }),
    )
    expect(await states()).toEqual({ page: 'ready', ready: 1, usedUp: 0, buyer: ofBuyer('ready', 1) })
    await had(second.id)
    const firsts = () =>
      site.as('administrator', async (tx) =>
        (await tx.select().from(downloadEvents))
          .filter(({ eventType }) => eventType === 'completed')
          .map(({ isFirst }) => isFirst)
          .sort(),
      )
    await expect.poll(firsts).toEqual([false, false, true])
  })

  test('counts no download when the client aborts before the first byte', async () => {
    const { api, at, get, content, events, used } = await newTestSite({ allowed: 1 })
    const leaving = new AbortController()
    const requests = Array.from({ length: 5 }, () =>
      api.request(new Request(`http://localhost${at()}`, { signal: leaving.signal })),
    )
    leaving.abort()
    for (const answer of await Promise.all(requests)) await answer.body?.cancel()
    expect([await events(), await used()]).toEqual([[], 0])
    const answer = await get()
    expect([answer.status, (await bytesOf(answer)).equals(content)]).toEqual([200, true])
    await expect.poll(used).toBe(1)
  })

  test('limits the recorded events of one link per day', async () => {
    const { site, api, token, file, track, content, events, setClock } = await newTestSite()
    const other = await insertProductFile(site, files, {
      productId: track,
      content,
      chunkBytes: 3_000,
      name: 'Other.mp3',
    })
    const ninety = (fileId: string) => Array.from({ length: 90 }, () => ({ id: newId(), fileId, type: 'paused' }))
    const tell = async (fileId = file.id, reported = ninety(fileId)) => {
      return (
        await (await api.request('/api/download-events', jsonRequest({ token, events: reported }), newId())).json()
      ).kept
    }
    const kept = (await Promise.all([tell(), tell(), tell(), tell()])) as number[]
    expect(kept.reduce((sum, n) => sum + n, 0)).toBe(maxEventsPerFileAndDay)
    expect(await events()).toHaveLength(maxEventsPerFileAndDay)
    const [same, more] = [ninety(other.id), ninety(other.id)]
    const repeats = [await tell(other.id, same), await tell(other.id, same), await tell(other.id, same)]
    expect([await tell(), ...repeats]).toEqual([0, 90, 0, 0])
    expect([await tell(other.id, [...same, ...more].slice(45, 145)), await tell(other.id, more)]).toEqual([55, 35])
    expect(await tell(other.id)).toBe(20)
    setClock(new Date(+noon + dayMs))
    expect([await tell(), await tell(other.id)]).toEqual([90, 90])
  })

  test('leaves no file open when the connection breaks at any point', async () => {
    const content = randomBytes(3_000_000)
    const { api, at } = await newTestSite({ content, allowed: 100, chunkBytes: 1_000_000 })
    const ask = (request: Request) => {
      const { pathname, search } = new URL(request.url)
      return api.request(pathname + search, { headers: request.headers, signal: request.signal })
    }
    const server = createServer(getRequestListener(ask, ownObjects) as RequestListener).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    let have = Buffer.alloc(0)
    for (let tenth = 1; tenth <= 10; tenth++)
      have = await new Promise((resolve, reject) => {
        const headers = { range: `bytes=${have.length}-` }
        httpGet({ port, host: '127.0.0.1', path: at(), headers, agent: false }, (answer) => {
          let got = have
          answer.on('error', () => {})
          answer.on('data', (bytes: Buffer) => {
            got = Buffer.concat([got, bytes])
            if (got.length < tenth * 300_000) return
            answer.destroy()
            resolve(got.subarray(0, tenth * 300_000))
          })
        }).on('error', reject)
      })
    expect(sha256(have)).toBe(sha256(content))
    const open = async () => {
      const targets = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
      return (await Promise.all(targets)).filter((target) => target.startsWith(folder)).length
    }
    await expect.poll(open).toBe(0)
    // Gone before anything was read.
    const leaving = new AbortController()
    const request = new Request(`http://localhost${at()}`, { signal: leaving.signal })
    await api.request(request)
    expect(await open()).toBe(1)
    leaving.abort()
    await expect.poll(open).toBe(0)
    // This reference keeps the request alive: an abort does not reach one that was garbage collected.
    expect(request.signal.aborted).toBe(true)
  })
})

const places: ['pglite' | 'postgres', 'disk' | 's3'][] = [
  ['postgres', 's3'],
  ['pglite', 'disk'],
]

describe.each(firstCases(1, places))('on %s and %s', async (engine, kind) => {
  const { database, shop, store, files, newTestSite } = await openShop(engine, kind)

  test('serves a purchased file whole, under its name and uncacheable', async () => {
    const { get, content, file, used, events } = await newTestSite({ name: 'Nächte "am" Ufer.mp3' })
    const head = await get({}, 'HEAD')
    const answer = await get()
    expect([head.status, Object.fromEntries(head.headers)]).toEqual([200, Object.fromEntries(answer.headers)])
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      200,
      {
        'content-type': 'audio/mpeg',
        'content-length': '10000',
        'content-disposition': `attachment; filename="Nachte _am_ Ufer.mp3"; filename*=UTF-8''N%C3%A4chte%20%22am%22%20Ufer.mp3`,
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store, no-transform',
        'content-security-policy': "default-src 'none'; sandbox",
        'last-modified': 'Fri, 01 May 2026 12:00:00 GMT',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        etag: `"${file.hash}"`,
      },
    ])
    expect((await bytesOf(answer)).equals(content)).toBe(true)
    await expect.poll(used).toBe(1)
    expect(await events()).toEqual(['started', 'completed'])
  })

  test('counts a download in ranges as one, and refuses the sixth', async () => {
    const { get, had, content, used, events, id, site, setClock } = await newTestSite()
    const pieces = [await had({ range: 'bytes=0-3999' }), await had({ range: 'bytes=4000-7999' })]
    // The connection broke, and the client requests the range again.
    pieces[1] = await had({ range: 'bytes=4000-7999' })
    expect(await used()).toBe(0)
    pieces.push(await had({ range: 'bytes=8000-' }))
    expect(sha256(Buffer.concat(pieces))).toBe(sha256(content))
    await expect.poll(used).toBe(1)
    expect(await events()).toEqual(['started', 'completed'])
    for (let time = 2; time <= 5; time++) {
      await had()
      await expect.poll(used).toBe(time)
    }
    const refused = await get()
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: downloadRefusalTexts.usedUp, reason: 'download-used-up' },
    ])
    setClock(new Date(+noon + 2 * 3_600_000))
    expect((await get({}, 'HEAD')).status).toBe(403)
    expect((await get({ range: 'bytes=0-1' })).status).toBe(403)
    expect(await used()).toBe(5)
    // Its owner may allow more.
    await site.as('administrator', (tx) =>
      tx.update(digitalDownloads).set({ downloadsAllowed: 6 }).where(eq(digitalDownloads.id, id)),
    )
    expect((await had()).equals(content)).toBe(true)
  })

  test('a missing file uses up no download, and is reported to buyer and owner', async () => {
    const { site, get, had, file, used, events, content, setClock } = await newTestSite()
    const key = (index: number) => chunkKey(site.websiteId, file.uploadId, index, file.chunks[index]!)
    await store.delete(key(2))
    const missing = () => site.as('administrator', missingFiles)
    // Chunk 2 is missing: each answer starts and then breaks off, the sixth like the first.
    for (let turn = 0; turn < 6; turn++) await expect(had()).rejects.toThrow()
    await expect.poll(missing).toMatchObject([{ product: 'Harbour', name: 'Low Water.mp3' }])
    await expect.poll(events).toEqual(['started', 'failed: file-missing'])
    for (const type of ['stripe', 'contact'] as const) {
      const features = { ...shop.look.features!, shop: { enabled: true, type } }
      const owner = {
        kind: 'administrator',
        userId: site.userId,
        sessionId: newId(),
        authenticatedBy: 'session',
      } as const
      const admin = createTestApi(database, site, owner, {}, { site: { ...shop.look, features } })
      const { attention } = await (await admin.request('/api/admin/dashboard')).json()
      expect(attention.missingFiles).toMatchObject([{ product: 'Harbour', name: 'Low Water.mp3' }])
    }
    await store.delete(key(0))
    const refused = await get()
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: downloadRefusalTexts.fileMissing, reason: 'download-file-missing' },
    ])
    const heads = await Promise.all(Array.from({ length: 4 }, () => get({}, 'HEAD')))
    for (const { status, headers } of heads)
      expect([status, headers.get('x-reason')]).toEqual([503, 'download-file-missing'])
    expect(await used()).toBe(0)
    await expect.poll(missing).toMatchObject([{ product: 'Harbour', name: 'Low Water.mp3' }])
    const logged = await site.as('administrator', (tx) =>
      tx.select().from(activityLogs).where(eq(activityLogs.action, 'missing')),
    )
    expect(logged).toMatchObject([{ resourceType: 'product_file', resourceName: 'Low Water.mp3', userId: null }])
    const failures = async () => (await events()).filter((event) => event === 'failed: file-missing').length
    const letters = () => site.as('worker', (tx) => tx.select().from(mails).orderBy(mails.id))
    expect([await failures(), (await letters()).length]).toEqual([1, 1])
    const [mail] = await letters()
    const place = mailSealContext(site.websiteId, mail!.id)
    const { to, subject, text }: Mail = JSON.parse(shop.sealer.open(place, mail!.content!))
    expect([to, subject]).toEqual(['owner@site.example', expect.stringContaining('A sold file is missing')])
    expect(text).toContain('A buyer of Harbour could not download Low Water.mp3, because the file is missing.')
    expect(text).toContain(`/admin/shop/${file.productId}`)
    setClock(new Date(+noon + 3_600_000))
    await get({}, 'HEAD')
    expect([await failures(), (await letters()).length]).toEqual([2, 1])
    setClock(new Date(+noon + 26 * 3_600_000))
    await get({}, 'HEAD')
    expect([await failures(), (await letters()).length]).toEqual([3, 2])
    for (const index of [0, 2]) {
      const back = await files.receiver.newFile()
      await writeFile(back, content.subarray(index * 3_000, (index + 1) * 3_000))
      await store.put(key(index), back)
    }
    expect((await had()).equals(content)).toBe(true)
    await expect.poll(used).toBe(1)
  })
})
