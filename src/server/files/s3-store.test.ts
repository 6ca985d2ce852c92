import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openS3Store } from '#server/files/s3-store.ts'
import { longTest } from '#tests/long-test.ts'

const silenceMs = 2_000
/** More than the buffers between two sockets hold. */
const content = Buffer.alloc(32 * 1024 * 1024, 'harbour ')

/** A service with this answer to each request, and the requests it has received. */
async function newStore(answering: (answer: ServerResponse) => void) {
  const request: ServerResponse[] = []
  const server = createServer((_, answer) => {
    request.push(answer)
    answering(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const keys = { region: 'here', accessKeyId: 'key', secretAccessKey: 'secret' }
  const store = openS3Store({ endpoint: `http://127.0.0.1:${port}`, bucket: 'files', silenceMs, ...keys }, '/nowhere')
  onTestFinished(() => {
    store.close()
    server.closeAllConnections()
    server.close()
  })
  const whole = { from: 0, to: content.length - 1 }
  return { store, pieces: store.lend(`${randomUUID()}/file`, whole, () => Buffer.alloc(0)), request }
}

const answerWhole = (answer: ServerResponse) => void answer.writeHead(206).end(content)

longTest('a slow reader gets the whole object from S3', async () => {
  const { pieces } = await newStore(answerWhole)
  const { value } = await pieces.next()
  await after(4 * silenceMs)
  let bytes = value!.length
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) bytes += piece.value.length
  expect(bytes).toBe(content.length)
})

test('the connection to S3 is closed when the reader stops', async () => {
  const { pieces, request } = await newStore(answerWhole)
  await pieces.next()
  const closed = once(request[0]!, 'close')
  await pieces.return?.()
  await closed
  expect(request[0]!.writableFinished).toBe(false)
})

test('the S3 store gives up on a service that does not answer', async () => {
  const { pieces } = await newStore((answer) => void answer.writeHead(206).write('harb'))
  await pieces.next()
  await expect(pieces.next()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('the S3 store rejects an answer that breaks off', async () => {
  const { pieces } = await newStore((answer) => {
    answer.writeHead(206, { 'content-length': content.length }).write('harb', () => answer.destroy())
  })
  const all = async () => {
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next());
  }
  await expect(all()).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test.each([
  [507, '<Error><Code>XMinioStorageFull</Code></Error>'],
  [507, ''],
  [403, '<Error><Code>QuotaExceeded</Code></Error>'],
])('reports a full store at once with our message: %i %s', async (status, words) => {
  const { store, request } = await newStore((answer) => {
    answer.req.resume()
    answer.writeHead(status).end(words)
  })
  const file = join(mkdtempSync(join(tmpdir(), 'stagedoor-s3-')), 'file')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, 'harbour')
  await expect(store.put(`${randomUUID()}/file`, file)).rejects.toMatchObject({ reason: 'storage-full' })
  expect(request).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe('harbour')
})

test('does not report a denied write as a full store', async () => {
  const { store } = await newStore((answer) => {
    answer.req.resume()
    answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  })
  await expect(store.put(`${randomUUID()}/file`, import.meta.filename)).rejects.toThrow('S3 answered 403')
})

test('does not hash a file with a known hash again', async () => {
  const { store, request } = await newStore((answer) => {
    answer.req.resume()
    answer.writeHead(200).end()
  })
  const file = join(mkdtempSync(join(tmpdir(), 'stagedoor-s3-')), 'file')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const sha256 = 'ab'.repeat(32)
  writeFileSync(file, 'harbour')
  await store.put(`${randomUUID()}/file`, file, { bytes: 7, sha256 })
  expect(request[0]!.req.headers).toMatchObject({ 'content-length': '7', 'x-amz-content-sha256': sha256 })
})
