import { createHash } from 'node:crypto'
import { zipWithFile } from '#tests/fixtures/file-bytes.ts'
import { type ChaosRequest, parseJsonBody } from './http-request.ts'
import { retryUntilAnswered } from './retry.ts'
import type { ChaosSite, ChaosWorld } from './world.ts'

export const chunkPath = '/api/upload/chunked'
const chunkBytes = 120_000

/** Sends three chunks, each until it is acknowledged; an acknowledged chunk must never be missing. */
export async function uploadInChunks(world: ChaosWorld, site: ChaosSite): Promise<void> {
  const { random, history } = world
  const wares = history.of('sells').filter((each) => each.site === site.at && each.stock === null)
  const productId = wares[0]!.productId
  const sessionId = random.uuid()
  const file = zipWithFile(random.bytes(chunkBytes * 3 - 20_000))
  const sha256 = createHash('sha256').update(file).digest('hex')
  let fileId: string | null = null
  for (const index of random.shuffled([0, 1, 2])) {
    const buildRequest = await chunk(site, { sessionId, index, productId, file, sha256 })
    const answer = await retryUntilAnswered(world, () => world.ask(buildRequest(world)))
    if (answer.status !== 200) throw new Error(`chunk ${answer.status}: ${answer.body}`)
    history.note({ site: site.at, did: 'chunk', sessionId, index })
    fileId = parseJsonBody<{ fileId: string | null }>(answer).fileId ?? fileId
    await checkChunks(world, site, sessionId)
  }
  if (!fileId) throw new Error('all chunks were taken, and there is no file')
  history.note({ site: site.at, did: 'file', sessionId, fileId, sha256, productId })
}

async function checkChunks(world: ChaosWorld, site: ChaosSite, sessionId: string): Promise<void> {
  const answer = await retryUntilAnswered(world, () => world.own(site, 'GET', `/api/upload/sessions/${sessionId}`))
  const there = answer.status === 200 ? parseJsonBody<{ uploadedChunks: number[] }>(answer).uploadedChunks : []
  for (const { index, ...operation } of world.history.of('chunk'))
    if (operation.sessionId === sessionId && !there.includes(index))
      world.trouble.push(`chunk ${index} of ${sessionId} was taken and is lost`)
}

type Piece = { sessionId: string; index: number; productId: string; file: Buffer; sha256: string }

async function chunk(site: ChaosSite, { sessionId, index, productId, file, sha256 }: Piece) {
  const form = new FormData()
  const fields = { sessionId, chunkIndex: index, totalChunks: 3, fileName: 'Album.zip', websiteId: site.id, productId }
  for (const [name, value] of Object.entries({ ...fields, fileType: 'album' })) form.append(name, String(value))
  form.append('chunk', new Blob([new Uint8Array(file.subarray(index * chunkBytes, (index + 1) * chunkBytes))]))
  const made = new Response(form)
  const body = Buffer.from(await made.arrayBuffer())
  const type = made.headers.get('content-type')!
  return ({ port }: ChaosWorld): ChaosRequest => ({
    host: site.host,
    path: chunkPath,
    method: 'POST',
    body,
    headers: {
      cookie: site.cookie,
      origin: `http://${site.host}:${port}`,
      'content-type': type,
      'upload-file-sha256': sha256,
      'upload-file-bytes': String(file.length),
    },
  })
}
