import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { Case } from './case.ts'
import { play } from './load.ts'

const addresses = 40
const perAddress = 50

/** Begin and never finish, in three ways: no end of the headers, no end of the body, no reading of the answer. */
const beginnings = [
  'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
  'POST /functions/v1/contact-form HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
  'GET /shop HTTP/1.1\r\nhost: localhost\r\n\r\n',
]

/** Two thousand who are slow, from forty addresses, and more from one of them than it may have. */
export const slowSockets: Case = {
  name: '2,000 slow sockets',
  from: 'full',
  run: async (world) => {
    const began = Date.now()
    const closedAt: number[] = []
    const sockets: Socket[] = []
    const open = (address: string, n: number) => {
      const socket = connect({ port: world.port, host: '127.0.0.1', localAddress: address })
      socket.on('error', () => {}).on('close', () => closedAt.push(Date.now() - began))
      socket.write(beginnings[n % beginnings.length]!)
      if (n % beginnings.length === 2) socket.pause()
      else socket.resume()
      sockets.push(socket)
      return socket
    }
    for (let address = 0; address < addresses; address++) {
      for (let n = 0; n < perAddress; n++) open(`127.0.1.${address + 1}`, n)
      await after(10)
    }
    const tooMany = Array.from({ length: 30 }, () => open('127.0.1.1', 0))
    await after(1_000)
    const kept = tooMany.filter((socket) => !socket.destroyed).length
    const opened = sockets.filter((socket) => !socket.destroyed).length
    if (kept) world.trouble.push(`slow sockets: ${kept} more than 50 of one address were kept`)
    const slowest: number[] = []
    const isOver = after(40_000).then(() => true)
    const probing = (async () => {
      for (let over = false; !over; over = await Promise.race([isOver, after(250, false)])) {
        const answer = await world.ask({ host: 'localhost', path: '/healthz' })
        slowest.push(answer?.status === 200 ? answer.ms : 10_000)
      }
    })()
    await play(world)
    await probing
    const left = sockets.filter((socket, n) => !socket.destroyed && (n % perAddress) % beginnings.length !== 2).length
    if (left) world.trouble.push(`slow sockets: ${left} were still open after 40 s`)
    for (const socket of sockets) socket.destroy()
    const p99 = Math.round(slowest.sort((a, b) => a - b)[Math.floor(slowest.length * 0.99)] ?? 0)
    if (p99 > 500) world.trouble.push(`slow sockets: others waited ${p99} ms`)
    return () => (opened > 1_000 ? `${opened} were open; others were answered within ${p99} ms` : null)
  },
}
