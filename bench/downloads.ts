import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '#tests/browser/process.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import { findNginx } from '../scripts/prepare/find.mjs'
import { type BenchRow, formatMs, measureTimesMs, percentile } from './bench-row.ts'
import { startSlowReader } from './slow-readers.ts'

const megabyte = 1024 * 1024
const chunkBytes = 16 * megabyte
const minShare = 0.4
const readers = 200
const readerSpeed = 50 * 1024
const readFor = 20_000
const maxGrowth = 64
const eventsPerSecond = 2_000
/** Enough buyers that none of them exceeds the daily limit of events. */
const buyers = 400
const floodFor = 10_000

type DownloadServer = { port: number; tokens: string[]; large: string; small: string; bytes: number; pid: number }

/**
 * Downloads of bought files: throughput, the cost of many slow readers, and the effect of client metrics on the shop.
 */
export async function benchDownloads(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const chunk = join(folder, 'chunk')
  writeFileSync(chunk, randomBytes(chunkBytes))
  const cluster = await startPostgres()
  const children: ChildProcess[] = []
  try {
    await cluster.run('create database bench')
    const env = {
      URL: cluster.url('bench'),
      OWNER_URL: cluster.ownerUrl('bench'),
      FOLDER: folder,
      CHUNK: chunk,
      BUYERS: String(buyers),
    }
    const server = spawn(process.execPath, ['bench/downloads/server.ts'], {
      env: { ...process.env, ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(server)
    const [line] = await once(createInterface(server.stdout!), 'line')
    const served: DownloadServer = { ...JSON.parse(line as string), pid: server.pid! }
    const nginx = await startNginx(folder, chunk, served.bytes)
    children.push(nginx.child)
    const rows = [await throughput(served, nginx.port), await slowReaders(served)]
    // The events of those readers are still being stored.
    await after(5_000)
    return [...rows, ...(await ingestion(served))]
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startNginx(folder: string, chunk: string, bytes: number) {
  const program = findNginx()
  if (!program) throw new Error('This bench compares with nginx: please install it (Debian: apt install nginx-light).')
  const [root, port] = [join(folder, 'nginx'), await freePort()]
  mkdirSync(root)
  const content = readFileSync(chunk)
  for (let at = 0; at < bytes; at += content.length) appendFileSync(join(root, 'large'), content)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${root}/${name};`)
    .join(' ')
  const settings = `daemon off; master_process off; pid ${root}/pid; error_log stderr crit; events {}
http { access_log off; sendfile on; ${temporary} server { listen 127.0.0.1:${port}; root ${root}; } }`
  writeFileSync(join(root, 'nginx.conf'), settings)
  const child = spawn(program, ['-c', join(root, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/large`, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { child, port }
    await after(50)
  }
}

/** All of a file but its first byte, over one connection; in bytes per second. */
function fetched(port: number, path: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let got = 0
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(megabyte),
        callback: (count) => {
          got += count
          if (got < bytes - 1) return true
          resolve((bytes * 1000) / (performance.now() - began))
          socket.destroy()
          return false
        },
      },
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${path} ended after ${got} bytes`)))
    const headers = ['host: localhost', 'range: bytes=1-', 'connection: close']
    socket.write([`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
  })
}

async function throughput({ port, tokens, large, bytes }: DownloadServer, nginxPort: number): Promise<BenchRow> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < 6; run++) {
    ours.push(await fetched(port, `/api/download?token=${tokens[0]}&file=${large}`, bytes))
    theirs.push(await fetched(nginxPort, '/large', bytes))
  }
  const median = (all: number[]) =>
    percentile(
      all.slice(1).sort((a, b) => a - b),
      0.5,
    )
  const share = median(ours) / median(theirs)
  const speed = (each: number) => `${Math.round(each / megabyte)} MB/s`
  return {
    what: 'ranged download of 1 GB on one connection',
    budget: `≥ ${minShare * 100} % of nginx`,
    yardstick: `nginx ${speed(median(theirs))}`,
    measured: `${speed(median(ours))}, ${Math.round(share * 100)} %`,
    isMet: share >= minShare,
  }
}

const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

async function slowReaders({ port, tokens, large, pid }: DownloadServer): Promise<BenchRow> {
  const before = memoryOf(pid)
  const path = (n: number) => `/api/download?token=${tokens[n]}&file=${large}`
  const lines = Array.from({ length: readers }, (_, n) =>
    startSlowReader(port, path(n), { bytesPerSecond: readerSpeed }),
  )
  let max = before
  for (const until = performance.now() + readFor; performance.now() < until; await after(250))
    max = Math.max(max, memoryOf(pid))
  const speeds = lines.map(({ taken }) => taken() / (readFor / 1000))
  for (const { stop } of lines) stop()
  const slowest = Math.min(...speeds)
  const growth = max - before
  return {
    what: `${readers} readers at ${readerSpeed / 1024} KB/s, growth of the server's memory`,
    budget: `≤ ${maxGrowth} MB`,
    yardstick: `${Math.round(before)} MB before; the slowest had ${Math.round(slowest / 1024)} KB/s`,
    measured: `${Math.round(growth)} MB`,
    isMet: growth <= maxGrowth && slowest >= readerSpeed * 0.8,
  }
}

async function ingestion({ port, tokens, small }: DownloadServer): Promise<BenchRow[]> {
  const shop = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/shop/products?q=harb`)
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
  const idle = percentile(await measureTimesMs(shop, { runs: 400, warmUp: 100 }), 0.99)
  let kept = 0
  let isOn = true
  const began = performance.now()
  const batch = 50
  /** Each has its own address, as browsers do, and sends a little more often than required. */
  const browser = async (_: unknown, n: number) => {
    for (let turn = 0; isOn; turn++) {
      const events = Array.from({ length: batch }, () => ({ id: randomUUID(), fileId: small, type: 'paused' }))
      const from = `127.0.${1 + n}.${1 + (turn % 250)}`
      const due = began + (turn + n / browsers) * (1000 / (target / batch / browsers))
      await after(Math.max(0, due - performance.now()))
      const token = tokens[(turn * browsers + n) % tokens.length]
      kept += await posted(port, { token, events }, from)
    }
  }
  const browsers = 8
  const target = eventsPerSecond * 1.1
  const all = Promise.all(Array.from({ length: browsers }, browser))
  const times: number[] = []
  while (performance.now() - began < floodFor) {
    const startedAt = performance.now()
    await shop()
    times.push(performance.now() - startedAt)
  }
  const rate = (kept * 1000) / (performance.now() - began)
  isOn = false
  await all
  const busy = percentile(
    times.sort((a, b) => a - b),
    0.99,
  )
  return [
    {
      what: 'download events kept on PostgreSQL',
      budget: `≥ ${eventsPerSecond} a second`,
      yardstick: `sent ${Math.round(target)} a second, ${batch} at a time`,
      measured: `${Math.round(rate)} a second`,
      isMet: rate >= eventsPerSecond,
    },
    {
      what: 'a search in the shop meanwhile, p99',
      budget: '≤ 2 × idle',
      yardstick: `idle ${formatMs(idle)}`,
      measured: `${formatMs(busy)} (median ${formatMs(percentile(times, 0.5))})`,
      isMet: busy <= 2 * idle,
    },
  ]
}

function posted(port: number, body: object, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const clientRequest = request({
      port,
      host: '127.0.0.1',
      path: '/api/download-events',
      method: 'POST',
      headers,
      localAddress,
    })
    clientRequest.on('error', reject)
    clientRequest.on('response', async (answer) => {
      let got = ''
      for await (const piece of answer) got += piece
      resolve(answer.statusCode === 202 ? JSON.parse(got).kept : 0)
    })
    clientRequest.end(text)
  })
}
