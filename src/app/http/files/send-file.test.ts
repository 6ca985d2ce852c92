import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeToSocket } from '#app/http/files/send-file.ts'
import { type BufferIterator, createSendStream, rotatingBuffers, type SendResult } from '#server/files/send-stream.ts'

/** The tests beside this one keep the Request and Response of Node. */
const ownObjects = { overrideGlobalObjects: false }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Lends its bytes from buffers in turn, as a disk does; what it lent before is overwritten at once. */
async function* lentFrom(content: Buffer, closed = () => {}): AsyncGenerator<Uint8Array, void> {
  const space = rotatingBuffers()
  const read = (at: number) => {
    const piece = space()
    return piece.subarray(0, content.copy(piece, 0, at))
  }
  try {
    let ahead = read(0)
    for (let at = 0; at < content.length; ) {
      const piece = ahead
      at += piece.length
      ahead = read(at)
      yield piece
    }
  } finally {
    closed()
  }
}

async function serve(pieces: () => BufferIterator, length: number) {
  const sent: SendResult[] = []
  const flows: ReturnType<typeof createSendStream>[] = []
  const answer = async (_: Request, { outgoing }: HttpBindings) => {
    const flow = createSendStream(pieces(), length, async (what) => void sent.push(what))
    flows.push(flow)
    const headers = { 'content-length': String(length), 'x-kept': 'yes' }
    return writeToSocket(new Response(flow.stream, { status: 206, headers }), outgoing)
  }
  const server = createServer(getRequestListener(answer as never, ownObjects) as RequestListener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject)
    })
  return { ask, sent, flows }
}

test('sends reused buffers unchanged, also to a slow reader', async () => {
  const content = randomBytes(24 * 1024 * 1024)
  const { ask, sent } = await serve(() => lentFrom(content), content.length)
  const [quick, slow] = await Promise.all([ask(), ask()])
  expect([quick.statusCode, quick.headers['x-kept']]).toEqual([206, 'yes'])
  const slowly = async () => {
    const all: Buffer[] = []
    for await (const piece of slow) {
      all.push(piece as Buffer)
      if (all.length % 64 === 0) await after(10)
    }
    return Buffer.concat(all)
  }
  const [one, other] = await Promise.all([buffer(quick), slowly()])
  expect([sha256(one), sha256(other)]).toEqual([sha256(content), sha256(content)])
  await expect.poll(() => sent).toEqual([{ bytes: content.length }, { bytes: content.length }])
})

test('reports an aborted client with the bytes it received, and closes the source', async () => {
  const content = randomBytes(64 * 1024 * 1024)
  let closed = 0
  const { ask, sent } = await serve(() => lentFrom(content, () => closed++), content.length)
  const answer = await ask()
  await once(answer, 'readable')
  answer.destroy()
  await expect.poll(() => [closed, sent.length]).toEqual([1, 1])
  expect(sent[0]!.error).toBeUndefined()
  expect(sent[0]!.bytes).toBeLessThan(content.length)
})

test('ends the response when the file cannot be read to its end, and reports the reason', async () => {
  const problem = new Error('The disk is gone.')
  async function* failing(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.alloc(1000, 'a')
    throw problem
  }
  const { ask, sent } = await serve(failing, 5000)
  const answer = await ask()
  await expect(buffer(answer)).rejects.toThrow('aborted')
  expect(sent).toEqual([{ bytes: 1000, error: problem }])
})

test('aborts the response at once when the source is cut', async () => {
  const content = randomBytes(64 * 1024 * 1024)
  const { ask, sent, flows } = await serve(() => lentFrom(content), content.length)
  const answer = await ask()
  await once(answer, 'readable')
  flows[0]!.cut()
  await expect(buffer(answer)).rejects.toThrow('aborted')
  expect(sent).toHaveLength(1)
})

test('copies the buffers for a consumer that reads the body as a stream', async () => {
  const content = randomBytes(300_000)
  const { stream } = createSendStream(lentFrom(content), content.length)
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(3)
  expect(sha256(Buffer.concat(pieces))).toBe(sha256(content))
})

test('reads larger pieces for a fast client, also on a busy machine, and smaller ones for a stalled client', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const MB = 1024 * 1024
  const space = rotatingBuffers()
  /** The size of pieces after this many bytes were read; `ms` is the time that each piece takes. */
  const take = (bytes: number, ms: (at: number) => number) => {
    let size = space().length
    for (let at = 0; bytes > 0; at++) {
      vi.advanceTimersByTime(ms(at))
      bytes -= size
      size = space().length
    }
    return size
  }
  expect(take(15 * MB, () => 0)).toBe(32 * 1024)
  expect(take(2 * MB, () => 0)).toBe(MB)
  expect(take(100 * MB, (at) => (at % 8 === 0 ? 100 : 5))).toBe(MB)
  expect(take(MB, () => 300)).toBe(32 * 1024)
  // Three megabytes a second are no reason to hold more.
  expect(take(50 * MB, () => 10)).toBe(32 * 1024)
})
