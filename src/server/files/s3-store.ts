import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import { uuidPattern } from '#domain/uuid.ts'
import {
  assertObjectKey,
  assertObjectKeyPrefix,
  type ObjectStore,
  type StoredObject,
} from '#server/files/object-store.ts'
import { readStream } from '#server/files/read-stream.ts'
import { createS3Client, S3Error, type S3Options, s3ErrorMessageOf } from '#server/files/s3-client.ts'

/** Objects in a bucket, by key. `workFolder` holds the copies that `asFile` makes. */
export function openS3Store(
  options: S3Options,
  workFolder: string,
  { listedAtOnce = 1000 } = {},
): ObjectStore & { close: () => void } {
  const { send, close } = createS3Client(options)

  const store: ObjectStore = {
    async put(key, file, known) {
      const body = known ? { file, bytes: known.bytes, sha256: known.sha256 } : await hashAndSizeOf(file)
      const request = { method: 'PUT', key: assertObjectKey(key), body } as const
      const response = await send(request)
      if (response.statusCode !== 200) throw storageError(await s3ErrorMessageOf(request, response))
      response.resume()
      await rm(file, { force: true })
    },

    async head(key) {
      const request = { method: 'HEAD', key: assertObjectKey(key) } as const
      const response = await send(request)
      response.resume()
      if (response.statusCode === 404) return null
      if (response.statusCode !== 200) throw new S3Error(await s3ErrorMessageOf(request, response))
      return { bytes: Number(response.headers['content-length']) }
    },

    async get(key, range) {
      const headers = range && { range: `bytes=${range.from}-${range.to}` }
      const request = { method: 'GET', key: assertObjectKey(key), ...(headers && { headers }) } as const
      const response = await send(request)
      if (response.statusCode === 404) throw absentError(key, response)
      if (response.statusCode !== (range ? 206 : 200)) throw new S3Error(await s3ErrorMessageOf(request, response))
      return response
    },

    async *lend(key, range) {
      const response = await store.get(key, range)
      try {
        yield* readStream(response)
      } finally {
        // A reader that stops early does not wait for the rest.
        if (!response.readableEnded) response.destroy()
      }
    },

    async asFile(key, work) {
      await mkdir(workFolder, { recursive: true })
      const file = join(workFolder, randomUUID())
      try {
        await pipeline(await store.get(key), createWriteStream(file))
        return await work(file)
      } finally {
        await rm(file, { force: true })
      }
    },

    async delete(key) {
      const request = { method: 'DELETE', key: assertObjectKey(key) } as const
      const response = await send(request)
      if (![200, 204, 404].includes(response.statusCode!)) throw new S3Error(await s3ErrorMessageOf(request, response))
      response.resume()
    },

    list: async function* (prefix) {
      for await (const page of listPages(send, { prefix: assertObjectKeyPrefix(prefix) }, listedAtOnce))
        yield* objectsIn(page)
    },

    websiteIds: async () => {
      const found: string[] = []
      for await (const page of listPages(send, { delimiter: '/' }, listedAtOnce)) found.push(...foldersIn(page))
      return found.filter((name) => uuidPattern.test(name))
    },
  }
  return { ...store, close }
}

/** ListObjectsV2, page by page. */
async function* listPages(
  send: ReturnType<typeof createS3Client>['send'],
  what: { prefix: string } | { delimiter: string },
  maxKeys: number,
): AsyncGenerator<string> {
  for (let next: string | undefined = ''; next !== undefined; ) {
    const query = {
      'list-type': '2',
      'max-keys': String(maxKeys),
      ...what,
      ...(next && { 'continuation-token': next }),
    }
    const request = { method: 'GET', query } as const
    const response = await send(request)
    if (response.statusCode !== 200) throw new S3Error(await s3ErrorMessageOf(request, response))
    const page = await text(response)
    yield page
    next = xmlTagValue(page, 'NextContinuationToken')
  }
}

async function hashAndSizeOf(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), hash)
  return { file, bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}

function absentError(key: string, response: IncomingMessage): Error {
  response.resume()
  return Object.assign(new Error(`ENOENT: there is no object ${key}`), { code: 'ENOENT' })
}

/** Keys contain no characters that XML escapes. */
const xmlTagValue = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const objectsIn = (xml: string): StoredObject[] =>
  (xml.match(/<Contents>[\s\S]*?<\/Contents>/g) ?? []).map((entry) => ({
    key: xmlTagValue(entry, 'Key')!,
    bytes: Number(xmlTagValue(entry, 'Size')),
    storedAt: new Date(xmlTagValue(entry, 'LastModified')!),
  }))

/** The first path segments of the keys (`CommonPrefixes` of ListObjectsV2). */
const foldersIn = (xml: string): string[] =>
  (xml.match(/<CommonPrefixes>[\s\S]*?<\/CommonPrefixes>/g) ?? []).map((entry) =>
    xmlTagValue(entry, 'Prefix')!.slice(0, -1),
  )

/** S3 services report a full store as status 507 or by one of these codes. */
const storageError = (words: string): Error =>
  /^S3 answered 507 |: (QuotaExceeded|\w*StorageFull)\b/.test(words)
    ? Object.assign(new Refusal('storage-full'), { cause: new Error(words) })
    : new S3Error(words)
