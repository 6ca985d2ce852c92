import { connect } from 'node:net'

/** The result of a load: answers per second, and the time of each. */
export type Load = { perSecond: number; times: number[]; statuses: Map<number, number> }

type LoadOptions = {
  port: number
  /** Of each request; a function answers that of the next one. */
  head: string | (() => string)
  connections: number
  /** The end comes by time or, where it is given, after so many requests. */
  seconds?: number
  requests?: number
}

/**
 * Visitors who send the next request after each answer, each on a connection of their own. Raw sockets, because an HTTP
 * client would be slower than the measured server.
 */
export async function runHttpLoad({
  port,
  head,
  connections,
  seconds = Number.POSITIVE_INFINITY,
  requests = Number.POSITIVE_INFINITY,
}: LoadOptions): Promise<Load> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const began = performance.now()
  const until = began + seconds * 1000
  const fixed = typeof head === 'string' ? Buffer.from(head) : null
  let sent = 0
  const visitor = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      let left = -1
      let tail = Buffer.alloc(0)
      const ask = () => {
        sentAt = performance.now()
        left = -1
        sent++
        socket.write(fixed ?? (head as () => string)())
      }
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('data', (data) => {
        if (left === -1) {
          const status = Number(data.toString('latin1', 9, 12))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          left = lengthOf(data)
        }
        if (left === chunked) {
          tail = Buffer.concat([tail, data.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
          if (!tail.equals(lastChunk)) return
        } else {
          left -= data.length
          if (left > 0) return
        }
        times.push(performance.now() - sentAt)
        if (performance.now() < until && sent < requests) return ask()
        socket.end()
        resolve()
      })
    })
  await Promise.all(Array.from({ length: connections }, visitor))
  times.sort((a, b) => a - b)
  return { perSecond: (times.length * 1000) / (performance.now() - began), times, statuses }
}

const chunked = -2
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** Of head and body together; the head is in the first piece that arrives. */
function lengthOf(data: Buffer): number {
  const end = data.indexOf('\r\n\r\n')
  if (end < 0) throw new Error('The head of an answer came in pieces.')
  const length = /\r\ncontent-length: (\d+)/i.exec(data.toString('latin1', 0, end))
  return length ? end + 4 + Number(length[1]) : chunked
}

export const httpRequestHead = (path: string, headers: Record<string, string>): string =>
  [`GET ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
