import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { UploadedPicture } from '#api/admin/pictures.ts'
import type { Actor } from '#domain/actor.ts'
import { pictureUploadTexts } from '#domain/texts/own-words.ts'
import { newId } from '#server/db/id.ts'
import { createUploadedOriginalFinder, pictureKey } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, engines, openTestDatabase } from '#tests/database.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { blackPng, pngWithFalseSize } from '#tests/fixtures/png.ts'

const { folder, store, helpers } = testFiles()
afterAll(() => helpers.close())

const megabyte = 1024 * 1024
const plain = (width: number, height: number, background = '#802010') =>
  sharp({ create: { width, height, channels: 3, background } })
const administrator = (): Actor => ({
  kind: 'administrator',
  userId: newId(),
  sessionId: newId(),
  authenticatedBy: 'session',
})
const leftovers = () => readdir(join(folder, 'files', 'incoming')).catch(() => [])
const helpersAlive = () =>
  execFileSync('ps', ['-o', 'ppid=,pid=,args=', '-A'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('helper-main') && line.trim().startsWith(`${process.pid} `))

/** A stream of this many bytes, generated on demand. */
function streamOf(bytes: number, onPull: (sent: number) => void = () => {}) {
  let left = bytes
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      onPull(bytes - left)
      if (left <= 0) return controller.close()
      controller.enqueue(new Uint8Array(Math.min(left, megabyte)).fill(0xff))
      left -= megabyte
    },
  })
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite(actor: Actor = administrator()) {
    const site = await createTestSite(database)
    const api = createTestApi(database, site, actor)
    const send = (body: BodyInit, search = 'name=Stage.jpg', headers: Record<string, string> = {}) =>
      api.request(`/api/admin/pictures?${search}`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    const upload = async (body: BodyInit, search?: string): Promise<UploadedPicture> =>
      (await send(body, search)).json()
    const find = createUploadedOriginalFinder(database, store)
    const foundBy = (siteId: string, { base }: UploadedPicture['picture']) => {
      const [, , hash = '', name = ''] = base.split('/')
      return find({ folder: 'x', siteId }, { hash, name })
    }
    return { site, send, upload, foundBy, rows: () => site.as('visitor', (tx) => tx.select().from(pictures)) }
  }

  test('shows an uploaded picture on its own site, and stores the same bytes once', async () => {
    const { site, upload, send, foundBy, rows } = await newTestSite()
    const other = await newTestSite()
    const photo = await plain(900, 600).jpeg().toBuffer()
    const sent = await send(photo)
    expect(sent.status).toBe(201)
    const made: UploadedPicture = await sent.json()
    expect(made).toMatchObject({
      address: expect.stringMatching(/^\/images\/[0-9a-f]{16}\/stage-768\.jpeg$/),
      picture: { width: 900, height: 600, alt: '', asIs: null, placeholder: expect.stringMatching(/^data:/) },
      takenOn: null,
    })
    expect((await upload(photo, 'name=other.png')).id).toBe(made.id)
    expect(await rows()).toHaveLength(1)
    expect(await foundBy(site.websiteId, made.picture)).toMatchObject({ width: 900, height: 600, asIs: null })
    expect(await foundBy(other.site.websiteId, made.picture)).toBeNull()
    expect(await foundBy(site.websiteId, { ...made.picture, base: `${made.picture.base}-x` })).toBeNull()
    expect(await leftovers()).toEqual([])
  })

  test('crops an upload as chosen and returns the day of the photograph', async () => {
    const { upload } = await newTestSite()
    const exif = {
      IFD2: { DateTimeOriginal: '2023:02:11 20:15:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' },
    }
    const photo = await plain(800, 600).withExif(exif).jpeg().toBuffer()
    const { picture, takenOn } = await upload(photo, 'crop=0.25,0,0.5,0.5')
    expect([picture.width, picture.height, takenOn]).toEqual([400, 300, '2023-02-11'])
  })

  test('stores one picture for two simultaneous uploads of the same bytes', async () => {
    const { upload, rows } = await newTestSite()
    const photo = await plain(640, 480).png().toBuffer()
    const made = await Promise.all(Array.from({ length: 6 }, () => upload(photo)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const [row] = await rows()
    expect(await store.head(pictureKey(row!.websiteId, row!.hash))).toEqual({ bytes: row!.bytes })
  })

  test('rejects an upload by a user without access to the site', async () => {
    const photo = await plain(40, 30).jpeg().toBuffer()
    const signedIn = { ...administrator(), kind: 'signed-in' } as Actor
    expect((await (await newTestSite({ kind: 'visitor' })).send(photo)).status).toBe(401)
    expect((await (await newTestSite(signedIn)).send(photo)).status).toBe(403)
  })
})

describe('invalid uploads', async () => {
  const database = await openTestDatabase(defaultEngine)
  const site = await createTestSite(database)
  const api = createTestApi(database, site, administrator())
  const send = async (body: BodyInit, headers: Record<string, string> = {}, search = 'name=photo.jpg') => {
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    const answer = await api.request(`/api/admin/pictures?${search}`, init)
    return { status: answer.status, headers: answer.headers, ...(await answer.json()) }
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')

  test('refuses each invalid file with its own message, and accepts the next valid one', async () => {
    const whole = await plain(1600, 1200).jpeg().toBuffer()
    const still = await plain(40, 30).png().toBuffer()
    const joined = sharp([still, await plain(40, 30, '#fff').png().toBuffer()], { join: { animated: true } })
    const files: [what: string, body: BodyInit, status: number, error: string][] = [
      ['text that is called a photograph', 'This is not a photograph.', 422, pictureUploadTexts.kind],
      ['a drawing with a script', svg, 422, pictureUploadTexts.drawing],
      ['a moving GIF', await joined.clone().gif().toBuffer(), 422, pictureUploadTexts.animated],
      ['a moving WebP', await joined.clone().webp().toBuffer(), 422, pictureUploadTexts.animated],
      ['a photograph of an iPhone', heic, 422, pictureUploadTexts.heic],
      ['100 megapixels, it says', pngWithFalseSize(10_000, 10_000), 422, pictureUploadTexts.tooManyPixels],
      ['100 megapixels, in truth', blackPng(10_000, 10_000), 422, pictureUploadTexts.tooManyPixels],
      ['30,000 by 30,000', pngWithFalseSize(30_000, 30_000), 422, pictureUploadTexts.tooManyPixels],
      ['half a photograph', whole.subarray(0, whole.length / 2), 422, pictureUploadTexts.damaged],
      ['a header alone', pngWithFalseSize(400, 300), 422, pictureUploadTexts.damaged],
      [
        'noise behind the right beginning',
        Buffer.concat([whole.subarray(0, 300), Buffer.alloc(5000, 3)]),
        422,
        pictureUploadTexts.damaged,
      ],
      ['nothing', '', 422, 'This file is empty. Please choose another one.'],
    ]
    const began = process.memoryUsage.rss()
    for (const [what, body, status, error] of files) expect(await send(body), what).toMatchObject({ status, error })
    expect((await send(whole)).status).toBe(201)
    expect(process.memoryUsage.rss() - began).toBeLessThan(100 * megabyte)
    expect(await leftovers()).toEqual([])
  })

  test('accepts exactly 50 megapixels, and not one row more', async () => {
    const taken = await send(blackPng(10_000, 5_000))
    expect(taken).toMatchObject({ status: 201, picture: { width: 4096, height: 2048 } })
    const refused = { status: 422, reason: 'picture-too-many-pixels', error: pictureUploadTexts.tooManyPixels }
    expect(await send(blackPng(10_000, 5_001))).toMatchObject(refused)
    expect(await send(pngWithFalseSize(1, 50_000_001))).toMatchObject(refused)
    expect(await leftovers()).toEqual([])
  })

  test('refuses 60 MB by Content-Length without reading, or while reading without it', async () => {
    const tooLarge = { status: 413, reason: 'picture-too-large', error: pictureUploadTexts.tooLarge }
    let sent = 0
    const count = (bytes: number) => {
      sent = Math.max(sent, bytes)
    }
    const announced = await send(streamOf(60 * megabyte, count), { 'content-length': String(60 * megabyte) })
    expect(announced).toMatchObject(tooLarge)
    expect(announced.headers.get('connection')).toBe('close')
    expect(sent).toBeLessThanOrEqual(2 * megabyte)
    const began = process.memoryUsage.rss()
    expect(await send(streamOf(60 * megabyte, count), { 'content-length': '10' })).toMatchObject(tooLarge)
    expect(sent).toBeLessThan(54 * megabyte)
    expect(process.memoryUsage.rss() - began).toBeLessThan(60 * megabyte)
    expect(await leftovers()).toEqual([])
  })

  test('decodes a picture again in a new process when its process is killed', async () => {
    const large = await plain(7000, 6000).jpeg().toBuffer()
    expect((await send(await plain(40, 30).jpeg().toBuffer())).status).toBe(201)
    const response = send(large)
    const before = helpersAlive()
    for (const line of before) process.kill(Number(line.trim().split(/\s+/)[1]), 'SIGKILL')
    expect(before).toHaveLength(1)
    expect((await response).status).toBe(201)
  })

  test.each(['crop=0,0,2,1', 'crop=here', `name=${'x'.repeat(301)}`])(
    'refuses the query %s with 422',
    async (search) => {
      expect(await send(await plain(40, 30).jpeg().toBuffer(), {}, search)).toMatchObject({
        status: 422,
        reason: 'invalid',
      })
    },
  )
})
