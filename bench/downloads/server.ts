import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { writeToSocket } from '#app/http/files/send-file.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { newId } from '#server/db/id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { chunkKey, hashOfChunks } from '#server/uploads/stored-file.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite } from '#tests/database.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { insertDownloadRight, insertProductFile } from '#tests/fixtures/downloads.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { testPayments, testShopRules } from '#tests/fixtures/payments.ts'

/**
 * The API in its own process with a sold file of 1 GB: `node server.ts` with the URLs of a database, a folder and a
 * chunk of the file in its environment. Prints its port and tokens on standard output.
 */
const { URL: url, OWNER_URL: ownerUrl, FOLDER: folder, CHUNK: chunk } = process.env as Record<string, string>
const chunkBytes = 16 * 1024 * 1024
const count = 64

const database = await openPostgres({ url: url!, ownerUrl: ownerUrl!, poolSize: 10 })
const site = await createTestSite(database)
const payments = testPayments(database)
const commerce = payments({ siteId: site.websiteId, shop: testShopRules })
const store = openDiskStore(`${folder}/files`)
const files = { ...testFiles(), store, receiver: openFileReceiver(`${folder}/files/incoming`) }

const names = ['Harbour', 'Lantern', 'Signal', 'Ferry', 'Tide']
const productId = newId()
await site.as('administrator', (tx) =>
  tx.insert(products).values(
    Array.from({ length: 50 }, (_, n) => ({
      id: n ? newId() : productId,
      slug: `thing-${n}`,
      name: `${names[n % 5]} ${n}`,
      price: 500 + n,
      status: 'published' as const,
      productType: 'digital' as const,
    })),
  ),
)

// The same chunk repeatedly: only the speed matters.
const uploadId = newId()
const chunks = Array.from({ length: count }, () => randomBytes(32).toString('hex'))
for (const [index, hash] of chunks.entries()) {
  const file = await files.receiver.newFile()
  await copyFile(chunk!, file)
  await store.put(chunkKey(site.websiteId, uploadId, index, hash), file)
}
const [large] = await site.as('administrator', (tx) =>
  tx
    .insert(productFiles)
    .values({
      productId,
      fileType: 'album',
      name: 'All.zip',
      type: 'application/zip',
      details: {},
      position: 1,
      uploadId,
      chunkBytes,
      chunks,
      hash: hashOfChunks(chunks),
      bytes: count * chunkBytes,
    })
    .returning(),
)
const small = await insertProductFile(site, files, { productId, content: randomBytes(5_000_000), position: 2 })
// One buyer each: a single one may send few events a day.
const tokens: string[] = []
const right = { allowed: 1_000_000, expiresAt: new Date(Date.now() + 86_400_000) }
for (let n = 0; n < Number(process.env.BUYERS ?? 1); n++)
  tokens.push((await insertDownloadRight(site, { sealer: commerce.sealer, keys: commerce }, productId, right)).token)

const minimal = siteWithDefaults(minimalSite())
const features = { ...minimal.features, shop: { enabled: true, type: 'stripe' as const }, digitalProducts: true }
const api = createTestApi(
  database,
  site,
  { kind: 'visitor' },
  {},
  {
    payments,
    files,
    clock: () => new Date(),
    site: { features, shop: testShopRules, currency: 'GBP' },
  },
)
const answer = async (request: Request, { incoming, outgoing }: HttpBindings) => {
  const { pathname, search } = new URL(request.url)
  const { remoteAddress } = (incoming as IncomingMessage).socket
  return writeToSocket(await api.request(pathname + search, request, remoteAddress), outgoing)
}
const server = createServer(getRequestListener(answer as never) as RequestListener).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const bytes = count * chunkBytes
  console.log(JSON.stringify({ port, tokens, large: large!.id, small: small.id, bytes }))
})
