import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type IsTrustedProxy, isOneClient, peerOf, rateLimitKeyOf } from '#app/http/request-context.ts'

/** More than any browser opens, but too few to use up all sockets. */
export const maxSocketsPerAddress = 50

/** Connections beyond what one visitor may have are closed as they come. */
export function limitSockets(server: Server, isProxy: IsTrustedProxy, max = maxSocketsPerAddress): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    if (!isOneClient(peer, isProxy)) return
    const visitor = rateLimitKeyOf(peer)
    const count = open.get(visitor) ?? 0
    if (count >= max) {
      socket.destroy()
      return
    }
    open.set(visitor, count + 1)
    socket.once('close', () => {
      const left = (open.get(visitor) ?? 1) - 1
      if (left) open.set(visitor, left)
      else open.delete(visitor)
    })
  })
}
