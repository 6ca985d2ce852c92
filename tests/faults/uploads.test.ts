import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { UploadChunkAnswer } from '#api/admin/uploads.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openS3Store } from '#server/files/s3-store.ts'
import { createProduct } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { readStoredFile } from '#server/uploads/stored-file.ts'
import { freePort } from '#tests/browser/process.ts'
import { copyTemplateDatabase, createTestSite } from '#tests/database.ts'
import { randomIntegerUpTo, startChild, type TestChildProcess } from '#tests/faults/child.ts'
import { zipWithFile } from '#tests/fixtures/file-bytes.ts'
import { firstCases } from '#tests/long-test.ts'
import { startS3 } from '#tests/services/s3.ts'

const MB = 1024 * 1024
const { UPLOAD_MEGABYTES = '24', UPLOAD_CUTS = '16', UPLOAD_KILLS = '2' } = process.env
/** The faults of an upload; `npm run test:full` has more of them. */
const trial = [Number(UPLOAD_MEGABYTES), Number(UPLOAD_CUTS), Number(UPLOAD_KILLS)] as const
/** And has it in the embedded database, which takes much longer to start after a kill. */
const isEmbedded = process.env.UPLOAD_ENGINE === 'pglite'

async function newDatabase(parent: string): Promise<DatabaseOptions> {
  if (!isEmbedded) {
    const { urls, remove } = await copyTemplateDatabase()
    onTestFinished(remove)
    return { kind: 'postgres', ...urls, poolSize: 3 }
  }
  cpSync(inject('pgliteTemplate'), join(parent, 'db'), { recursive: true })
  return { kind: 'pglite', folder: join(parent, 'db') }
}

/** Sends a chunk and returns the answer, or disconnects after so many bytes, possibly all of them. */
async function send(port: number, form: FormData, cutAfter: number | null): Promise<UploadChunkAnswer | null> {
  const body = new Response(form)
  const bytes = Buffer.from(await body.arrayBuffer())
  const headers = { 'content-type': body.headers.get('content-type')!, 'content-length': bytes.length }
  const clientRequest = request({
    host: '127.0.0.1',
    port,
    path: '/api/upload/chunked',
    method: 'POST',
    headers,
    agent: false,
  })
  const answered = new Promise<UploadChunkAnswer | null>((resolve, reject) => {
    clientRequest.on('error', () => resolve(null))
    clientRequest.on('close', () => resolve(null))
    clientRequest.on('response', async (response) => {
      const answer = await json(response).catch(() => null)
      // An overloaded server answers 503; any other error would repeat forever.
      if (answer && ![200, 503].includes(response.statusCode!)) reject(new Error(JSON.stringify(answer)))
      resolve(response.statusCode === 200 ? (answer as UploadChunkAnswer) : null)
    })
  })
  if (cutAfter === null) clientRequest.end(bytes)
  else clientRequest.write(bytes.subarray(0, cutAfter), () => clientRequest.destroy())
  return answered
}

async function newStore(kind: 'disk' | 's3', parent: string) {
  const folder = join(parent, 'files')
  if (kind === 'disk') return { folder, s3: null, store: openDiskStore(folder) }
  const { options: s3, stop } = await startS3()
  const store = openS3Store(s3, join(parent, 'work'))
  onTestFinished(async () => {
    store.close()
    await stop()
  })
  return { folder, s3, store }
}

test.each(
  firstCases(
    1,
    (['s3', 'disk'] as const).map((store) => [store, ...trial] as const),
  ),
)(
  'on %s %i MB arrive byte for byte through %i cut connections and %i kills',
  {
    timeout: 1_800_000,
  },
  async (kind, megabytes, cuts, kills) => {
    const parent = mkdtempSync(join(tmpdir(), 'stagedoor-upload-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const options = await newDatabase(parent)
    const { folder, s3, store } = await newStore(kind, parent)

    let database = await openDatabase(options)
    const site = await createTestSite(database)
    const draft = ProductDraft.parse({ name: 'Album', price: 700, productType: 'digital' })
    const context = { userId: site.userId, now: new Date() }
    const { id: productId } = await site.as('administrator', (tx) => createProduct(tx, draft, context))
    await database.close()

    const port = await freePort()
    const { websiteId, userId } = site
    let server: TestChildProcess
    const start = async () => {
      server = startChild('upload-server.ts', { options, websiteId, userId, folder, port, s3 })
      await server.prints('ready')
    }
    await start()
    onTestFinished(() => server.kill())

    const file = zipWithFile(randomBytes(megabytes * MB - 1_200))
    const total = Math.ceil(file.length / MB)
    const sha256 = createHash('sha256').update(file).digest('hex')
    const sessionId = newId()
    const formOf = (index: number) => {
      const form = new FormData()
      const fields = { sessionId, chunkIndex: index, totalChunks: total, fileName: 'Album.zip', websiteId, productId }
      for (const [name, value] of Object.entries({ ...fields, fileType: 'album' })) form.append(name, String(value))
      form.append('chunk', new Blob([file.subarray(index * MB, (index + 1) * MB)]))
      return form
    }

    // In any order; three are on their way at once, and each is sent until it is answered.
    const waiting = Array.from({ length: total }, (_, index) => index).sort(() => Math.random() - 0.5)
    let [cutsLeft, killsLeft, answers] = [cuts, kills, 0]
    let fileId: string | null = null
    let starting: Promise<void> | null = null
    const client = async () => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        for (;;) {
          if (starting) await starting
          // By chance, and for certain when there are hardly more chunks left than cuts.
          const isCut = cutsLeft > 0 && (cutsLeft > waiting.length || Math.random() < 0.5)
          const cut = isCut ? randomIntegerUpTo(MB) : null
          if (cut !== null) cutsLeft--
          if (killsLeft > 0 && answers > ((kills - killsLeft + 1) * total) / (kills + 1) && !starting) {
            killsLeft--
            void after(randomIntegerUpTo(60)).then(() => server.process.kill('SIGKILL'))
            starting = server!.ended.then(start).finally(() => {
              starting = null
            })
          }
          const answer = await send(port, formOf(index), cut)
          if (!answer) continue
          answers++
          fileId = answer.fileId ?? fileId
          break
        }
      }
    }
    await Promise.all([client(), client(), client()])
    if (starting) await starting
    expect([cutsLeft, killsLeft]).toEqual([0, 0])
    expect(fileId).not.toBeNull()

    await server!.kill()
    database = await openDatabase(options)
    onTestFinished(() => database.close())
    const [row, ...others] = await inSite(database, { websiteId, role: 'worker' }, (tx) =>
      tx.select().from(productFiles),
    )
    expect(others).toEqual([])
    expect(row).toMatchObject({ id: fileId, bytes: file.length })
    const hash = createHash('sha256')
    for await (const piece of readStoredFile(store, row!)) hash.update(piece)
    expect(hash.digest('hex')).toBe(sha256)
  },
)
