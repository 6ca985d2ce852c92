import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { UploadedMediaFile } from '#api/admin/media.ts'
import type { UploadedPicture } from '#api/admin/pictures.ts'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { imageVariantPath } from '#domain/images/addresses.ts'
import { parseMessage } from '#server/mail/message.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { longTest } from '#tests/long-test.ts'
import { createRoundRobin, openHttpClient } from '#tests/scale/browser.ts'
import {
  buyProduct,
  chunksOf,
  contactFormRequest,
  findSongProduct,
  sendContactForm,
  sha256,
  signInClient,
  siteOf,
} from '#tests/scale/client-actions.ts'
import { openFleet } from '#tests/scale/fleet.ts'

const megabyte = 1024 * 1024

/** Two web processes and a worker, behind a client that alternates between the two. */
const fleet = await openFleet({ TRUSTED_PROXIES: '127.0.0.1' })
/** The mail server of the web processes, which must get nothing; the worker has another one for all mails. */
const elsewhere = await startSmtpServer()
const web = () => fleet.web({ SMTP_URL: elsewhere.url })
const first = await web()
const [second, worker] = await Promise.all([web(), fleet.worker()])

const alternating = () => openHttpClient({ port: createRoundRobin([first.port, second.port]) })
const at = ({ port }: { port: number }) => openHttpClient({ port: () => port })

/** The errors in the logs of the processes. */
const mistakes = () => [first, second].flatMap(({ log }) => log().match(/^.*"level":50.*$/gm) ?? []).join('\n')

async function mailsTo(email: string, about: RegExp) {
  const sent = fleet.mails.filter(({ to }) => to.some((line) => line.includes(email)))
  const mails = await Promise.all(sent.map(({ bytes }) => parseMessage(bytes)))
  return mails.filter(({ headers }) => about.test(headers.find(([name]) => name === 'Subject')?.[1] ?? ''))
}

test('a session of one process is valid at the other, and ends at both', async () => {
  let here = first
  const browser = openHttpClient({ port: () => here.port })
  await signInClient(browser)
  here = second
  expect((await browser.ask('/api/admin/orders')).status).toBe(200)
  const { token } = (await browser.ask('/api/auth/token', { method: 'POST' })).json<{ token: string }>()
  const asProgram = { headers: { authorization: `Bearer ${token}` } }
  expect((await at(first).ask('/api/admin/orders', asProgram)).status).toBe(200)
  const before = browser.cookies()
  await browser.ask('/api/auth/sign-out', { method: 'POST' })
  expect((await at(first).ask('/api/admin/orders', asProgram)).status).toBe(401)
  // As a client that has kept the cookie.
  expect((await at(first).ask('/api/admin/orders', { headers: { cookie: before } })).status).toBe(401)
})

test('a file is uploaded, bought and downloaded through both processes', async () => {
  const admin = await signInClient(alternating())
  const song = await findSongProduct(admin)
  const bytes = mp3OfSize(6.5 * megabyte)
  const about = { websiteId: await siteOf(admin), productId: song.id, fileName: 'Low water.mp3' }
  const { send, totalChunks, sessionId } = chunksOf(admin, { ...about, bytes, chunkBytes: megabyte })
  const order = [3, 0, 5, 1, 4, 2]
  for (const index of order) expect((await send(index)).json()).toMatchObject({ fileId: null })
  // The last one to both at once: one of them makes the file, and both say the same.
  const [one, other] = await Promise.all([send(totalChunks - 1), send(totalChunks - 1)])
  expect([one!.status, other!.status]).toEqual([200, 200])
  const { fileId } = one!.json<{ fileId: string }>()
  expect(fileId).toMatch(/^[0-9a-f-]{36}$/)
  expect(other!.json()).toMatchObject({ fileId, received: totalChunks })
  expect((await admin.ask(`/api/upload/sessions/${sessionId}`)).json()).toMatchObject({ fileId })

  const fan = alternating()
  const { number, downloads } = await buyProduct(fan, song.id, 'fan@example.com')
  const token = downloads[0]!.token
  const parts: Buffer[] = []
  for (let from = 0; from < bytes.length; from += 1.5 * megabyte) {
    const to = Math.min(from + 1.5 * megabyte, bytes.length) - 1
    const range = { headers: { range: `bytes=${from}-${to}` } }
    const part = await fan.ask(`/api/download?token=${token}&file=${fileId}`, range)
    expect([part.status, part.headers['content-range']], mistakes()).toEqual([
      206,
      `bytes ${from}-${to}/${bytes.length}`,
    ])
    parts.push(part.bytes)
  }
  expect(sha256(Buffer.concat(parts))).toBe(sha256(bytes))
  // Five parts from two processes are one download.
  type Left = { files: { id: string; left: number }[]; allowed: number }
  const left = async () => {
    const { files, allowed } = (await fan.ask(`/api/downloads/${token}`)).json<Left>()
    return allowed - files.find(({ id }) => id === fileId)!.left
  }
  await expect.poll(left).toBe(1)

  await expect.poll(async () => (await mailsTo('fan@example.com', /^Your order/)).length).toBe(1)
  expect((await mailsTo('fan@example.com', /^Your order/))[0]!.text).toContain(number)
  expect((await admin.ask('/api/admin/orders')).text).toContain(number)
})

test('one process serves a picture and a recording uploaded to the other', async () => {
  for (const [taking, showing] of [
    [first, second],
    [second, first],
  ] as const) {
    const [admin, visitor] = [await signInClient(at(taking)), at(showing)]
    const pixels = await sharp(randomBytes(900 * 600 * 3), { raw: { width: 900, height: 600, channels: 3 } })
      .png()
      .toBuffer()
    const taken = await admin.ask('/api/admin/pictures?name=quay.png', { body: new Uint8Array(pixels) })
    expect(taken.status, taken.text).toBe(201)
    const { id, picture } = taken.json<UploadedPicture>()
    const hung = await admin.ask('/api/admin/gallery', { body: { pictureIds: [id] } })
    expect(hung.status, hung.text).toBe(201)
    await expect.poll(async () => (await visitor.ask('/api/gallery/pictures')).text).toContain(picture.base)
    // This size was never requested, so neither process has made it.
    const shown = await visitor.ask(imageVariantPath(picture, 320, 'webp'))
    expect([shown.status, shown.headers['content-type']], mistakes()).toEqual([200, 'image/webp'])
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 })

    const recording = new Uint8Array(mp3OfSize(megabyte))
    const kept = await admin.ask('/api/admin/media/files?name=tide.flac', { body: recording })
    expect(kept.status, kept.text).toBe(201)
    const { source } = kept.json<UploadedMediaFile>()
    const heard = await visitor.ask(source)
    expect([heard.status, sha256(heard.bytes)], mistakes()).toEqual([200, sha256(recording)])
    const part = await visitor.ask(source, { headers: { range: 'bytes=500000-500099' } })
    expect(part.status).toBe(206)
    expect(sha256(part.bytes)).toBe(sha256(recording.subarray(500_000, 500_100)))
  }
})

test('a message sent to one process is read at the other, and mailed once by the worker', async () => {
  const message = 'Do you play on boats?'
  expect(await worker.stop()).toBe('ended with 0')
  const visitor = alternating()
  const sent = await sendContactForm(
    visitor,
    await contactFormRequest(visitor, { email: 'visitor@example.com', message }),
  )
  expect(sent.status, sent.text).toBe(200)
  const { messageId } = sent.json<{ messageId: string }>()
  for (const admin of [await signInClient(at(first)), await signInClient(at(second))]) {
    const opened = await admin.ask('/api/admin/messages/open', { body: { ids: [messageId] } })
    expect(opened.text).toContain(message)
    expect((await admin.ask('/api/admin/messages')).json()).toMatchObject({
      messages: [{ id: messageId, mail: 'queued' }],
    })
  }
  await fleet.worker()
  const texts = () => Promise.all(fleet.mails.map(async ({ bytes }) => (await parseMessage(bytes)).text ?? ''))
  await expect.poll(async () => (await texts()).filter((text) => text.includes(message)).length).toBe(1)
  // The others had all the time that the new one took to start.
  expect(elsewhere.received).toEqual([])
})

test('an edit at one process invalidates the cache of the other', async () => {
  const [admin, visitor] = [await signInClient(at(first)), at(second)]
  const shown = async () => {
    const { text, headers } = await visitor.ask('/')
    const [, how] = /cache;desc=(\w+)/.exec(String(headers['server-timing'])) ?? []
    return text.includes('Extra night in Harwich') ? how : 'not there'
  }
  // It is in every cache now.
  for (const _ of [1, 2]) expect(await shown()).toBe('not there')
  const draft = { title: 'Extra night in Harwich', message: 'Doors at eight', priority: 900 }
  const made = await admin.ask('/api/admin/announcements', { body: draft })
  expect(made.status, made.text).toBe(201)
  // A page that only expired would be refreshed in the background, and be no miss.
  await expect.poll(shown).toBe('miss')
})

test('rate limits count attempts at both processes together', async () => {
  const browser = alternating()
  const from = '203.0.113.77'
  const tryOnce = async () => {
    const body = { email: 'nobody@example.com', password: 'Wrong-Ferry 7!' }
    return (await browser.ask('/api/auth/sign-in', { body, headers: { 'x-forwarded-for': from } })).status
  }
  const statusCounts = new Map<number, number>()
  for (let n = 0; n < accountRateLimits.signInFromNetwork.max + 4; n++) {
    const status = await tryOnce()
    statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
  }
  expect(statusCounts.get(429)).toBe(4)
})

longTest('a process finishes its requests on a stop signal, and no request fails', async () => {
  const third = await web()
  const port = { now: first.port }
  const visitors = openHttpClient({ port: () => port.now })
  const statuses: number[] = []
  let over = false
  const walking = Array.from({ length: 3 }, async () => {
    // A proxy tries the next process when the connection is refused; any other failure counts.
    const look = () =>
      visitors.ask('/tour').catch((error) => (error.code === 'ECONNREFUSED' ? null : Promise.reject(error)))
    for (let seen = await look(); !over; seen = await look()) if (seen) statuses.push(seen.status)
  })
  const written = await contactFormRequest(at(first), { email: 'late@example.com', message: 'Is there a night boat?' })
  // A long request is running: half of its bytes, and the other half long after the signal.
  const long = (await signInClient(at(first))).slowly('/api/upload/ping', randomBytes(2 * megabyte), 4_500)
  const stopping = first.stop()
  await expect.poll(async () => (await at(first).ask('/readyz')).status, { interval: 50 }).toBe(503)
  // A proxy that asks each second has noticed by now.
  port.now = third.port
  // A request sent there a moment ago: its jobs still reach the worker.
  const late = await sendContactForm(at(first), written)
  const ends = await Promise.all([long, stopping])
  over = true
  await Promise.all(walking)
  expect(late.status, late.text).toBe(200)
  expect(ends[0].json()).toEqual({ received: 2 * megabyte })
  expect(ends[1]).toBe('ended with 0')
  expect(statuses.length).toBeGreaterThan(10)
  expect([...new Set(statuses)]).toEqual([200])
})
