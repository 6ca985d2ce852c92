import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A client that takes less over this time is cut off. The slowest mobile networks are several times as fast. */
const minBytesPerSecond = 4 * 1024
const windowMs = 60_000
/** Of the clients that are slower than this, only so many may stay: the slowest are cut off first. */
const slowBytesPerSecond = 64 * 1024
const defaultMaxSlow = 200
const checkMs = 15_000

/** Node counts a piece as written when it is handed to the system as a whole; what waits there is known to its handle. */
type SocketHandle = { bytesWritten: number; writeQueueSize: number }

/** How many bytes the network has taken. */
function bytesTakenBy(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: SocketHandle | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten
}

type Options = { clock?: () => number; maxSlow?: number }
/** What the network had taken of a connection when the window began, and how fast it was in the window before. */
type RateSample = { at: number; taken: number; rate: number }

/**
 * Node's socket timeout only ends connections on which nothing moves. A client that takes a few bytes now and then would
 * hold its file, its buffers and its connection for days. Ranges let an honest client go on where it was cut off. The
 * connection is reset, because the system would go on sending what waits in its own buffers, megabytes for each client.
 * Returns the check, which otherwise runs by itself.
 */
export function resetSlowConnections(server: Server, { clock = Date.now, maxSlow = defaultMaxSlow }: Options = {}) {
  const open = new Map<Socket, RateSample | null>()
  // By connection: there may be thousands of requests a second.
  server.on('connection', (socket: Socket) => {
    open.set(socket, null)
    socket.once('close', () => open.delete(socket))
  })

  function measureRate(socket: Socket, last: RateSample | null, at: number): RateSample | null {
    // Nothing waits to be taken: the client is as fast as we are.
    if (!socket.writableLength) return null
    const taken = bytesTakenBy(socket)
    if (!last) return { at, taken, rate: Number.POSITIVE_INFINITY }
    const ms = at - last.at
    return ms < windowMs ? last : { at, taken, rate: (1000 * (taken - last.taken)) / ms }
  }

  function check(): void {
    const at = clock()
    for (const [socket, last] of open) open.set(socket, measureRate(socket, last, at))
    const slow = [...open]
      .map(([socket, sample]) => ({ socket, rate: sample?.rate ?? Number.POSITIVE_INFINITY }))
      .filter(({ rate }) => rate < slowBytesPerSecond)
      .sort((a, b) => b.rate - a.rate)
    for (const [place, { socket, rate }] of slow.entries())
      if (place >= maxSlow || rate < minBytesPerSecond) socket.resetAndDestroy()
  }

  const timer = setInterval(check, checkMs).unref()
  server.once('close', () => clearInterval(timer))
  return check
}
