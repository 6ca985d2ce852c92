import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import type { UploadChunkAnswer } from '#api/admin/uploads.ts'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { newId } from '#server/db/id.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { createProduct } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { readStoredFile } from '#server/uploads/stored-file.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { testFiles } from '#tests/fixtures/files.ts'

const MB = 1024 * 1024
const at = mkdtempSync(join(tmpdir(), 'stagedoor-disk-'))
const mayMount =
  process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at]).status === 0
afterAll(() => {
  if (mayMount) execFileSync('umount', ['-l', at])
  rmdirSync(at)
})

describe.skipIf(!mayMount)(`a full disk${mayMount ? '' : ' (skipped: only root may mount a small one)'}`, async () => {
  const database = await openTestDatabase('pglite')

  test('refuses an upload without disk space, keeps its chunks, and resumes with space', async () => {
    const site = await createTestSite(database)
    const folder = join(at, 'files')
    const store = openDiskStore(folder)
    const files = { ...testFiles(), store, receiver: openFileReceiver(join(folder, 'incoming')) }
    const actor: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'token' }
    const api = createTestApi(database, site, actor, {}, { files, site: { features: featuresOf() } })
    const draft = ProductDraft.parse({ name: 'Album', price: 700, productType: 'digital' })
    const { id: productId } = await site.as('administrator', (tx) =>
      createProduct(tx, draft, { userId: site.userId, now }),
    )
    const file = mp3OfSize(6 * MB)
    const send = async (index: number) => {
      const form = new FormData()
      const fields = { sessionId: 'a-full-disk', chunkIndex: index, totalChunks: 6, fileName: 'a.mp3', productId }
      for (const [name, value] of Object.entries({ ...fields, websiteId: site.websiteId, fileType: 'tracks' }))
        form.append(name, String(value))
      form.append('chunk', new Blob([file.subarray(index * MB, (index + 1) * MB)]))
      const answer = await api.request('/api/upload/chunked', { method: 'POST', body: form })
      return { status: answer.status, ...((await answer.json()) as UploadChunkAnswer & { reason?: string }) }
    }

    expect(await send(0)).toMatchObject({ status: 200, received: 1 })
    writeFileSync(join(at, 'filler'), Buffer.alloc(5 * MB))
    const answers = [await send(1), await send(2), await send(3)]
    expect(answers.at(-1)).toMatchObject({ status: 507, reason: 'storage-full' })
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
    const stored = answers.filter(({ status }) => status === 200).length + 1

    rmSync(join(at, 'filler'))
    const about = await (await api.request('/api/upload/sessions/a-full-disk')).json()
    expect(about.uploadedChunks).toHaveLength(stored)
    let fileId: string | null = null
    for (let index = 0; index < 6; index++) fileId = (await send(index)).fileId ?? fileId
    const [row] = await site.as('administrator', (tx) => tx.select().from(productFiles))
    expect(row!.id).toBe(fileId)
    expect((await buffer(readStoredFile(store, row!))).equals(file)).toBe(true)
  })
})
