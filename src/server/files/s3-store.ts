import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import { asTheyCome } from '#server/files/as-they-come.ts'
import { checkedKey, checkedPrefix, type ObjectStore, type StoredObject } from '#server/files/object-store.ts'
import { complaint, type S3Options, StoreRefusal, s3Client } from '#server/files/s3-client.ts'

/** Each object is one of a bucket, called by its key. The folder is for what must be a file for a while. */
export function openS3Store(
  options: S3Options,
  workFolder: string,
  { listedAtOnce = 1000 } = {},
): ObjectStore & { close: () => void } {
  const { ask, close } = s3Client(options)

  const store: ObjectStore = {
    async put(key, file, known) {
      const body = known ? { file, bytes: known.bytes, sha256: known.sha256 } : await measured(file)
      const asked = { method: 'PUT', key: checkedKey(key), body } as const
      const answer = await ask(asked)
      if (answer.statusCode !== 200) throw saidIfFull(await complaint(asked, answer))
      answer.resume()
      await rm(file, { force: true })
    },

    async head(key) {
      const asked = { method: 'HEAD', key: checkedKey(key) } as const
      const answer = await ask(asked)
      answer.resume()
      if (answer.statusCode === 404) return null
      if (answer.statusCode !== 200) throw new StoreRefusal(await complaint(asked, answer))
      return { bytes: Number(answer.headers['content-length']) }
    },

    async get(key, range) {
      const headers = range && { range: `bytes=${range.from}-${range.to}` }
      const asked = { method: 'GET', key: checkedKey(key), ...(headers && { headers }) } as const
      const answer = await ask(asked)
      if (answer.statusCode === 404) throw absent(key, answer)
      if (answer.statusCode !== (range ? 206 : 200)) throw new StoreRefusal(await complaint(asked, answer))
      return answer
    },

    async *lend(key, range) {
      const answer = await store.get(key, range)
      try {
        yield* asTheyCome(answer)
      } finally {
        // Of what nobody takes to its end, the rest is not waited for.
        if (!answer.readableEnded) answer.destroy()
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
      const asked = { method: 'DELETE', key: checkedKey(key) } as const
      const answer = await ask(asked)
      if (![200, 204, 404].includes(answer.statusCode!)) throw new StoreRefusal(await complaint(asked, answer))
      answer.resume()
    },

    async *list(prefix) {
      checkedPrefix(prefix)
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = {
          'list-type': '2',
          'max-keys': String(listedAtOnce),
          prefix,
          ...(next && { 'continuation-token': next }),
        }
        const asked = { method: 'GET', query } as const
        const answer = await ask(asked)
        if (answer.statusCode !== 200) throw new StoreRefusal(await complaint(asked, answer))
        const page = await text(answer)
        yield* objectsIn(page)
        next = tag(page, 'NextContinuationToken')
      }
    },
  }
  return { ...store, close }
}

async function measured(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), hash)
  return { file, bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}

function absent(key: string, answer: IncomingMessage): Error {
  answer.resume()
  return Object.assign(new Error(`ENOENT: there is no object ${key}`), { code: 'ENOENT' })
}

/** Keys hold nothing that XML would write differently. */
const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const objectsIn = (xml: string): StoredObject[] =>
  (xml.match(/<Contents>[\s\S]*?<\/Contents>/g) ?? []).map((entry) => ({
    key: tag(entry, 'Key')!,
    bytes: Number(tag(entry, 'Size')),
    storedAt: new Date(tag(entry, 'LastModified')!),
  }))

/** What stores say when they take no more: 507, or a quota that is used up. */
const saidIfFull = (words: string): Error =>
  /^S3 answered 507 |: (QuotaExceeded|\w*StorageFull)\b/.test(words)
    ? Object.assign(new Refusal('storage-full'), { cause: new Error(words) })
    : new StoreRefusal(words)
