import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { newId } from '#server/db/id.ts'
import { sites } from '#sites/index.ts'
import { mp3OfSize, zipWithFile } from '#tests/fixtures/file-bytes.ts'
import type { BenchRow } from './bench-row.ts'
import { measuredServers } from './memory/measured-server.ts'
import { pssOf } from './memory/process-memory.ts'
import { sessionOf, signInOwner } from './owner.ts'

const MB = 2 ** 20
/** Of 1 GB; the rest is for the system. */
const limitMb = 850
const trackChunks = 50
const chunkBytes = 10 * MB
const archiveBytes = 100 * MB
/** Where version 1 of cgroups is mounted. */
const groups = '/sys/fs/cgroup/memory'

/** An embedded installation on a machine with 1 GB: first start with the demo; then an upload, an archive, a backup. */
export async function benchSmallMachine(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  try {
    return [await firstStart(folder), await uploadsAndBackup(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where the limit kills it, the database is created without one, for what follows. */
async function firstStart(folder: string): Promise<BenchRow> {
  const limited = await withinLimit(folder, async ({ start, stop }) => stop(await start('main')))
  if (limited.error) {
    rmSync(join(folder, 'data'), { recursive: true, force: true })
    const { start, stop } = measuredServers(folder)
    await stop(await start('main'))
  }
  return {
    what: 'embedded on 1 GB: first start, with the demo content',
    ...rowOf(limited),
    why: 'PGlite creates a database by initdb within the process, and V8 optimises its code meanwhile; with --liftoff-only it takes half',
  }
}

async function uploadsAndBackup(folder: string): Promise<BenchRow> {
  const limited = await withinLimit(folder, async ({ start, stop, run }) => {
    const app = await start('main')
    await uploadAll(app.port)
    const backup = run(['src/app/commands/backup.ts'], {})
    backup.stdout!.resume()
    const [code] = await once(backup, 'exit')
    if (code !== 0 || app.child.exitCode !== null) throw new Error(`The backup ended with ${code}.`)
    await stop(app)
  })
  const [uploadMb, archiveMb] = [(trackChunks * chunkBytes) / MB, archiveBytes / MB]
  return {
    what: `embedded on 1 GB: a start, an upload of ${uploadMb} MB, an archive of ${archiveMb} MB and a backup`,
    ...rowOf(limited),
  }
}

type Limited = { error: string | null; peak: number; group: { maxMb: number; timesAtLimit: number } | null }

async function withinLimit(
  folder: string,
  work: (servers: ReturnType<typeof measuredServers>) => Promise<void>,
): Promise<Limited> {
  const group = limitedGroup()
  const servers = measuredServers(folder, group?.path)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, pssOf(servers.running()))
  }, 250)
  const error = await work(servers).then(
    () => null,
    (thrown: Error) => thrown.message,
  )
  clearInterval(sampling)
  servers.killAll()
  const used = group && { maxMb: group.maxMb(), timesAtLimit: group.timesAtLimit() }
  await group?.remove()
  return { error, peak, group: used }
}

const rowOf = ({ error, peak, group }: Limited) => ({
  budget: `within ${limitMb} MB, without swap`,
  yardstick: group
    ? `a cgroup of ${limitMb} MB; the kernel had to free cached files ${group.timesAtLimit} times`
    : 'cgroups cannot be written here',
  measured: `${error ?? 'done'}; processes at most ${peak.toFixed(0)} MB (PSS)${group ? `, ${group.maxMb.toFixed(0)} MB with cached files` : ''}`,
  isMet: error === null && peak <= limitMb,
})

/** Null where cgroups cannot be written. A process that needs more than the limit is killed by the kernel. */
function limitedGroup() {
  const path = `${groups}/stagedoor-bench-${process.pid}`
  const read = (name: string) => Number(readFileSync(`${path}/${name}`, 'utf8'))
  try {
    mkdirSync(path)
    writeFileSync(`${path}/memory.limit_in_bytes`, String(limitMb * MB))
    writeFileSync(`${path}/memory.swappiness`, '0')
  } catch {
    return null
  }
  return {
    path,
    maxMb: () => read('memory.max_usage_in_bytes') / MB,
    timesAtLimit: () => read('memory.failcnt'),
    remove: async () => {
      for (let tries = 0; tries < 50; tries++)
        try {
          return rmdirSync(path)
        } catch {
          // The kernel frees it when the last process is gone.
          await wait(100)
        }
    },
  }
}

async function uploadAll(port: number): Promise<void> {
  const call = await signInOwner(port)
  const cookie = await sessionOf(port)
  const draft = { name: 'A large album', price: 700, productType: 'digital' }
  const { id: productId } = await call<{ id: string }>('POST', 'products', draft)
  const websiteId = createSiteRegistry(sites).defaultSite.siteId
  const upload = async (fileType: string, fileName: string, chunks: Uint8Array<ArrayBuffer>[], headers = {}) => {
    const fields = { sessionId: newId(), totalChunks: chunks.length, fileName, websiteId, productId, fileType }
    for (const [chunkIndex, chunk] of chunks.entries()) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...fields, chunkIndex })) form.set(name, String(value))
      form.set('chunk', new Blob([chunk]), 'chunk')
      const answer = await fetch(`http://localhost:${port}/api/upload/chunked`, {
        method: 'POST',
        body: form,
        headers: { cookie, origin: `http://localhost:${port}`, ...headers },
      })
      if (!answer.ok) throw new Error(`A chunk was answered with ${answer.status}: ${await answer.text()}`)
    }
  }
  const track = mp3OfSize(chunkBytes)
  await upload('tracks', 'Album.mp3', Array(trackChunks).fill(track))
  const archive = zipWithFile(mp3OfSize(archiveBytes - MB))
  const pieces = Array.from({ length: Math.ceil(archive.length / chunkBytes) }, (_, at) =>
    archive.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  )
  await upload('album', 'Album.zip', pieces, { 'upload-made-from': hash('sha256', archive) })
}
