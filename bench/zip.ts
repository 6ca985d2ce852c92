import { randomFillSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findChromium } from '../scripts/prepare/find.mjs'
import type { BenchRow } from './bench-row.ts'
import type { ZipResult } from './zip/page.ts'

const megabyte = 1024 * 1024
const tracks = 16
const trackBytes = 64 * megabyte
/** JSZip holds an album in memory several times over and is slow, so it gets a quarter of it. */
const theirTracks = 4
const budget = { megabytes: 200, times: 2 }

/** An album of 1 GB becomes a zip in Chromium: by our worker, and by JSZip in one of its own. */
export async function benchZip(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const served = await servePage(join(folder, 'page'))
  // With a profile on the disk: a private window would store files in memory.
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findChromium()!,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--no-first-run'],
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const rows: BenchRow[] = []
    for (const { what, type, sound, levels } of albums) {
      const paths = Array.from({ length: tracks }, (_, at) => join(folder, `${at + 1}.bin`))
      for (const path of paths) writeFileSync(path, sound())
      const measure = async (chosen: string[], work: string) => {
        await page.goto(served.address)
        await page.locator('input').setInputFiles(chosen)
        return measured(page, work, chosen.length * trackBytes)
      }
      const ours = await measure(paths, `ours('${type}')`)
      const theirs: JszipResult[] = []
      for (const level of levels)
        theirs.push({ level, ...(await measure(paths.slice(0, theirTracks), `theirs(${level})`)) })
      rows.push(...rowsOf(what, ours, theirs))
    }
    return rows
  } finally {
    await context.close()
    served.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compressed audio, which we store as it is, and uncompressed audio. */
const albums = [
  { what: '1 GB of MP3 zipped in Chromium', type: 'audio/mpeg', sound: compressed, levels: [6, 0] },
  { what: '1 GB of WAV zipped in Chromium', type: 'audio/wav', sound: recorded, levels: [6] },
]

function compressed(): Buffer {
  return randomFillSync(Buffer.alloc(trackBytes))
}

/** A tone with noise, which compresses little. */
function recorded(): Buffer {
  const bytes = compressed()
  const perSecond = 44_100
  for (let at = 0; at < trackBytes; at += 2) {
    const tone = 9_000 * Math.sin((at / 2 / perSecond) * 440 * 2 * Math.PI)
    bytes.writeInt16LE(Math.round(tone + (bytes[at]! - 128) * 2), at)
  }
  return bytes
}

type Measurement = { perSecond: number; seconds: number; peakMegabytes: number }
type JszipResult = Measurement & { level: number }

/** Compared with JSZip at level 6, the specified one; its result without compression is listed too. */
function rowsOf(what: string, ours: Measurement, theirs: JszipResult[]): BenchRow[] {
  const speed = ({ perSecond }: Measurement) => `${perSecond.toFixed(0)} MB/s`
  const [specified] = theirs
  const times = ours.perSecond / specified!.perSecond
  const quarter = `${(theirTracks * trackBytes) / megabyte} MB of it`
  return [
    {
      what: `${what}, speed`,
      budget: `≥ ${budget.times} × JSZip`,
      yardstick: `JSZip, ${quarter}: ${theirs.map((each) => `${speed(each)} at level ${each.level}`).join(', ')}`,
      measured: `${speed(ours)}, ${ours.seconds.toFixed(0)} s (${times.toFixed(1)} ×)`,
      isMet: times >= budget.times,
      why: 'the browser compresses with zlib at the specified level, two files at a time',
    },
    {
      what: `${what}, memory of all its processes`,
      budget: `≤ ${budget.megabytes} MB more`,
      yardstick: `JSZip, ${quarter}: ${specified!.peakMegabytes.toFixed(0)} MB`,
      measured: `${ours.peakMegabytes.toFixed(0)} MB`,
      isMet: ours.peakMegabytes <= budget.megabytes,
    },
  ]
}

/** Throughput, and the peak of additional memory of all browser processes together. */
async function measured(page: Page, work: string, bytes: number): Promise<Measurement> {
  const before = browserMemory()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, browserMemory())
  }, 250)
  try {
    const made = await page.evaluate<ZipResult>(work)
    if (made.bytes > bytes * 1.01) throw new Error(`A zip of ${made.bytes} bytes was made of ${bytes}.`)
    const seconds = made.ms / 1000
    return { seconds, perSecond: bytes / megabyte / seconds, peakMegabytes: (peak - before) / megabyte }
  } finally {
    clearInterval(timer)
  }
}

/** What they hold, each shared page counted once. */
const browserMemory = (): number =>
  descendants(process.pid).reduce((sum, pid) => {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
    return sum + Number(kilobytes) * 1024
  }, 0)

function descendants(parent: number): number[] {
  const parents = new Map<number, number[]>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    const of = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])
    parents.set(of, [...(parents.get(of) ?? []), pid])
  }
  const below = (pid: number): number[] => (parents.get(pid) ?? []).flatMap((child) => [child, ...below(child)])
  return below(parent)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Our worker as it is built for the admin area, on a page of its own. */
async function servePage(out: string) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: new URL('./zip', import.meta.url).pathname,
    build: { outDir: out, target: 'chrome123' },
  })
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' }
  const server = createServer(({ url = '/' }, answer) => {
    const file = url === '/' ? '/index.html' : url
    answer.setHeader('content-type', types[extname(file)] ?? 'text/plain')
    answer.end(read(join(out, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
