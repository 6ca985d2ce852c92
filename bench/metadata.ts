import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import type { FileTags } from '#domain/uploads/metadata/track.ts'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'
import { startChromium } from '#tests/services/chromium.ts'
import { type BenchRow, formatMs, percentile } from './bench-row.ts'

const size = 900 * 1024 * 1024
const budget = 300
const runs = 20

/** Reads the tags of a 900 MB recording in Chromium, as the admin area does before an upload. */
export async function benchTagReading(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const browser = await startChromium()
  const served = await servePage(folder)
  try {
    const page = await browser.newPage()
    await page.goto(served.address)
    const rows: BenchRow[] = []
    for (const { what, path, title } of recordings(folder)) rows.push(await measured(page, what, path, title))
    return rows
  } finally {
    await browser.close()
    served.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sparse files: of full size, with hardly anything on the disk. */
function recordings(folder: string) {
  const song = readFileSync(new URL('../sites/musician/media/low-water.mp3', import.meta.url))
  const mp3 = join(folder, 'long.mp3')
  writeHoles(mp3, [[0, song]])
  const wav = join(folder, 'long.wav')
  const tags = taggedWavFile({ INAM: 'Größe' }, 0)
  const list = tags.subarray(tags.indexOf('LIST'), tags.lastIndexOf('data'))
  const head = Buffer.concat([tags.subarray(0, tags.indexOf('LIST')), Buffer.from('data\0\0\0\0')])
  const sound = size - head.length - list.length
  head.writeUInt32LE(size - 8, 4)
  head.writeUInt32LE(sound, head.length - 4)
  writeHoles(wav, [
    [0, head],
    [head.length + sound, list],
  ])
  return [
    { what: 'tags of an MP3 of 900 MB, in Chromium', path: mp3, title: 'Low Water' },
    { what: 'tags of a WAV of 900 MB, which stand at its end, in Chromium', path: wav, title: 'Größe' },
  ]
}

function writeHoles(path: string, pieces: [at: number, bytes: Buffer][]): void {
  const file = openSync(path, 'w')
  ftruncateSync(file, size)
  for (const [at, bytes] of pieces) writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

type Bench = { readTags: (file: File) => Promise<FileTags> }

async function measured(page: Page, what: string, path: string, title: string): Promise<BenchRow> {
  await page.reload()
  await page.getByLabel('file').setInputFiles(path)
  const { times, whole, found } = await page.evaluate(async (count) => {
    const { readTags } = (await import('/bench.js' as string)) as Bench
    const [file] = document.querySelector('input')!.files!
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    // The first one also loads the reader.
    const taken: number[] = []
    for (let run = 0; run < count; run++) taken.push(await timed(() => readTags(file!)))
    const through = await timed(() => file!.stream().pipeTo(new WritableStream()))
    return { times: taken, whole: through, found: await readTags(file!) }
  }, runs)
  if (found.title !== title || !found.duration) throw new Error(`${path} was read as ${JSON.stringify(found)}`)
  const [first] = times
  const sorted = times.toSorted((a, b) => a - b)
  const slowest = sorted.at(-1)!
  return {
    what,
    budget: `≤ ${budget} ms, the first one with its reader included`,
    yardstick: `reading all of it: ${formatMs(whole)}`,
    measured: `slowest of ${runs}: ${formatMs(slowest)} (median ${formatMs(percentile(sorted, 0.5))}, first ${formatMs(first!)})`,
    isMet: slowest <= budget,
  }
}

/** The reader as it is built for the admin area, on a page of its own. */
async function servePage(folder: string) {
  const out = join(folder, 'page')
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: out,
      target: 'chrome123',
      minify: true,
      lib: { entry: 'src/web/admin/uploads/tracks/read-tags.ts', formats: ['es'], fileName: () => 'bench.js' },
    },
  })
  writeFileSync(join(out, 'index.html'), '<!doctype html><label>file <input type="file"></label>')
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' }
  const server = createServer(({ url = '/' }, answer) => {
    const file = url === '/' ? '/index.html' : new URL(url, 'http://localhost').pathname
    try {
      answer.setHeader('content-type', types[extname(file)] ?? 'text/plain')
      answer.end(readFileSync(join(out, file)))
    } catch {
      answer.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
