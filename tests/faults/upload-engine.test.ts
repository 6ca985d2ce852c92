import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { newId } from '#server/db/id.ts'
import { createProduct } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { readStoredFile } from '#server/uploads/stored-file.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { createTabLock } from '#tests/fixtures/web/uploads.ts'
import { createUploadEngine, type UploadEngine } from '#web/admin/uploads/engine/engine.ts'
import { createHttpTransport, type SendRequest } from '#web/admin/uploads/engine/http-transport.ts'
import { createMemoryStore } from '#web/admin/uploads/engine/session-stores.ts'
import type { EngineDeps, SessionStore } from '#web/admin/uploads/engine/types.ts'

const MB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the upload engine of the browser and the real server', async () => {
  const database = await openTestDatabase('postgres')
  const files = testFiles()

  async function newTestSite() {
    const site = await createTestSite(database)
    const visitor: Actor = { kind: 'visitor' }
    const signedIn: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'token' }
    // Tokens are good for so many requests each.
    const tokens = { good: 'token 1', uses: Number.POSITIVE_INFINITY, given: 1, isSignedOut: false }
    const authenticate = async (request: Request) =>
      request.headers.get('authorization') === `Bearer ${tokens.good}` && tokens.uses-- > 0 ? signedIn : visitor
    const api = createTestApi(database, site, signedIn, {}, { files, authenticate, site: { features: featuresOf() } })
    const draft = ProductDraft.parse({ name: 'Album', price: 700, productType: 'digital' })
    const { id: productId } = await site.as('administrator', (tx) =>
      createProduct(tx, draft, { userId: site.userId, now }),
    )
    const options: UploadOptions = { websiteId: site.websiteId, productId, fileType: 'tracks' }

    const inTurn = createTabLock()

    /** Another page of the same browser: with the same storage, and a connection that breaks as the test sets it. */
    function openPage(store: SessionStore, breaks: () => boolean = () => false): UploadEngine {
      const ask: SendRequest = async ({ method, path, headers, body }) => {
        if (breaks()) return { status: 0, body: null }
        const answer = await api.request(path, { method, ...(headers && { headers }), ...(body && { body }) })
        if (breaks()) return { status: 0, body: null }
        return { status: answer.status, body: await answer.json() }
      }
      const drop = () => {
        tokens.good = `token ${++tokens.given}`
        tokens.uses = 7
      }
      const token = async () => {
        if (tokens.isSignedOut) throw Object.assign(new Error('signed out'), { status: 401 })
        return tokens.good
      }
      const around: EngineDeps = {
        transport: createHttpTransport(ask, { token, drop }),
        store,
        newId,
        now: () => Date.now(),
        isOnline: () => true,
        onOnlineChange: () => () => {},
        hold: () => async () => {},
        isHeld: async () => false,
        inTurn,
        wait: async () => void (await after(1)),
        usedMemory: () => null,
        sha256: async (chunk) => sha256(Buffer.from(await chunk.arrayBuffer())),
        every: () => () => {},
      }
      return createUploadEngine(around)
    }
    const kept = async () => {
      const rows = await site.as('administrator', (tx) => tx.select().from(productFiles))
      return Promise.all(rows.map(async (row) => sha256(await buffer(readStoredFile(files.store, row)))))
    }
    return { openPage, options, kept, tokens }
  }

  const recording = (bytes: number) => mp3OfSize(bytes)
  const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'Low Water.mp3', { lastModified: 1_000 })
  const done = (page: UploadEngine) => expect.poll(() => page.isBusy()).toBe(false)
  const inChunks = (options: UploadOptions) => () => ({ ...options, chunkSize: MB })

  test('sends a file byte for byte through broken connections and expired tokens', async () => {
    const { openPage, options, kept, tokens } = await newTestSite()
    const bytes = recording(51 * MB + 12_345)
    tokens.uses = 5
    const page = openPage(createMemoryStore(), () => Math.random() < 0.05)
    await page.add([fileOf(bytes)], inChunks(options))
    await done(page)
    // Four times in a row without an answer is rare, and is not lost either.
    for (let turn = 0; turn < 5 && page.list()[0]!.state === 'failed'; turn++) {
      await page.resume(page.list()[0]!.sessionId)
      await done(page)
    }
    expect(page.list()[0]).toMatchObject({ state: 'completed', sentBytes: bytes.length, sentence: null })
    expect(tokens.given).toBeGreaterThan(5)
    expect(await kept()).toEqual([sha256(bytes)])
  })

  test('resumes in another page after the first is closed, and two pages at once make one file', async () => {
    const { openPage, options, kept } = await newTestSite()
    const bytes = recording(51 * MB)
    const store = createMemoryStore()
    const first = openPage(store)
    await first.add([fileOf(bytes)], inChunks(options))
    await expect.poll(() => first.list()[0]!.sentBytes).toBeGreaterThan(5 * MB)
    first.close()
    const [second, third] = [openPage(store), openPage(store)]
    for (const page of [second, third]) {
      await page.restore()
      expect(page.list()[0]).toMatchObject({ state: 'needs-file' })
    }
    await Promise.all([second, third].map((page) => page.add([fileOf(bytes)], inChunks(options))))
    await Promise.all([second, third].map(done))
    expect([second, third].map((page) => page.list()[0]!.state)).toEqual(['completed', 'completed'])
    expect(await kept()).toEqual([sha256(bytes)])
  })

  test('resumes after a sign-out midway; nothing is lost or sent twice', async () => {
    const { openPage, options, kept, tokens } = await newTestSite()
    const bytes = recording(51 * MB)
    const page = openPage(createMemoryStore())
    await page.add([fileOf(bytes)], inChunks(options))
    await expect.poll(() => page.list()[0]!.sentBytes).toBeGreaterThan(5 * MB)
    Object.assign(tokens, { isSignedOut: true, uses: 0 })
    await done(page)
    expect(page.list()[0]).toMatchObject({ state: 'paused', sentence: 'Upload paused: Signed out' })
    Object.assign(tokens, { isSignedOut: false, uses: Number.POSITIVE_INFINITY })
    await page.resume(page.list()[0]!.sessionId)
    await done(page)
    expect(page.list()[0]).toMatchObject({ state: 'completed' })
    const sent = page.metrics().flatMap(({ status, index }) => (status === 200 ? [index] : []))
    expect(new Set(sent).size).toBe(sent.length)
    expect(await kept()).toEqual([sha256(bytes)])
  })

  test('two tabs with the same file at the same time make one file', async () => {
    const { openPage, options, kept } = await newTestSite()
    const bytes = recording(51 * MB)
    const store = createMemoryStore()
    const tabs = [openPage(store), openPage(store)]
    await Promise.all(tabs.map((tab) => tab.add([fileOf(bytes)], inChunks(options))))
    await Promise.all(tabs.map(done))
    expect(tabs.map((tab) => tab.list().map(({ state }) => state))).toEqual([['completed'], ['completed']])
    expect(await kept()).toEqual([sha256(bytes)])
  })
})
