import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { bucketOf, type Proxies } from '#app/http/visit.ts'

/** More than any browser opens, and too few to take everybody else's. */
export const mostOfOneAddress = 50

/** This machine's own: a proxy that nobody has named, or whoever runs the house. No visitor comes from there. */
const isThisMachine = (address: string) => address === '127.0.0.1' || address === '::1'

/** Connections beyond what one visitor may have are closed as they come. */
export function limitSockets(server: Server, isProxy: Proxies, most = mostOfOneAddress): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
    if (isThisMachine(peer) || isProxy(peer)) return
    const visitor = bucketOf(peer)
    const count = open.get(visitor) ?? 0
    if (count >= most) {
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
