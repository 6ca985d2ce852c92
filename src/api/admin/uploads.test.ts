import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { UploadChunkAnswer, UploadSessionAnswer } from '#api/admin/uploads.ts'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { activityLogs } from '#server/activity/table.ts'
import { newId } from '#server/db/id.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { createProduct } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { deleteProductFile } from '#server/uploads/file-commands.ts'
import { readStoredFile } from '#server/uploads/stored-file.ts'
import { sweepStrayChunks, sweepUploads } from '#server/uploads/sweep.ts'
import { uploadSessions } from '#server/uploads/table.ts'
import { receiveAndStoreChunk } from '#server/uploads/upload-chunk.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { mp3OfSize, mp4BoxesAfterFtyp, zipWithFile } from '#tests/fixtures/file-bytes.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { firstCases } from '#tests/long-test.ts'
import { openTestS3 } from '#tests/services/s3.ts'

const MB = 1024 * 1024
const day = 86_400_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const administrator = (userId: string): Actor => ({
  kind: 'administrator',
  userId,
  sessionId: newId(),
  authenticatedBy: 'token',
})
/** Something that begins like a recording. */
const recording = (bytes: number) => mp3OfSize(bytes)
const chunksOf = (file: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(file.length / size) }, (_, at) => file.subarray(at * size, (at + 1) * size))

type Fields = Record<string, string | undefined>
function formOf(chunk: Uint8Array | undefined, fields: Fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  if (chunk) form.append('chunk', new Blob([new Uint8Array(chunk)]), 'blob')
  return form
}

const places: ['pglite' | 'postgres', 'disk' | 's3'][] = [
  ['postgres', 's3'],
  ['postgres', 'disk'],
  ['pglite', 'disk'],
]

describe.each(firstCases(1, places))('on %s and %s', async (engine, kind) => {
  const database = await openTestDatabase(engine)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-uploads-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const store = kind === 'disk' ? openDiskStore(join(folder, 'files')) : (await openTestS3()).store
  const files = { ...testFiles(), store, receiver: openFileReceiver(join(folder, 'files', 'incoming')) }
  const leftovers = () => readdir(join(folder, 'files', 'incoming')).catch(() => [])

  async function newTestSite({ site, actor }: { site?: TestSite; actor?: Actor } = {}) {
    const at = site ?? (await createTestSite(database))
    const api = createTestApi(
      database,
      at,
      actor ?? administrator(at.userId),
      {},
      { files, site: { features: featuresOf() } },
    )
    const addProduct = (productType: 'digital' | 'physical' = 'digital') =>
      at.as('administrator', (tx) =>
        createProduct(tx, ProductDraft.parse({ name: `Album ${newId()}`, price: 700, productType }), {
          userId: at.userId,
          now,
        }),
      )
    const { id: productId } = await addProduct()
    const fieldsOf = (index: number, total: number, more: Fields = {}): Fields => ({
      sessionId: 'session-of-a-test',
      chunkIndex: String(index),
      totalChunks: String(total),
      fileName: 'Low Water.mp3',
      websiteId: at.websiteId,
      productId,
      fileType: 'tracks',
      ...more,
    })
    const send = async (chunk: Uint8Array | undefined, fields: Fields, headers: Record<string, string> = {}) =>
      api.request('/api/upload/chunked', { method: 'POST', body: formOf(chunk, fields), headers })
    const tell = async (answer: Promise<Response>) => {
      const { status, ...rest } = await answer.then(async (got) => ({ status: got.status, body: await got.json() }))
      return [status, rest.body.reason, rest.body.error] as const
    }
    const upload = async (file: Uint8Array, size: number, more: Fields = {}) => {
      const all = chunksOf(file, size)
      let last: UploadChunkAnswer | undefined
      for (const [index, chunk] of all.entries())
        last = await (await send(chunk, fieldsOf(index, all.length, more))).json()
      return last!
    }
    const rows = () => at.as('administrator', (tx) => tx.select().from(productFiles))
    const kept = async (fileId: string) => {
      const found = (await rows()).find(({ id }) => id === fileId)!
      return buffer(readStoredFile(store, found))
    }
    const objects = async () => {
      const keys = []
      for await (const { key } of store.list(`${at.websiteId}/uploads/`)) keys.push(key)
      return keys
    }
    const session = async (id = 'session-of-a-test', method = 'GET') =>
      api.request(`/api/upload/sessions/${id}`, { method })
    return { site: at, api, productId, addProduct, fieldsOf, send, tell, upload, rows, kept, objects, session }
  }

  test('stores chunks sent in any order byte for byte', async () => {
    const { send, fieldsOf, kept, rows, productId, site } = await newTestSite()
    const file = recording(25_500)
    const all = chunksOf(file, 10_000)
    const more = { productName: 'Low Water', artist: 'Marlow', trackTitle: 'Tide', trackNumber: '2', isAlbum: 'true' }
    const answer = async (index: number) =>
      (await send(all[index]!, fieldsOf(index, 3, more), { 'upload-chunk-sha256': sha256(all[index]!) })).json()
    expect(await answer(2)).toEqual({
      sessionId: 'session-of-a-test',
      received: 1,
      totalChunks: 3,
      path: null,
      filename: 'Low Water.mp3',
      fileId: null,
    })
    expect(await answer(0)).toMatchObject({ received: 2, path: null })
    const done = await answer(1)
    expect(done).toMatchObject({ received: 3, filename: 'Low Water.mp3' })
    expect(done.path).toBe(`products/${productId}/${done.fileId}/Low%20Water.mp3`)
    expect((await kept(done.fileId)).equals(file)).toBe(true)
    const [row] = await rows()
    expect(row).toMatchObject({
      productId,
      fileType: 'tracks',
      name: 'Low Water.mp3',
      type: 'audio/mpeg',
      bytes: 25_500,
      details: { productName: 'Low Water', artist: 'Marlow', trackTitle: 'Tide', trackNumber: 2, isAlbum: true },
    })
    const [log] = await site.as('administrator', (tx) =>
      tx.select().from(activityLogs).where(eq(activityLogs.resourceType, 'product_file')),
    )
    expect(log).toMatchObject({ action: 'uploaded', resourceName: 'Low Water.mp3', userId: site.userId })
    expect(await leftovers()).toEqual([])
  })

  test('reads any range, across chunks too', async () => {
    const { upload, rows } = await newTestSite()
    const file = recording(650)
    await upload(file, 100)
    const [row] = await rows()
    for (const [from, to] of [
      [0, 0],
      [99, 100],
      [95, 405],
      [0, 649],
      [600, 649],
      [100, 199],
    ] as const) {
      const part = await buffer(readStoredFile(store, row!, { from, to }))
      expect(part.equals(file.subarray(from, to + 1)), `${from}-${to}`).toBe(true)
    }
  })

  test('assembles concurrent and repeated chunks into one file, with equal answers', async () => {
    const { send, fieldsOf, rows, kept, objects } = await newTestSite()
    const file = recording(8_000)
    const all = chunksOf(file, 1_000)
    const answers = await Promise.all(
      [...all.entries(), ...all.entries()].map(async ([index, chunk]) => {
        const answer = await send(chunk, fieldsOf(index, 8), { 'upload-file-sha256': sha256(file) })
        return { status: answer.status, ...((await answer.json()) as UploadChunkAnswer) }
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    const ids = new Set(answers.flatMap(({ fileId }) => fileId ?? []))
    expect([...ids]).toEqual([row!.id])
    expect((await kept(row!.id)).equals(file)).toBe(true)
    expect(await objects()).toHaveLength(8)
    // A client that missed the answer sends the chunk again.
    const again: UploadChunkAnswer = await (await send(all[3], fieldsOf(3, 8))).json()
    expect(again.fileId).toBe(row!.id)
  })

  test('accepts a form whose chunk comes before its fields', async () => {
    const { api, fieldsOf, kept } = await newTestSite()
    const file = recording(2_500)
    let last: UploadChunkAnswer | undefined
    for (const [index, chunk] of chunksOf(file, 1_000).entries()) {
      const body = new FormData()
      body.append('chunk', new Blob([new Uint8Array(chunk)]), 'blob')
      for (const [name, value] of Object.entries(fieldsOf(index, 3))) body.append(name, value!)
      last = await (await api.request('/api/upload/chunked', { method: 'POST', body })).json()
    }
    expect((await kept(last!.fileId!)).equals(file)).toBe(true)
  })

  test('deletes a chunk that arrives while its upload is cancelled', async () => {
    const { send, fieldsOf, session, objects, site } = await newTestSite()
    const all = chunksOf(recording(3_000), 1_000)
    await send(all[0], fieldsOf(0, 3))
    const form = new Response(formOf(all[1], fieldsOf(1, 3)))
    const whole = new Uint8Array(await form.arrayBuffer())
    const [isSeen, isGivenUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* stream() {
      yield whole.subarray(0, -600)
      await isGivenUp.promise
      yield whole.subarray(-600)
    }
    const inSite: Parameters<typeof receiveAndStoreChunk>[2]['inSite'] = (work) =>
      site.as('administrator', work).finally(() => isSeen.resolve())
    const place = { websiteId: site.websiteId, userId: site.userId, now, inSite }
    const sent = { stream: stream(), header: (name: string) => form.headers.get(name) ?? undefined }
    const taking = receiveAndStoreChunk({ store, receiver: files.receiver }, sent, place).catch(
      (error: unknown) => error,
    )
    await isSeen.promise
    expect((await session('session-of-a-test', 'DELETE')).status).toBe(200)
    isGivenUp.resolve()
    expect(await taking).toMatchObject({ reason: 'upload-session-not-found' })
    expect(await objects()).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  test('accepts one of two different chunks for the same index and rejects the other', async () => {
    const { send, fieldsOf, objects, rows } = await newTestSite()
    for (const total of [1, 2])
      for (let turn = 0; turn < 6; turn++) {
        const sessionId = newId()
        const before = (await objects()).length
        const both = [recording(500), recording(500)]
        const statuses = await Promise.all(
          both.map(async (chunk) => (await send(chunk, fieldsOf(0, total, { sessionId }))).status),
        )
        expect(statuses.sort()).toEqual([200, 409])
        expect(await objects()).toHaveLength(before + 1)
      }
    expect(await rows()).toHaveLength(6)
  })

  test('answers 404 for the session of a deleted file', async () => {
    const { api, upload, send, fieldsOf, session, tell } = await newTestSite()
    const file = recording(150)
    const { fileId } = await upload(file, 150)
    await api.request(`/api/admin/product-files/${fileId}`, { method: 'DELETE' })
    const gone = [404, 'upload-session-not-found', 'Session not found']
    expect(await tell(session())).toEqual(gone)
    expect(await tell(send(file, fieldsOf(0, 1)))).toEqual(gone)
  })

  test('lists the stored chunks, so that another device can resume', async () => {
    const { send, fieldsOf, session, kept } = await newTestSite()
    const file = recording(3_000)
    const all = chunksOf(file, 1_000)
    expect((await session()).status).toBe(404)
    await send(all[2], fieldsOf(2, 3))
    await send(all[0], fieldsOf(0, 3))
    const about: UploadSessionAnswer = await (await session()).json()
    expect(about).toMatchObject({ totalChunks: 3, chunkSize: 1_000, uploadedChunks: [0, 2], fileId: null })
    const { fileId }: UploadChunkAnswer = await (await send(all[1], fieldsOf(1, 3))).json()
    expect((await kept(fileId!)).equals(file)).toBe(true)
    expect(await (await session()).json()).toMatchObject({ uploadedChunks: [0, 1, 2], fileId })
  })

  test('cancelling deletes all chunks, and the session can start again', async () => {
    const { send, fieldsOf, session, objects, upload, tell } = await newTestSite()
    const file = recording(3_000)
    await send(file.subarray(0, 1_000), fieldsOf(0, 3))
    expect(await objects()).toHaveLength(1)
    expect((await session('session-of-a-test', 'DELETE')).status).toBe(200)
    expect((await session('session-of-a-test', 'DELETE')).status).toBe(200)
    expect(await objects()).toEqual([])
    expect((await session()).status).toBe(404)
    expect((await upload(file, 1_000)).fileId).toBeTruthy()
    expect(await tell(session('session-of-a-test', 'DELETE'))).toEqual([
      409,
      'upload-session-completed',
      'Session session-of-a-test is already completed',
    ])
  })

  test('deletes abandoned uploads after a day and keeps active and complete ones', async () => {
    const { site, send, fieldsOf, upload, objects, kept } = await newTestSite()
    const file = recording(2_000)
    await send(file.subarray(0, 1_000), fieldsOf(0, 2, { sessionId: 'abandoned-one' }))
    const done = await upload(file, 1_000, { sessionId: 'complete-one' })
    const later = (ms: number) => sweepUploads({ database, store }, site.websiteId, new Date(+now + ms))
    await later(day)
    expect(await objects()).toHaveLength(3)
    await later(day + 1)
    expect(await objects()).toHaveLength(2)
    expect(await site.as('administrator', (tx) => tx.select().from(uploadSessions))).toEqual([])
    expect((await kept(done.fileId!)).equals(file)).toBe(true)
  })

  test('deletes old unknown chunks and no others', async () => {
    const { site, upload, send, fieldsOf, objects, kept } = await newTestSite()
    const file = recording(2_000)
    const done = await upload(file, 1_000, { sessionId: 'complete-one' })
    await send(file.subarray(0, 1_000), fieldsOf(0, 2, { sessionId: 'underway-one' }))
    const before = await objects()
    const stray = async (key: string) => {
      const path = await files.receiver.newFile()
      await writeFile(path, 'x')
      await store.put(key, path)
    }
    const [row] = await site.as('administrator', (tx) => tx.select().from(productFiles))
    await stray(`${site.websiteId}/uploads/${newId()}/0-abc`)
    await stray(`${site.websiteId}/uploads/${row!.uploadId}/0-abc`)
    const sweep = (at: number) => sweepStrayChunks({ database, store }, site.websiteId, new Date(at))
    await sweep(Date.now())
    expect(await objects()).toHaveLength(5)
    await sweep(Date.now() + 2 * day)
    expect((await objects()).sort()).toEqual(before.sort())
    expect((await kept(done.fileId!)).equals(file)).toBe(true)
  })

  test('rejects and deletes a complete file with a wrong hash', async () => {
    const { send, fieldsOf, objects, rows, tell } = await newTestSite()
    const file = recording(2_000)
    const wrong = { 'upload-file-sha256': sha256(randomBytes(10)) }
    await send(file.subarray(0, 1_000), fieldsOf(0, 2), wrong)
    expect(await tell(send(file.subarray(1_000), fieldsOf(1, 2), wrong))).toEqual([
      422,
      'file-damaged',
      fileUploadTexts.fileDamaged,
    ])
    expect([await objects(), await rows()]).toEqual([[], []])
  })

  test('rejects each invalid chunk with its own message and keeps other uploads', async () => {
    const { site, send, fieldsOf, tell, addProduct, objects, kept } = await newTestSite()
    const file = recording(3_000)
    const [first, second, third] = chunksOf(file, 1_000) as [Buffer, Buffer, Buffer]
    await send(first, fieldsOf(0, 3))
    const stranger = await newTestSite({ site, actor: administrator(newId()) })
    const elsewhere = await newTestSite()
    const zip = zipWithFile(randomBytes(500))
    const flipped = Buffer.from(second)
    flipped[500]! ^= 1
    const other = (more: Fields) => fieldsOf(0, 1, { sessionId: newId(), ...more })
    const outOfPlace = [400, 'chunk-out-of-place', fileUploadTexts.chunkOutOfPlace]
    const large = [413, 'file-too-large', 'File size (1025 MB) exceeds maximum allowed size (1GB)']
    const cases: [what: string, answer: Promise<Response>, expected: unknown[]][] = [
      [
        'a chunk with a wrong hash',
        send(flipped, fieldsOf(1, 3), { 'upload-chunk-sha256': sha256(second) }),
        [422, 'chunk-damaged', fileUploadTexts.chunkDamaged],
      ],
      ['an index beyond the end', send(second, fieldsOf(3, 3)), outOfPlace],
      ['an index below zero', send(second, fieldsOf(-1, 3)), outOfPlace],
      ['an index that is no number', send(second, { ...fieldsOf(1, 3), chunkIndex: 'NaN' }), outOfPlace],
      ['another number of chunks', send(second, fieldsOf(1, 4)), outOfPlace],
      ['a chunk of another size', send(second.subarray(1), fieldsOf(1, 3)), outOfPlace],
      ['a last chunk that is larger', send(Buffer.concat([third, third]), fieldsOf(2, 3)), outOfPlace],
      ['another file under the same session', send(second, fieldsOf(1, 3, { fileName: 'Other.mp3' })), outOfPlace],
      [
        'other bytes where some are',
        send(recording(1_000), fieldsOf(0, 3)),
        [409, 'file-changed', 'File has changed since upload started'],
      ],
      [
        "another person's session",
        stranger.send(second, { ...fieldsOf(1, 3) }),
        [404, 'upload-session-not-found', 'Session not found'],
      ],
      [
        'a path as a session',
        send(first, other({ sessionId: '../../../../x' })),
        [404, 'upload-session-not-found', 'Session not found'],
      ],
      [
        "another site's product",
        send(first, other({ productId: elsewhere.productId })),
        [404, 'not-found', expect.anything()],
      ],
      [
        "another site's id",
        send(first, other({ websiteId: elsewhere.site.websiteId })),
        [404, 'not-found', expect.anything()],
      ],
      [
        'a product that is no download',
        send(first, other({ productId: (await addProduct('physical')).id })),
        [422, 'invalid', expect.anything()],
      ],
      ['a zip that is called a recording', send(zip, other({})), [422, 'upload-not-audio', fileUploadTexts.notAudio]],
      [
        'a recording that is called an album',
        send(first, other({ fileType: 'album' })),
        [422, 'upload-not-zip', fileUploadTexts.notZip],
      ],
      [
        'a page that is called a cover',
        send(Buffer.from('<html>'), other({ fileType: 'cover' })),
        [422, 'upload-not-picture', fileUploadTexts.notPicture],
      ],
      ['one byte over a gigabyte, said', send(first, other({}), { 'upload-file-bytes': String(1024 * MB + 1) }), large],
      ['nothing', send(new Uint8Array(), other({})), [422, 'file-empty', expect.anything()]],
      ['no chunk', send(undefined, other({})), [400, 'malformed', expect.anything()]],
    ]
    for (const [name, answer, expected] of cases) expect(await tell(answer), name).toEqual(expected)
    expect(await objects()).toHaveLength(1)
    await send(second, fieldsOf(1, 3))
    const { fileId }: UploadChunkAnswer = await (await send(third, fieldsOf(2, 3))).json()
    expect((await kept(fileId!)).equals(file)).toBe(true)
    expect(await leftovers()).toEqual([])
  })

  test('rejects a complete file that only starts like a recording or an archive', async () => {
    const { site, api, send, fieldsOf, productId, objects } = await newTestSite()
    const rest = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(3_000, 'This program cannot be run in DOS mode.')])
    const fakes: [string, string, Buffer, string][] = [
      ['Fake.mp3', 'tracks', Buffer.from('ID3\x04\0\0\0\0\0\0'), 'upload-not-audio'],
      ['Fake.wav', 'tracks', Buffer.from('RIFF\0\0\0\0WAVE'), 'upload-not-audio'],
      ['Fake.m4a', 'tracks', Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42'), 'upload-not-audio'],
      ['Fake.ogg', 'tracks', Buffer.from('OggS\0\x02'), 'upload-not-audio'],
      ['Fake.zip', 'album', Buffer.from('PK\x03\x04'), 'upload-not-zip'],
    ]
    for (const [fileName, fileType, head, reason] of fakes) {
      const about = { sessionId: newId(), fileName, fileType }
      const file = Buffer.concat([head, rest])
      expect((await send(file.subarray(0, 2_000), fieldsOf(0, 2, about))).status, fileName).toBe(200)
      const answer = await send(file.subarray(2_000), fieldsOf(1, 2, about))
      expect([fileName, answer.status, (await answer.json()).reason]).toEqual([fileName, 422, reason])
    }
    const { files } = await (await api.request(`/api/admin/product-files?productId=${productId}`)).json()
    expect([files, await objects()]).toEqual([[], []])
    expect(await site.as('administrator', (tx) => tx.select().from(uploadSessions))).toEqual([])
  })

  test('accepts a FLAC with ID3 tags of any length before it', async () => {
    const { send, fieldsOf } = await newTestSite()
    const tags = Buffer.concat([Buffer.from('ID3\x04\0\0\0\x01\0\0'), Buffer.alloc(128 * 128)])
    const flac = Buffer.concat([tags, readFileSync('tests/fixtures/flacs/one-side.flac')])
    const answer: UploadChunkAnswer = await (await send(flac, fieldsOf(0, 1))).json()
    expect(answer.filename).toBe('Low Water.flac')
  })

  test('accepts a recording known only by its file name, and rejects a film', async () => {
    const { send, fieldsOf } = await newTestSite()
    const recorded = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42'), mp4BoxesAfterFtyp()])
    const named = (fileName: string) => send(recorded, fieldsOf(0, 1, { sessionId: newId(), fileName }))
    const answer: UploadChunkAnswer = await (await named('Rehearsal.m4a')).json()
    expect(answer).toMatchObject({ filename: 'Rehearsal.m4a', fileId: expect.any(String) })
    expect((await named('Rehearsal.mp4')).status).toBe(422)
  })

  test('sanitises the file name and sets the extension of its type', async () => {
    const { upload } = await newTestSite()
    const named = async (fileName: string) =>
      (await upload(recording(150), 150, { sessionId: newId(), fileName })).filename
    expect(await named('../../etc/passwd')).toBe('passwd.mp3')
    expect(await named('Lied\r\nX: y\u202E.zip')).toBe('LiedX_ y.mp3')
  })

  test('lists a file with its product until it is deleted, and keeps its bytes for another day', async () => {
    const { site, api, upload, productId, objects } = await newTestSite()
    const list = async () => {
      const answer = await api.request(`/api/admin/product-files?productId=${productId}`)
      return (await answer.json()).files as { id: string; name: string }[]
    }
    const first = await upload(recording(150), 150, { sessionId: newId(), fileName: 'b.mp3' })
    await upload(recording(150), 150, { sessionId: newId(), fileName: 'a.mp3' })
    expect(await list()).toMatchObject([{ name: 'b.mp3', type: 'audio/mpeg', bytes: 150 }, { name: 'a.mp3' }])
    const remove = async () =>
      (await api.request(`/api/admin/product-files/${first.fileId}`, { method: 'DELETE' })).status
    expect([await remove(), await remove()]).toEqual([200, 404])
    expect(await list()).toMatchObject([{ name: 'a.mp3' }])
    expect(await objects()).toHaveLength(2)
    await site.as('administrator', (tx) => tx.delete(uploadSessions))
    await sweepStrayChunks({ database, store }, site.websiteId, new Date(Date.now() + 2 * day))
    expect(await objects()).toHaveLength(1)
  })

  test('keeps the bytes of a deleted or replaced file for a day, whatever its age', async () => {
    const { site, send, fieldsOf, upload, objects } = await newTestSite()
    const zip = (at: number) => zipWithFile(`${at}`)
    const archive = async (at: number) =>
      await send(zip(at), fieldsOf(0, 1, { sessionId: newId(), fileType: 'album' }), {
        'upload-made-from': sha256(zip(at)),
      })
    const [deleted, unknown] = [
      await upload(recording(150), 150, { sessionId: newId() }),
      await upload(recording(150), 150),
    ]
    await archive(1)
    await site.as('administrator', (tx) => tx.delete(uploadSessions).where(eq(uploadSessions.fileId, unknown.fileId!)))
    const dropped = new Date(Date.now() + 2 * day)
    const context = { userId: site.userId, now: dropped }
    for (const { fileId } of [deleted, unknown])
      await site.as('administrator', (tx) => deleteProductFile(tx, fileId!, context))
    const sweep = async (ms: number) => {
      const at = new Date(+dropped + ms)
      await sweepUploads({ database, store }, site.websiteId, at)
      await sweepStrayChunks({ database, store }, site.websiteId, at)
      return (await objects()).length
    }
    expect(await sweep(day - 1_000)).toBe(3)
    expect(await sweep(day + 1_000)).toBe(1)
    // The archive that takes its place is made by the clock of the API.
    await archive(2)
    expect(await objects()).toHaveLength(2)
    const [kept] = await site.as('administrator', (tx) => tx.select().from(uploadSessions))
    expect(kept).toMatchObject({ lastActivity: now })
  })

  test('rejects uploads without the permission for the shop', async () => {
    const send = async (actor: Actor) => {
      const { send: sendIt, fieldsOf } = await newTestSite({ actor })
      return (await sendIt(recording(150), fieldsOf(0, 1))).status
    }
    expect(await send({ kind: 'visitor' })).toBe(401)
    expect(await send({ ...administrator(newId()), kind: 'signed-in' } as Actor)).toBe(403)
  })
})

describe('upload limits', async () => {
  const database = await openTestDatabase(defaultEngine)
  const site = await createTestSite(database)
  const files = testFiles()
  const api = createTestApi(database, site, administrator(site.userId), {}, { files, site: { features: featuresOf() } })

  test('rejects more than 50 MB: before reading when the length is declared, else while reading', async () => {
    const header = '--b\r\nContent-Disposition: form-data; name="chunk"; filename="x"\r\n\r\n'
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from(header)),
        pull(controller) {
          controller.enqueue(new Uint8Array(MB))
          sent += MB
        },
      })
    const post = (headers: Record<string, string>) =>
      api.request('/api/upload/chunked', {
        method: 'POST',
        body: endless(),
        duplex: 'half',
        headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
      } as RequestInit)
    expect((await post({ 'content-length': String(60 * MB) })).status).toBe(413)
    expect(sent).toBeLessThan(4 * MB)
    const began = process.memoryUsage.rss()
    expect((await post({})).status).toBe(413)
    expect(sent).toBeLessThan(60 * MB)
    expect(process.memoryUsage.rss() - began).toBeLessThan(60 * MB)
  })

  test('enforces the quota of a site to the byte', async () => {
    const uploads = { quotaGigabytes: 1_000 / 1024 ** 3 }
    const small = await createTestSite(database)
    const { userId } = small
    const api = createTestApi(
      database,
      small,
      administrator(userId),
      {},
      { files, site: { features: featuresOf(), uploads } },
    )
    const { id: productId } = await small.as('administrator', (tx) =>
      createProduct(tx, ProductDraft.parse({ name: 'Album', price: 700, productType: 'digital' }), { userId, now }),
    )
    const send = async (bytes: number) => {
      const fields = { chunkIndex: '0', totalChunks: '1', fileName: 'a.mp3', fileType: 'tracks' }
      const form = formOf(recording(bytes), { ...fields, sessionId: newId(), websiteId: small.websiteId, productId })
      const answer = await api.request('/api/upload/chunked', { method: 'POST', body: form })
      return [answer.status, (await answer.json()).error]
    }
    expect(await send(800)).toEqual([200, undefined])
    expect(await send(201)).toEqual([507, fileUploadTexts.quota])
    expect(await send(200)).toEqual([200, undefined])
  })

  test('counts the bytes of a speed test and stores nothing', async () => {
    const answer = await api.request('/api/upload/ping', { method: 'POST', body: new Uint8Array(MB) })
    expect(await answer.json()).toEqual({ received: MB })
  })

  test('rejects a body that is not a form', async () => {
    const answer = await api.request('/api/upload/chunked', { method: 'POST', body: '{}' })
    expect(answer.status).toBe(415)
  })
})
