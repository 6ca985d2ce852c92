/**
 * Makes the pictures of the shipped sites: `node scripts/demo-images/make.ts` makes all of them, any names after it
 * (`gallery-03`, `covers`, `musician`, `service/hero`) only those whose path contains one. Two pictures are made at a time.
 */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type Site, sites } from './catalogue.ts'
import { type Entry, folderOf, saveDrawing, saveIcon, savePicture } from './save.ts'

interface Job {
  site: string
  file: string
}

interface Done extends Job {
  entry: Entry
  bytes: number
  seconds: number
}

const atOnce = 2

if (isMainThread) await makeAll(process.argv.slice(2))
else parentPort!.on('message', async (job: Job) => parentPort!.postMessage(await makeOne(job)))

async function makeOne({ site, file }: Job): Promise<Done> {
  const started = performance.now()
  const picture = sites.find((s) => s.name === site)!.pictures.find((p) => p.file === file)!
  const { entry, bytes } = await savePicture(site, picture)
  return { site, file, entry, bytes, seconds: (performance.now() - started) / 1000 }
}

async function makeAll(names: string[]): Promise<void> {
  const wanted = (site: string, file: string) => names.length === 0 || names.some((n) => `${site}/${file}`.includes(n))
  const made = new Map<string, Map<string, Entry>>()
  const touched = sites.filter((site) =>
    [...site.drawings, ...site.icons, ...site.pictures].some(({ file }) => wanted(site.name, file)),
  )
  for (const site of touched) {
    const entries = await recorded(site)
    made.set(site.name, entries)
    for (const drawing of site.drawings) if (wanted(site.name, drawing.file)) await saveDrawing(site.name, drawing)
    for (const icon of site.icons)
      if (wanted(site.name, icon.file)) entries.set(icon.file, await saveIcon(site.name, icon))
  }
  const jobs = touched.flatMap((site) =>
    site.pictures.filter((p) => wanted(site.name, p.file)).map((p): Job => ({ site: site.name, file: p.file })),
  )
  let bytes = 0
  await shareOut(jobs, (done) => {
    bytes += done.bytes
    made.get(done.site)!.set(done.file, done.entry)
    const size = `${String(Math.round(done.bytes / 1024)).padStart(4)} KB`
    console.log(`${size} ${done.seconds.toFixed(1).padStart(6)} s  ${done.site}/${done.file}`)
  })
  for (const site of touched) await record(site, made.get(site.name)!)
  console.log(`${jobs.length} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MB`)
}

/** Each worker asks for the next picture when it has finished one. */
async function shareOut(jobs: Job[], onDone: (done: Done) => void): Promise<void> {
  const queue = [...jobs]
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url))
    for (let job = queue.shift(); job; job = queue.shift()) {
      worker.postMessage(job)
      const [done] = (await once(worker, 'message')) as [Done]
      onDone(done)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, work))
}

async function recorded(site: Site): Promise<Map<string, Entry>> {
  try {
    return new Map(Object.entries<Entry>(JSON.parse(await readFile(`${folderOf(site.name)}images.json`, 'utf8'))))
  } catch {
    return new Map()
  }
}

/** Keeps the order of the catalogue and forgets what is no longer made. */
async function record(site: Site, entries: Map<string, Entry>): Promise<void> {
  const listed = [...site.pictures, ...site.icons]
  const sentence = new Map(listed.map(({ file, alt }) => [file, alt]))
  const kept = listed.flatMap(({ file }) => {
    const entry = entries.get(file)
    return entry ? [[file, { ...entry, alt: sentence.get(file)! }] as const] : []
  })
  if (kept.length === 0) return
  await writeFile(`${folderOf(site.name)}images.json`, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
