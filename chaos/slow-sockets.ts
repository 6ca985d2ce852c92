import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { ChaosCase } from './case.ts'
import { runShopLoad } from './load.ts'
import { chunkPath } from './upload-in-chunks.ts'
import type { ChaosWorld } from './world.ts'

const addresses = 40
const perAddress = 50
const almostAll = 1_950

/** How long a slow connection may live, in milliseconds: the limit, the interval of checks, and a margin. */
const some = 8_000
const maxHeadersMs = 15_000 + 5_000 + some
const maxSilenceMs = 30_000 + some
/** When the client does not read, Node checks twice: at first whether something has been sent since its last check. */
const maxUnreadMs = 60_000 + some

/** One header byte in so many milliseconds: never silent for long, and never complete. */
const drip = 3_000
/** So many pipelined requests, whose answers are not read, that they exceed every buffer. */
const pipelined = 24

type SlowSocket = {
  socket: Socket
  way: 'headers' | 'body' | 'upload' | 'reader'
  openedAt: number
  closedAfter: number | null
  bytes: number
}

/** Two thousand slow clients from forty addresses, and one address with more than it may have. */
export const slowSocketsCase: ChaosCase = {
  name: '2,000 slow sockets',
  from: 'full',
  run: async (world) => {
    const report = (words: string) => world.trouble.push(`slow sockets: ${words}`)
    const large = await largestAsset(world)
    const slow: SlowSocket[] = []
    for (let address = 1; address <= addresses; address++) {
      const those = Array.from({ length: perAddress }, (_, n) => {
        const way = wayOf(address, n)
        const words = way === 'upload' ? uploadBegun(world) : beginning(way, n, large.path)
        return open(world, `127.0.1.${address}`, way, words)
      })
      slow.push(...those)
      await Promise.race([Promise.allSettled(those.map(({ socket }) => once(socket, 'connect'))), after(2_000)])
    }
    const dripping = setInterval(() => {
      for (const { way, socket } of slow) if (way === 'headers' && socket.writable) socket.write('x')
    }, drip)
    const isHeld = ({ socket }: SlowSocket) => !socket.connecting && !socket.destroyed
    const held = slow.filter(isHeld).length
    const tooMany = Array.from({ length: 30 }, () => open(world, '127.0.1.1', 'headers', beginning('headers', 0, '/')))
    const probing = probe(world, Math.max(...slow.map(({ openedAt }) => openedAt)) + maxUnreadMs)
    // Well before slow headers time out, which would also close the connection.
    const isOpen = ({ socket }: SlowSocket) => !socket.destroyed
    for (const until = Date.now() + 10_000; tooMany.some(isOpen) && Date.now() < until; ) await after(100)
    const kept = tooMany.filter(isHeld).length
    if (kept) report(`${kept} more than 50 of one address were kept`)
    await runShopLoad(world)
    const waits = await probing
    clearInterval(dripping)
    const longest = { headers: maxHeadersMs, body: maxSilenceMs, upload: maxSilenceMs }
    for (const [way, max] of Object.entries(longest)) {
      const late = slow.filter((each) => each.way === way && (each.closedAfter ?? Number.POSITIVE_INFINITY) > max)
      if (late.length) report(`${late.length} with slow ${way} were still open after ${max / 1000} s`)
    }
    const refused = slow.filter(({ way, bytes }) => way === 'upload' && bytes > 0).length
    if (refused) report(`${refused} uploads were answered instead of waited for`)
    const readers = slow.filter(({ way }) => way === 'reader')
    await readOn(readers)
    const unmoved = readers.filter(({ socket }) => !socket.destroyed).length
    if (unmoved) report(`${unmoved} who did not read were not sent away`)
    const served = readers.filter(({ bytes }) => bytes >= large.bytes * pipelined).length
    if (served) report(`everything was kept for ${served} who did not read`)
    for (const { socket } of [...slow, ...tooMany]) socket.destroy()
    for (const { path, p99 } of waits) if (p99 > 500) report(`others waited ${p99} ms for ${path}`)
    const closed = quantile(
      slow.filter(({ way }) => way === 'headers').map(({ closedAfter }) => closedAfter ?? 0),
      1,
    )
    const others = waits.map(({ path, p99 }) => `${path} ${p99} ms`).join(', ')
    const words = `${held} were open, slow headers for ${(closed / 1000).toFixed(1)} s at most; p99 of others: ${others}`
    return () => (held >= almostAll ? words : null)
  },
}

/**
 * Of fifty, ten do not finish their body: three of a change, seven of a checkout. Some of the latter send a file
 * instead as the owner: fewer than one user may send at once.
 */
function wayOf(address: number, n: number): SlowSocket['way'] {
  if (n === 9 && address <= 12) return 'upload'
  return n < 10 ? 'body' : n === 10 && address <= 20 ? 'reader' : 'headers'
}

function uploadBegun({ sites: [site], port }: ChaosWorld): string {
  const { host, cookie } = site!
  return [
    `POST ${chunkPath} HTTP/1.1`,
    `host: ${host}:${port}`,
    `origin: http://${host}:${port}`,
    `cookie: ${cookie}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 100000',
    '',
    '--x\r\ncontent-disposition: form-data; name="chunk"; filename="x"\r\n\r\nPK',
  ].join('\r\n')
}

function beginning(way: SlowSocket['way'], n: number, large: string): string {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n`
  if (way === 'reader') return `${get(large)}\r\n`.repeat(pipelined)
  if (way === 'headers') return `${get('/')}x-slow: `
  const path = n < 3 ? '/functions/v1/contact-form' : '/api/shop/checkout'
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`
}

function open({ port }: ChaosWorld, localAddress: string, way: SlowSocket['way'], words: string): SlowSocket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const slow: SlowSocket = { socket, way, openedAt: Date.now(), closedAfter: null, bytes: 0 }
  socket
    .once('connect', () => {
      slow.openedAt = Date.now()
    })
    .on('error', () => {})
    .on('close', () => {
      slow.closedAfter ??= Date.now() - slow.openedAt
    })
  socket.on('data', (piece) => {
    slow.bytes += piece.length
  })
  if (way === 'reader') socket.pause()
  socket.write(words)
  return slow
}

/** Clients that were disconnected find that the rest does not arrive. */
async function readOn(readers: SlowSocket[]): Promise<void> {
  for (const { socket } of readers) socket.resume()
  for (const until = Date.now() + 10_000; Date.now() < until; await after(100))
    if (readers.every(({ socket }) => socket.destroyed)) return
}

async function largestAsset(world: ChaosWorld): Promise<{ path: string; bytes: number }> {
  const page = await world.ask({ host: 'localhost', path: '/' })
  const paths = new Set(page?.body.toString().match(/\/assets\/[\w.-]+\.js/g))
  const found = await Promise.all(
    [...paths].map(async (path) => ({
      path,
      bytes: (await world.ask({ host: 'localhost', path }))?.body.length ?? 0,
    })),
  )
  const [largest] = found.sort((a, b) => b.bytes - a.bytes)
  if (!largest || largest.bytes * pipelined < 8_000_000)
    throw new Error('There is nothing large enough to be read slowly.')
  return largest
}

/** Requests of other visitors meanwhile, each from its own address. */
async function probe(world: ChaosWorld, until: number): Promise<{ path: string; p99: number }[]> {
  const paths = ['/tour', '/api/shop/products', '/healthz']
  const times = new Map<string, number[]>(paths.map((path) => [path, []]))
  for (let n = 0; Date.now() < until; n++, await after(100)) {
    const path = paths[n % paths.length]!
    const answer = await world.ask({ host: 'localhost', path, from: `10.9.${n >> 8}.${n & 255}` })
    times.get(path)!.push(answer?.status === 200 ? answer.ms : 10_000)
  }
  return [...times].map(([path, all]) => ({ path, p99: Math.round(quantile(all, 0.99)) }))
}

function quantile(all: number[], part: number): number {
  const sorted = all.sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
