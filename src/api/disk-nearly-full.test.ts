import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'
import { newId } from '#server/db/id.ts'
import { createDiskSpaceGuard } from '#server/files/disk-space.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { uploadSessions } from '#server/uploads/table.ts'
import { createTestApi } from '#tests/api.ts'
import { defaultEngine, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { checkoutRequestFor, openTestShop, shopRecordsOf } from '#tests/fixtures/payments.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3
const database = await openTestDatabase(defaultEngine)
const shop = await openTestShop(database)
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-nearly-full-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A site on a disk of 100 GB with this many bytes free above the reserve. */
async function newTestSite(bytesForFiles: number) {
  const { site, record, track } = await shop.newShop()
  const disk = { free: 5 * gigabyte + bytesForFiles, total: 100 * gigabyte }
  const ask = async () => ({ ...disk })
  const store = openDiskStore(folder)
  const receiver = openFileReceiver(join(folder, 'incoming'), createDiskSpaceGuard({ ask, warn: () => {} }))
  const needs = { payments: shop.payments, clock: shop.clock, files: { ...testFiles(), store, receiver } }
  const owner: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'token' }
  const features = { ...featuresOf(), gallery: true, media: { enabled: true } }
  const api = createTestApi(database, site, owner, {}, { ...needs, site: { ...shop.look, features } })
  const sendChunk = (index: number, chunk: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    const fields = {
      sessionId: 'session-of-a-test',
      chunkIndex: index,
      totalChunks: 2,
      fileName: 'a.mp3',
      fileType: 'tracks',
    }
    for (const [name, value] of Object.entries({ ...fields, websiteId: site.websiteId, productId: track }))
      form.append(name, String(value))
    form.append('chunk', new Blob([chunk]))
    return api.request('/api/upload/chunked', { method: 'POST', body: form })
  }
  const post = (path: string, body: Uint8Array<ArrayBuffer>) => api.request(path, { method: 'POST', body })
  const visitor = createTestApi(database, site, { kind: 'visitor' }, {}, { ...needs, site: shop.look })
  return { disk, site, record, sendChunk, post, visitor }
}

/** It begins like a recording. */
const chunk = new Uint8Array(mp3OfSize(2 * megabyte + 5))
const statusAndBody = async (answer: Response | Promise<Response>) => {
  const { status } = await answer
  return { status, ...(await (await answer).json()) }
}
const refused = { status: 507, reason: 'storage-full', error: refusalMessages['storage-full'] }
const leftBehind = () =>
  readdir(folder, { recursive: true, withFileTypes: true }).then((all) => all.filter((one) => one.isFile()))

test('refuses files on a nearly full disk, leaves nothing behind, and still accepts orders', async () => {
  // Room for the first megabytes of a chunk, and not for all of it.
  const { site, record, sendChunk, post, visitor } = await newTestSite(2 * megabyte)
  expect(await statusAndBody(sendChunk(0, chunk))).toEqual(refused)
  expect(await statusAndBody(post('/api/admin/pictures', chunk))).toEqual(refused)
  expect(await statusAndBody(post('/api/admin/media/files', chunk))).toEqual(refused)
  expect(await leftBehind()).toEqual([])
  expect(await site.as('administrator', (tx) => tx.select().from(uploadSessions))).toEqual([])

  const ordered = await visitor.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(record)))
  expect(ordered.status).toBe(200)
  expect(await shopRecordsOf(site, record)).toMatchObject({ held: 1 })
})

test('keeps chunks that arrived before the disk was nearly full', async () => {
  const { disk, sendChunk } = await newTestSite(2 * megabyte + 5)
  expect(await statusAndBody(sendChunk(0, chunk))).toMatchObject({ status: 200, received: 1 })
  disk.free -= chunk.length
  expect(await statusAndBody(sendChunk(1, chunk))).toEqual(refused)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect(await leftBehind()).toHaveLength(1)
})
