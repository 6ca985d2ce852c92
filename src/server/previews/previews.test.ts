import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ProductDraft } from '#domain/products/draft.ts'
import { Refusal } from '#domain/refusal.ts'
import { newId } from '#server/db/id.ts'
import { ChildProcessError } from '#server/files/child-process.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { clipKey, createPreviewClipLookup, sweepClips } from '#server/previews/clips.ts'
import type { CutClipOptions } from '#server/previews/cut-clip.ts'
import { createPreviewJob } from '#server/previews/preview-job.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { requestPreview } from '#server/previews/track-previews.ts'
import { createProduct, setProductStatuses } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { chunkKey, hashOfChunks } from '#server/uploads/stored-file.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const peaks = Uint8Array.from({ length: 1000 }, (_, at) => at % 256)
const day = 86_400_000

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-previews-'))
  const store = openDiskStore(join(folder, 'files'))
  /** Free disk space for files. */
  let left = Number.POSITIVE_INFINITY
  const check = async (bytes: number) => {
    if (bytes > left) throw new Refusal('storage-full')
  }
  const receiver = openFileReceiver(join(folder, 'files', 'incoming'), { check, take: check })

  /** A fake cutter that records its orders; the real one has its own tests. */
  const cutOrders: CutClipOptions[] = []
  let meanwhile = async () => {}
  let fault: Error | null = null
  const job = createPreviewJob({
    store,
    receiver,
    invalidate: () => {},
    report: () => {},
    cut: async (order, { bytes, read }) => {
      cutOrders.push(order)
      expect(Buffer.from(await read(7, bytes)).toString()).toBe('the song')
      await meanwhile()
      if (fault) throw fault
      const clip = `clip from ${order.startMs}`
      await writeFile(order.into, clip)
      const sha256 = hashOfChunks([clip])
      const made = { durationMs: 90_000, startMs: order.startMs ?? 30_000, ms: 30_000, ending: 'mp3' } as const
      return { ...made, bytes: clip.length, sha256, peaks: order.withPeaks ? peaks : null }
    },
  })
  const jobs = await startJobs(database, { jobs: [job], work: false, report: console.error })
  afterAll(async () => {
    await jobs.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function newTestSite() {
    const site = await createTestSite(database)
    const owner = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'token' } as const
    const files = { ...testFiles(), store, receiver }
    const shop = { site: { features: featuresOf() }, files }
    const admin = createTestApi(database, site, owner, {}, shop)
    const visitor = createTestApi(database, site, { kind: 'visitor' }, {}, shop)
    const { id: productId } = await site.as('administrator', (tx) => {
      const draft = ProductDraft.parse({ name: 'Low Water', price: 700, productType: 'digital' })
      return createProduct(tx, draft, { userId: site.userId, now })
    })
    const uploadId = newId()
    const master = 'all of the song'
    const hash = hashOfChunks([master])
    await writeFile(join(folder, uploadId), master)
    await store.put(chunkKey(site.websiteId, uploadId, 0, hash), join(folder, uploadId))
    const [file] = await site.as('administrator', async (tx) => {
      const bytes = { bytes: master.length, chunkBytes: master.length, chunks: [hash], hash, uploadId }
      const about = {
        productId,
        fileType: 'tracks',
        name: 'song.mp3',
        type: 'audio/mpeg',
        details: {},
        position: 1,
      } as const
      const made = await tx
        .insert(productFiles)
        .values({ ...about, ...bytes })
        .returning()
      await requestPreview(tx, made[0]!)
      await setProductStatuses(tx, [productId], 'published', { userId: site.userId, now })
      return made
    })
    const fileId = file!.id
    const row = async () => {
      const [found] = await site.as('administrator', (tx) =>
        tx.select().from(trackPreviews).where(eq(trackPreviews.fileId, fileId)),
      )
      return found!
    }
    const signal = new AbortController().signal
    const work = async () =>
      job.perform(
        { previewId: (await row()).id },
        {
          websiteId: site.websiteId,
          signal,
          inSite: (w) => site.as('worker', w),
          finish: async () => {},
        },
      )
    const choose = (startMs: number | null) =>
      admin.request(`/api/admin/previews/${fileId}`, jsonRequest({ startMs }, { method: 'PUT' }))
    const seen = async () => {
      const answer = await admin.request(`/api/admin/previews?productId=${productId}`)
      return (await answer.json()).previews[0]
    }
    const found = createPreviewClipLookup(database)
    const find = (path: string) => found(site.websiteId, path)
    return { site, admin, visitor, productId, fileId, row, work, choose, seen, find }
  }

  test('a track is playable once its clip is cut, and again after its start is changed', async () => {
    const { site, row, work, choose, seen, find, fileId } = await newTestSite()
    expect(await seen()).toMatchObject({ fileId, state: 'waiting', startMs: null, clip: null })
    await work()
    expect(cutOrders.at(-1)).toMatchObject({ startMs: null, withPeaks: true })
    const first = await seen()
    expect(first).toMatchObject({ state: 'ready', durationMs: 90_000, peaks: Buffer.from(peaks).toString('base64') })
    expect(first.clip.address).toMatch(/^\/previews\/[0-9a-f-]{36}-[0-9a-f]{16}\.mp3$/)
    expect(await find(first.clip.address)).toMatchObject({ ending: 'mp3' })
    const before = await row()

    expect((await choose(12_500)).status).toBe(200)
    // The old clip plays until the new one is ready.
    expect(await seen()).toMatchObject({ state: 'waiting', startMs: 12_500, clip: first.clip })
    await work()
    expect(cutOrders.at(-1)).toMatchObject({ startMs: 12_500, withPeaks: false })
    const second = await seen()
    expect(second).toMatchObject({ state: 'ready', clip: { startMs: 12_500, ms: 30_000 }, peaks: first.peaks })
    expect(second.clip.address).not.toBe(first.clip.address)
    expect(await find(first.clip.address)).toBeNull()
    expect(await store.head(clipKey(site.websiteId, before as never))).toBeNull()
    expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
  })

  test('recuts a clip whose start was changed while it was being cut', async () => {
    const { row, work, choose, seen } = await newTestSite()
    meanwhile = async () => void (await choose(40_000))
    await work()
    meanwhile = async () => {}
    expect(await row()).toMatchObject({ state: 'waiting', clipHash: null, startMs: 40_000 })
    await work()
    expect(await seen()).toMatchObject({ state: 'ready', clip: { startMs: 40_000 } })
  })

  test('plays the clip of the current start, whichever worker finishes last', async () => {
    const { site, row, work, choose, seen } = await newTestSite()
    await work()
    await choose(20_000)
    // While one worker cuts it, the owner wants another start and then this one again, which a second worker has cut.
    meanwhile = async () => {
      meanwhile = async () => {}
      await choose(50_000)
      await choose(20_000)
      await work()
    }
    await work()
    expect(await seen()).toMatchObject({ state: 'ready', clip: { startMs: 20_000 } })
    expect(await store.head(clipKey(site.websiteId, (await row()) as never))).not.toBeNull()
  })

  test('deletes a replaced clip only when no worker can still need it', async () => {
    const { site, row, work, choose } = await newTestSite()
    await choose(20_000)
    meanwhile = async () => void (await choose(50_000))
    await work()
    meanwhile = async () => {}
    const { id } = await row()
    const clipFrom = (startMs: number) =>
      clipKey(site.websiteId, { id, clipHash: hashOfChunks([`clip from ${startMs}`]) })
    expect(await store.head(clipFrom(20_000))).not.toBeNull()
    await work()
    expect(await store.head(clipFrom(50_000))).not.toBeNull()
    await sweepClips({ database, store }, site.websiteId, new Date(Date.now() + 2 * day))
    expect([await store.head(clipFrom(20_000)), await store.head(clipFrom(50_000))]).toEqual([null, { bytes: 15 }])
  })

  test('reports a file that cannot be cut and retries our own failures', async () => {
    const { work, seen, choose } = await newTestSite()
    fault = new Error('the disk is slow')
    await expect(work()).rejects.toThrow('the disk is slow')
    expect(await seen()).toMatchObject({ state: 'waiting' })
    fault = new ChildProcessError('noise')
    await work()
    expect(await seen()).toMatchObject({ state: 'failed', clip: null })
    fault = null
    await choose(null)
    await work()
    expect(await seen()).toMatchObject({ state: 'ready' })
  })

  test('writes no copy of the track and leaves the reserved disk space free', async () => {
    const { work, seen } = await newTestSite()
    const cutsBefore = cutOrders.length
    left = 1_000_000
    await expect(work()).rejects.toThrow(new Refusal('storage-full'))
    expect(cutOrders).toHaveLength(cutsBefore)
    expect(await seen()).toMatchObject({ state: 'waiting', clip: null })
    left = Number.POSITIVE_INFINITY
    const lying: string[][] = []
    meanwhile = async () => void lying.push(await readdir(join(folder, 'files', 'incoming')))
    await work()
    meanwhile = async () => {}
    expect(lying).toEqual([[]])
    expect(await seen()).toMatchObject({ state: 'ready' })
  })

  test('marks a clip without progress for an hour as failed, but uses it if it arrives later', async () => {
    const { site, work, seen } = await newTestSite()
    const hour = 3_600_000
    const sweep = (ms: number) => sweepClips({ database, store }, site.websiteId, new Date(Date.now() + ms))
    await sweep(hour - 60_000)
    expect(await seen()).toMatchObject({ state: 'waiting' })
    await sweep(hour + 60_000)
    expect(await seen()).toMatchObject({ state: 'failed' })
    await work()
    await sweep(2 * hour)
    expect(await seen()).toMatchObject({ state: 'ready' })
  })

  test('plays only published clips of the site and deletes orphaned clips', async () => {
    const { site, work, seen, find, row, fileId, productId } = await newTestSite()
    await work()
    const { address } = (await seen()).clip
    const elsewhere = await createTestSite(database)
    expect(await createPreviewClipLookup(database)(elsewhere.websiteId, address)).toBeNull()
    const set = (status: 'draft' | 'published' | 'archived') =>
      site.as('administrator', (tx) => tx.update(products).set({ status }).where(eq(products.id, productId)))
    // A visitor has just played it.
    expect(await find(address)).not.toBeNull()
    for (const status of ['draft', 'archived'] as const) {
      await set(status)
      expect(await find(address)).toBeNull()
    }
    await set('published')
    expect(await find(address)).not.toBeNull()
    const key = clipKey(site.websiteId, (await row()) as never)
    await sweepClips({ database, store }, site.websiteId, new Date(Date.now() + 2 * day))
    expect(await store.head(key)).not.toBeNull()
    await site.as('administrator', (tx) => tx.delete(productFiles).where(eq(productFiles.id, fileId)))
    await sweepClips({ database, store }, site.websiteId, new Date(Date.now() + 2 * day))
    expect(await store.head(key)).toBeNull()
  })

  test('no public route serves the recording itself', async () => {
    const { site, visitor, work, fileId } = await newTestSite()
    await work()
    const [file] = await site.as('administrator', (tx) => tx.select().from(productFiles))
    const names = [fileId, file!.uploadId, file!.chunks[0]!]
    const paths = new Set<string>()
    for (const { path, method } of visitor.routes)
      if (method === 'GET')
        for (const name of names) paths.add(path.replace(/:\w+(\{[^}]*\})?/g, name).replace(/\*$/, name))
    for (const path of paths)
      for (const query of ['', `?productId=${file!.productId}&fileId=${fileId}&token=${file!.uploadId}`]) {
        const answer = Buffer.from(await (await visitor.request(path + query)).arrayBuffer())
        expect(answer.includes('all of the song'), path + query).toBe(false)
        expect(answer.includes(file!.uploadId) && !path.includes(file!.uploadId), path + query).toBe(false)
      }
    expect(paths.size).toBeGreaterThan(50)
    await expect(site.as('visitor', (tx) => tx.select().from(productFiles))).rejects.toThrow()
  })
})
