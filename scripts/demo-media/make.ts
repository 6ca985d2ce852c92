/**
 * Makes the music and the films of Marlow Quay's site: `node scripts/demo-media/make.ts` makes all of them, any names
 * after it (`night-ferry`, `mp3`, `boathouse`) only those whose file contains one. Two are made at a time. What was
 * made is listed with its length and its hash in `media.json`, which the demo reads. Films need Chromium.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { peaksOf } from '#domain/previews/peaks.ts'
import { films, pieces } from './catalogue.ts'
import { filmFile } from './film-file.ts'
import { lengthOf } from './length.ts'
import { musicFile } from './music-file.ts'
import type { Stereo } from './sound/take.ts'

interface Entry {
  bytes: number
  /** Seconds, to the thousandth. */
  duration: number
  sha256: string
  /** Of music: how loud it is from beginning to end, a thousand bytes as base64. */
  peaks?: string
}

interface Done {
  file: string
  entry: Entry
  took: number
}

const folder = fileURLToPath(new URL('../../sites/musician/media/', import.meta.url))
const atOnce = 2
const files = [...films.map(({ file }) => `${file}.webm`), ...pieces.map(({ file }) => `${file}.mp3`)]

if (isMainThread) await makeAll(process.argv.slice(2))
else parentPort!.on('message', async (file: string) => parentPort!.postMessage(await makeOne(file)))

async function makeOne(file: string): Promise<Done> {
  const started = performance.now()
  const film = films.find((f) => `${f.file}.webm` === file)
  const piece = pieces.find((p) => (film ? p.file === film.piece : `${p.file}.mp3` === file))!
  const sound = piece.make()
  const made = await (film ? filmFile(film, sound) : musicFile(piece, sound))
  await writeFile(folder + file, made)
  const entry = {
    bytes: made.length,
    duration: Math.round((await lengthOf(made)) * 1000) / 1000,
    sha256: createHash('sha256').update(made).digest('hex'),
    ...(!film && { peaks: Buffer.from(loudness(sound)).toString('base64') }),
  }
  return { file, entry, took: (performance.now() - started) / 1000 }
}

function loudness({ left, right }: Stereo): Uint8Array {
  const each = left.map((value, at) => Math.max(Math.abs(value), Math.abs(right[at]!)))
  return peaksOf(each)
}

async function makeAll(names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const queue = files.filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
  const entries = await recorded()
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url))
    for (let file = queue.shift(); file; file = queue.shift()) {
      worker.postMessage(file)
      const [{ entry, took }] = (await once(worker, 'message')) as [Done]
      entries.set(file, entry)
      const size = `${String(Math.round(entry.bytes / 1024)).padStart(5)} KB`
      console.log(`${size} ${entry.duration.toFixed(1)} s, made in ${took.toFixed(0)} s  ${file}`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, work))
  const kept = files.flatMap((file) => (entries.has(file) ? [[file, entries.get(file)!] as const] : []))
  await writeFile(`${folder}media.json`, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

async function recorded(): Promise<Map<string, Entry>> {
  try {
    return new Map(Object.entries<Entry>(JSON.parse(await readFile(`${folder}media.json`, 'utf8'))))
  } catch {
    return new Map()
  }
}
