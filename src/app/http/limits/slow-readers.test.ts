import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { resetSlowConnections } from '#app/http/limits/slow-readers.ts'
import { createHttpServer } from '#app/http/server.ts'

const MB = 1024 * 1024

const takenOf = (socket: Socket) => {
  const { _handle } = socket as Socket & { _handle: { bytesWritten: number; writeQueueSize: number } }
  return _handle.bytesWritten - _handle.writeQueueSize
}

/** A server with a large file, a clock that the test sets, and clients that read when the test does. */
async function serverOf(options: { maxSlow?: number } = {}) {
  let seconds = 0
  const film = Buffer.alloc(64 * MB)
  const server = createHttpServer((request, response) => {
    response.writeHead(200, { 'content-length': film.length })
    if (request.url === '/waits') response.write('a beginning')
    else response.end(film)
  }).listen(0, '127.0.0.1')
  const check = resetSlowConnections(server, { ...options, clock: () => seconds * 1000 })
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const openClient = async (path = '/film') => {
    const client = connect(port, '127.0.0.1')
    onTestFinished(() => void client.destroy())
    client.pause()
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const [socket] = (await once(server, 'connection')) as [Socket]
    // The system takes some megabytes ahead of the client; what it takes after that the client has read.
    let before = -1
    await expect
      .poll(() => {
        const isFull = takenOf(socket) === before && before > 0
        before = takenOf(socket)
        return isFull
      })
      .toBe(true)
    /** Reads until the server has got rid of so many bytes more. */
    const read = async (bytes: number) => {
      const end = takenOf(socket) + bytes
      while (takenOf(socket) < end) {
        client.read()
        await new Promise((next) => setImmediate(next))
      }
    }
    return { socket, client, read }
  }
  return {
    openClient,
    checkAt: (second: number) => {
      seconds = second
      check()
    },
  }
}

test('disconnects a client that reads almost nothing for a minute', async () => {
  const { openClient, checkAt } = await serverOf()
  const { socket } = await openClient()
  checkAt(0)
  checkAt(45)
  expect(socket.destroyed).toBe(false)
  checkAt(60)
  expect(socket.destroyed).toBe(true)
})

test('resets the connection of a slow client instead of closing it', async () => {
  const { openClient, checkAt } = await serverOf()
  const { socket, client } = await openClient()
  const closed = once(client, 'close')
  checkAt(0)
  checkAt(60)
  expect(socket.destroyed).toBe(true)
  client.resume()
  await expect(closed).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('keeps the connection of a client that reads slowly but steadily', async () => {
  const { openClient, checkAt } = await serverOf()
  const { socket, read } = await openClient()
  for (const minute of [0, 1, 2, 3]) {
    checkAt(60 * minute)
    expect(socket.destroyed).toBe(false)
    await read(MB)
  }
})

test('keeps the connection of a client that waits for the server', async () => {
  const { openClient, checkAt } = await serverOf()
  const { socket } = await openClient('/waits')
  for (const minute of [0, 1, 2]) checkAt(60 * minute)
  expect(socket.destroyed).toBe(false)
})

test('disconnects the slowest of too many slow clients', async () => {
  const { openClient, checkAt } = await serverOf({ maxSlow: 1 })
  const [slow, slower] = [await openClient(), await openClient()]
  checkAt(0)
  // The system may take some megabytes more for either of them.
  await slow.read(24 * MB)
  await slower.read(4 * MB)
  checkAt(600)
  expect([slow.socket.destroyed, slower.socket.destroyed]).toEqual([false, true])
})
