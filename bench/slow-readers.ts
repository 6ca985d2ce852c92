import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { startBuiltApp } from './app-process.ts'
import { type BenchRow, formatMs, measureTimesMs, percentile } from './bench-row.ts'

const readers = 600
/** Slow, but fast enough that only their number counts. */
const readerSpeed = 40 * 1024
/** `slow-readers.ts` in `src/app/http` has these limits. */
const maxSlow = 200
const cutWithinMs = 100_000
const maxPageMs = 100
const filmBytes = 64 * 1024 * 1024
const owner = { email: 'owner@bench.example', password: 'only-for-this-bench-4711' }

/** Response times of pages beside many slow readers of a film, and how many of these stay. */
export async function benchSlowReaders(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const env = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password }
  const { port, child } = await startBuiltApp(folder, env)
  try {
    return await besideReaders(port, child)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function besideReaders(port: number, child: ChildProcess): Promise<BenchRow[]> {
  const origin = `http://localhost:${port}`
  const film = await uploadedFilm(origin)
  const alone = await pageTimes(origin)
  const before = socketsOf(child.pid!)
  /** Connections that the server has; a reader that is cut off has still to read what its system has buffered. */
  const held = () => socketsOf(child.pid!) - before
  // One client may have 400 streams.
  const all = Array.from({ length: readers }, (_, n) =>
    startSlowReader(port, film, { bytesPerSecond: readerSpeed, localAddress: `127.0.1.${1 + (n % 40)}` }),
  )
  const countReading = () => all.filter(({ taken }) => taken() > 0).length
  for (const until = performance.now() + 10_000; countReading() < readers && performance.now() < until; )
    await after(50)
  const reading = countReading()
  const began = performance.now()
  const beside = await pageTimes(origin)
  while (held() > maxSlow && performance.now() - began < cutWithinMs) await after(500)
  const [left, took] = [held(), (performance.now() - began) / 1000]
  for (const { stop } of all) stop()
  const words = (times: number[]) => `${formatMs(percentile(times, 0.99))} (median ${formatMs(percentile(times, 0.5))})`
  return [
    {
      what: `a page from the cache and one made for the visitor, by turns, beside ${reading} slow readers of a film, p99`,
      budget: `≤ ${maxPageMs} ms, or ≤ 2 × without them`,
      yardstick: `without them ${words(alone)}`,
      measured: words(beside),
      isMet: reading === readers && percentile(beside, 0.99) <= Math.max(maxPageMs, 2 * percentile(alone, 0.99)),
    },
    {
      what: `of ${readers} readers at ${readerSpeed / 1024} KB/s stay`,
      budget: `≤ ${maxSlow}, within ${cutWithinMs / 1000} s`,
      yardstick: '–',
      measured: `${left}, after ${took.toFixed(0)} s`,
      isMet: left <= maxSlow,
    },
  ]
}

const socketsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

const pageTimes = (origin: string) => {
  let turn = 0
  return measureTimesMs(
    async () => {
      // A search is made for each request.
      const path = turn++ % 2 ? '/tour?q=kiel' : '/contact'
      const answer = await fetch(origin + path)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
      await answer.arrayBuffer()
    },
    { runs: 400, warmUp: 60 },
  )
}

/** The address of an own film, which the owner has uploaded. */
async function uploadedFilm(origin: string): Promise<string> {
  const post = async (path: string, type: string, body: BodyInit, cookie = '') => {
    const headers = { origin, 'content-type': type, ...(cookie && { cookie }) }
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const signedIn = await post('/api/auth/sign-in', 'application/json', JSON.stringify(owner))
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const content = randomBytes(filmBytes)
  content.write('\0\0\0\x20ftypisom', 'latin1')
  const stored = await post('/api/admin/media/files?name=film.mp4', 'application/octet-stream', content, cookie)
  return (await stored.json()).source
}

type SlowReader = { stop: () => void; taken: () => number }

/** Reads at most this much each tenth of a second, until it is stopped. */
export function startSlowReader(
  port: number,
  path: string,
  { bytesPerSecond, localAddress }: { bytesPerSecond: number; localAddress?: string },
): SlowReader {
  let [taken, allowed] = [0, 0]
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    ...(localAddress && { localAddress }),
    onread: {
      buffer: Buffer.alloc(Math.ceil(bytesPerSecond / 10)),
      callback: (count) => {
        taken += count
        return taken < allowed
      },
    },
  })
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const more = setInterval(() => {
    allowed += bytesPerSecond / 10
    socket.resume()
  }, 100)
  const stop = () => {
    clearInterval(more)
    socket.destroy()
  }
  return { stop, taken: () => taken }
}
