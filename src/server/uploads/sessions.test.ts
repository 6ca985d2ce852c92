import { describe, expect, test } from 'vitest'
import { ProductDraft } from '#domain/products/draft.ts'
import type { ChunkFields, ChunkHeaders } from '#domain/uploads/chunk.ts'
import { createProduct } from '#server/products/commands.ts'
import { readQuotaUse } from '#server/uploads/quota.ts'
import { claimUploadSession, openSessionForChunk, renewUploadClaim } from '#server/uploads/sessions.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'

const now = new Date('2026-05-01T12:00:00Z')
const head = Buffer.from('ID3\x04')

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newPlace() {
    const site = await createTestSite(database)
    const context = { userId: site.userId, now }
    const draft = ProductDraft.parse({ name: 'Album', price: 700, productType: 'digital' })
    const { id: productId } = await site.as('administrator', (tx) => createProduct(tx, draft, context))
    const begin = (
      sessionId: string,
      { bytes = 100, totalChunks = 1, chunkIndex = 0, quota = {}, headers = {} as ChunkHeaders } = {},
    ) => {
      const fields: ChunkFields = {
        sessionId,
        chunkIndex,
        totalChunks,
        fileName: 'a.mp3',
        websiteId: site.websiteId,
        productId,
        fileType: 'tracks',
      }
      const chunk = { bytes, sha256: sessionId, head }
      return site.as('administrator', (tx) => openSessionForChunk(tx, { fields, headers, chunk }, context, quota))
    }
    return { site, begin }
  }

  test('an upload counts against the quota with its final size', async () => {
    const { site, begin } = await newPlace()
    const quota = { maxBytes: 1_000 }
    await begin('session-a', { bytes: 100, totalChunks: 6, quota })
    expect(await site.as('administrator', readQuotaUse)).toEqual({ sessions: 1, bytes: 501 })
    await expect(begin('session-b', { bytes: 500, quota })).rejects.toMatchObject({ reason: 'upload-quota' })
    await begin('session-b', { bytes: 499, quota })
    await expect(begin('session-c', { bytes: 1, quota })).rejects.toMatchObject({ reason: 'upload-quota' })
  })

  test('a false file size or a small last chunk takes no extra room', async () => {
    const { begin } = await newPlace()
    const quota = { maxBytes: 1_000 }
    const tiny = { 'upload-file-bytes': 1 }
    await expect(begin('session-a', { totalChunks: 20, quota, headers: tiny })).rejects.toMatchObject({
      reason: 'chunk-out-of-place',
    })
    await begin('session-a', { bytes: 1, totalChunks: 20, chunkIndex: 19, quota })
    await expect(begin('session-a', { totalChunks: 20, quota })).rejects.toMatchObject({ reason: 'upload-quota' })
    await begin('session-b', { bytes: 1, totalChunks: 5, chunkIndex: 4, quota })
    await begin('session-b', { totalChunks: 5, quota })
  })

  test('limits the open uploads of a site', async () => {
    const { begin } = await newPlace()
    await begin('session-a', { quota: { maxSessions: 1 } })
    await begin('session-a', { quota: { maxSessions: 1 } })
    await expect(begin('session-b', { quota: { maxSessions: 1 } })).rejects.toMatchObject({
      reason: 'too-many-uploads',
    })
  })

  test('rejects a file of more than a gigabyte with its first chunk', async () => {
    const { begin } = await newPlace()
    const chunk = 10 * 1024 * 1024
    await expect(begin('session-a', { bytes: chunk, totalChunks: 104 })).rejects.toThrow(
      'File size (1031 MB) exceeds maximum allowed size (1GB)',
    )
    await begin('session-a', { bytes: chunk, totalChunks: 103 })
  })

  test('one process at a time checks a complete upload', async () => {
    const { site, begin } = await newPlace()
    const { upload } = await begin('session-a')
    const claim = () => site.as('administrator', (tx) => claimUploadSession(tx, upload.id))
    expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1)
    await site.as('administrator', (tx) => renewUploadClaim(tx, upload.id))
    expect(await claim()).toBe(false)
  })
})
