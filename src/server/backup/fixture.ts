import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { z } from 'zod'
import { ShowDraft } from '#domain/tour/draft.ts'
import { copyOnRequest } from '#server/backup/copy-on-request.ts'
import { makeBackup } from '#server/backup/make.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { type Database, type DatabaseOptions, type Engine, openDatabase } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start.ts'
import { readSecrets, secretTexts } from '#server/secrets.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { addShow } from '#server/tour/actions.ts'
import { runOn } from '#tests/services/postgres.ts'

const now = new Date('2026-05-01T12:00:00Z')
export const websiteId = newId()
const userId = newId()
export const scope = { websiteId, userId, role: 'administrator' } as const
export const show = ShowDraft.parse({
  date: '2026-05-01',
  zone: 'UTC',
  venue: 'Größenwahn "‹∅›"\n',
  city: 'Köln',
  country: 'DE',
})
export const key = (name: string) => `${websiteId}/pictures/${name}`

const removing: (() => Promise<unknown>)[] = []

/** What was opened last is closed first. */
export const later = (remove: () => Promise<unknown>) => void removing.unshift(remove)

/** To be called by each file of tests, at its top. */
export function clearPlaces(): void {
  afterAll(async () => {
    for (const remove of removing.splice(0)) await remove()
  })
}

export type Place = { dataDir: string; options: DatabaseOptions; store: ObjectStore }

/** A house with nothing in it. */
export async function emptyPlace(engine: Engine, elsewhere?: ObjectStore): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-backup-'))
  later(async () => rmSync(dataDir, { recursive: true, force: true }))
  const store = elsewhere ?? openDiskStore(join(dataDir, 'files'))
  if (engine === 'pglite') return { dataDir, store, options: { kind: 'pglite', folder: join(dataDir, 'db') } }
  const { url, ownerUrl } = inject('postgres')
  const name = `test_${newId().replaceAll('-', '')}`
  await runOn(`${ownerUrl}postgres`, `create database ${name}`)
  later(() => runOn(`${ownerUrl}postgres`, `drop database ${name} with (force)`))
  return { dataDir, store, options: { kind: 'postgres', url: url + name, ownerUrl: ownerUrl + name, poolSize: 4 } }
}

export const runs: string[] = []
const job = defineJob({
  name: 'test-of-backups',
  data: z.object({ words: z.string() }),
  run: async ({ words }) => void runs.push(words),
})
export const startQueue = (database: Database, work: boolean) =>
  startJobs(database, { jobs: [job], work, report: () => {}, lookAfter: 1 })

export async function put({ dataDir, store }: Place, name: string, words: string): Promise<void> {
  const file = join(dataDir, newId())
  writeFileSync(file, words)
  await store.put(key(name), file)
}

/** A house in which something is, and which is open. */
export async function livingPlace(engine: Engine, elsewhere?: ObjectStore) {
  const place = await emptyPlace(engine, elsewhere)
  const database = await openDatabase(place.options)
  await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a test' }])
  const jobs = await startQueue(database, false)
  const copying = database.copyTo && copyOnRequest(place.dataDir, database.copyTo, () => {})
  await inSite(database, scope, async (tx) => {
    await addShow(tx, show)
    await enqueue(tx, job, { words: 'still to be done' })
  })
  await put(place, 'one', 'The first file, ünchanged.')
  const close = async () => {
    await copying?.stop()
    await jobs.stop()
    await database.close()
  }
  return { ...place, database, close }
}

/** How full the disk of this machine is must not decide. */
const emptyDisk = async () => ({ free: 2 ** 39, total: 2 ** 40 })

export function backupOf({ dataDir, options: database, store }: Place, path: string) {
  const keys = secretTexts(readSecrets(dataDir, {}))
  return makeBackup({ dataDir, database, store, keys, now, websiteIds: [websiteId], askRoom: emptyDisk }, path)
}
export const restoreTo = ({ dataDir, options, store }: Place, path: string, given = {}) =>
  restoreBackup({ dataDir, store, database: options, given }, path)
