import { percentile } from '../bench-row.ts'
import { Connection } from './connection.ts'
import { processUsageOf } from './process-usage.ts'

/** The result of a load: answers per second, and the sorted time of each in milliseconds. */
export type Load = {
  perSecond: number
  times: number[]
  statuses: Map<number, number>
  /** Processor time of the server for each answer, and its memory at the end; null when it is not known which process it is. */
  server: { cpuMs: number; rssMb: number; pssMb: number } | null
}

export type LoadOptions = {
  port: number
  /** Of each request; a function answers that of the next one. */
  head: string | (() => string)
  connections: number
  /** The end comes by time or, where it is given, after so many requests. */
  seconds?: number
  requests?: number
  /** So many answers on each connection come before the measurement. */
  warmUp?: number
  /** The process of the server. */
  pid?: number | undefined
}

/**
 * Visitors who send the next request after each answer, each on a connection of their own. All connections are open and
 * warm before the measurement begins, and begin together.
 */
export async function runHttpLoad({
  port,
  head,
  connections: count,
  seconds = Number.POSITIVE_INFINITY,
  requests = Number.POSITIVE_INFINITY,
  warmUp = 0,
  pid,
}: LoadOptions): Promise<Load> {
  const fixed = typeof head === 'string' ? Buffer.from(head) : null
  const next = () => fixed ?? (head as () => string)()
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  for (let turn = 0; turn < warmUp; turn++) await Promise.all(connections.map((each) => each.request(next())))
  const times: number[] = []
  const statuses = new Map<number, number>()
  const before = pid === undefined ? null : processUsageOf(pid)
  const began = performance.now()
  const until = began + seconds * 1000
  let sent = 0

  const visit = (first: Connection) =>
    new Promise<void>((resolve, reject) => {
      let connection = first
      const ask = () => {
        sent++
        const sentAt = performance.now()
        connection.send(next(), (error, { status }) => {
          if (error) return reject(error)
          const now = performance.now()
          times.push(now - sentAt)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (now >= until || sent >= requests) {
            connection.close()
            return resolve()
          }
          // A server may end the connection with its answer, as overload protection does.
          queueMicrotask(() => (connection.failure ? reopen() : ask()))
        })
      }
      const reopen = () =>
        Connection.open(port).then((opened) => {
          connection = opened
          ask()
        }, reject)
      ask()
    })
  await Promise.all(connections.map(visit))
  const elapsed = performance.now() - began
  const after = pid === undefined ? null : processUsageOf(pid)
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length * 1000) / elapsed,
    times,
    statuses,
    server: before && after && { ...after, cpuMs: (after.cpuMs - before.cpuMs) / times.length },
  }
}

export const middleOf = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** The middle of several rounds. */
export const middleLoad = (rounds: readonly Load[]) => ({
  perSecond: middleOf(rounds.map(({ perSecond }) => perSecond)),
  p99: middleOf(rounds.map(({ times }) => percentile(times, 0.99))),
  cpuMs: middleOf(rounds.flatMap(({ server }) => server?.cpuMs ?? [])),
})

/** Anything but a page would be measured as a fast one. */
export function requireOnlyPages({ statuses }: Load): void {
  const others = [...statuses].filter(([status]) => status !== 200)
  if (others.length) throw new Error(`Not every page was answered: ${others.map(([status, n]) => `${n} × ${status}`)}.`)
}
