import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { bad, clockFinding, type Finding, looked, ok } from '#server/doctor/finding.ts'
import { complaint, type S3Options, s3Client } from '#server/files/s3-client.ts'

const what = 'Uploaded files'
/** Of no website, so nobody ever finds it. */
const nowhere = '00000000-0000-0000-0000-000000000000'

/** Puts a small object into the bucket, finds it in the list, reads it again and removes it. */
export function s3Findings(options: S3Options): Promise<Finding[]> {
  const todo =
    'Correct S3_ENDPOINT, S3_BUCKET and the keys, which must be allowed to put, get, list and delete objects.'
  return looked(what, todo, () =>
    tryStore(options).catch((error) => {
      if (!(error instanceof NoBucket)) throw error
      return [bad(what, error.message, `Make the bucket ${options.bucket} at the store first; Stagedoor makes none.`)]
    }),
  )
}

class NoBucket extends Error {}

async function tryStore(options: S3Options): Promise<Finding[]> {
  const client = s3Client(options)
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-doctor-'))
  try {
    const bytes = randomBytes(1024)
    const file = join(folder, 'probe')
    await writeFile(file, bytes)
    const key = `${nowhere}/doctor-${bytes.toString('hex', 0, 8)}`
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const ask = async (method: 'PUT' | 'GET' | 'DELETE', of: object = { key }) => {
      const asked = { method, ...of, ...(method === 'PUT' && { body: { file, bytes: bytes.length, sha256 } }) }
      const answer = await client.ask(asked)
      if (answer.statusCode! >= 300) {
        const words = await complaint(asked, answer)
        if (words.includes('NoSuchBucket')) throw new NoBucket(words)
        throw new Error(words)
      }
      return answer
    }
    const before = Date.now()
    const put = await ask('PUT')
    const span: [number, number] = [before - 1_000, Date.now()]
    put.resume()
    const list = await text(await ask('GET', { query: { 'list-type': '2', prefix: key } }))
    const read = await buffer(await ask('GET'))
    ;(await ask('DELETE')).resume()
    if (!list.includes(`<Key>${key}</Key>`)) throw new Error('the store does not list what it was given')
    if (!read.equals(bytes)) throw new Error('the store gave back other bytes than it was given')
    const said = put.headers.date
    return [
      ok(what, `S3 at ${new URL(options.endpoint).host}: an object was put, listed, read and removed`),
      ...(said ? [clockFinding('Clock of the object store', new Date(said), span)] : []),
    ]
  } finally {
    client.close()
    await rm(folder, { recursive: true, force: true })
  }
}
