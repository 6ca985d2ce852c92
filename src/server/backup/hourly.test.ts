import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openArchive, textStream, writeArchive } from '#server/backup/archive.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { makeHourlyBackup } from '#server/backup/hourly.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { encodeSecrets, readSecrets } from '#server/secrets.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { insertShow } from '#server/tour/commands.ts'
import { openTestDatabase } from '#tests/database.ts'
import {
  backupOf,
  backupShow,
  emptyInstallation,
  onCleanup,
  pictureObjectKey,
  putBackupObject,
  removeInstallationsAtEnd,
  restoreTo,
  runningInstallation,
  scope,
  websiteId,
} from '#tests/fixtures/backup.ts'
import { adminShows } from '#tests/fixtures/tour.ts'

removeInstallationsAtEnd()

const at = (hours: number) => new Date(Date.UTC(2026, 4, 1, 12 + hours))
const diskSpaceOf = async () => ({ free: 2 ** 39, total: 2 ** 40 })
const refusal = /^No backup was made: these are not the keys .* Correct DATA_KEY or /

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-hourly-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('hourly backups of an embedded database', async () => {
  const database = await openTestDatabase('pglite')
  beforeAll(() => syncWebsites(database, [{ siteId: websiteId, name: 'A site of a test' }]))

  function newTestSystem() {
    const dataDir = newFolder()
    const folder = join(dataDir, 'kept')
    const store = openDiskStore(join(dataDir, 'files'))
    const keys = encodeSecrets(readSecrets(dataDir, {}))
    const hourly = (now: Date, signal = new AbortController().signal) =>
      makeHourlyBackup({
        dataDir,
        folder,
        store,
        now,
        diskSpaceOf,
        keys,
        signal,
        websiteIds: [websiteId],
        databaseFolder: join(dataDir, 'db'),
        database: { holdRows: database.holdRows! },
      })
    return { dataDir, store, hourly, kept: openBackupFolder(folder), names: () => readdirSync(folder).toSorted() }
  }

  const filesOf = async (path: string) => {
    const { entries, elsewhere = [] } = (await openArchive(path)).manifest
    const own = entries.map(({ name }) => name).filter((name) => name.startsWith('files/'))
    return { own, elsewhere: elsewhere.map(({ name, archive }) => [name, archive]) }
  }

  test('backs up its rows each hour and each file once, and restores both', async () => {
    const { dataDir, store, hourly, kept } = newTestSystem()
    expect(await hourly(at(0))).toBeNull()
    const place = { dataDir, store, options: { kind: 'pglite', folder: join(dataDir, 'db') } } as const
    await putBackupObject(place, 'one', 'The first file.')
    const whole = kept.pathFor(at(0))
    await writeArchive(whole, async (archive) => {
      await archive.add(`files/${pictureObjectKey('one')}`, textStream('The first file.'), 'file')
      return { madeAt: at(0).toISOString(), migration: 0, tables: {}, jobs: 0 }
    })

    await putBackupObject(place, 'two', 'The second file.')
    await inSite(database, scope, (tx) => insertShow(tx, { ...backupShow, venue: 'Of the first hour' }))
    const first = (await hourly(at(1)))!
    await putBackupObject(place, 'three', 'The third file.')
    await inSite(database, scope, (tx) => insertShow(tx, { ...backupShow, venue: 'Of the second hour' }))
    const second = (await hourly(at(2)))!

    const [one, two, three] = ['one', 'two', 'three'].map((name) => `files/${pictureObjectKey(name)}`)
    expect(await filesOf(first)).toEqual({ own: [two], elsewhere: [[one, basename(whole)]] })
    const { own, elsewhere } = await filesOf(second)
    expect(own).toEqual([three])
    expect(new Map(elsewhere as [string, string][])).toEqual(
      new Map([
        [one, basename(whole)],
        [two, basename(first)],
      ]),
    )
    // Other roles see no more than before.
    expect(await inSite(database, { ...scope, websiteId: crypto.randomUUID() }, (tx) => adminShows(tx))).toEqual([])

    const target = await emptyInstallation('postgres')
    await restoreTo(target, second)
    const restored = await openDatabase(target.options)
    const shows = await inSite(restored, scope, (tx) => adminShows(tx)).finally(restored.close)
    expect(shows.map(({ venue }) => venue).toSorted()).toEqual(['Of the first hour', 'Of the second hour'])
    for (const [name, words] of Object.entries({ one: 'first', two: 'second', three: 'third' }))
      expect(await text(await target.store.get(pictureObjectKey(name)))).toBe(`The ${words} file.`)

    rmSync(whole)
    const other = await emptyInstallation('postgres')
    await expect(restoreTo(other, second)).rejects.toThrow(/needs files of stagedoor-.*\.zip, which is not beside it/)
    expect(readdirSync(other.dataDir)).toEqual([])
  })

  test('leaves nothing of an aborted hourly backup, and refuses one with other keys', async () => {
    const { hourly, kept, names } = newTestSystem()
    await writeArchive(kept.pathFor(at(0)), async () => ({
      madeAt: at(0).toISOString(),
      migration: 0,
      tables: {},
      jobs: 0,
    }))
    await expect(hourly(at(1), AbortSignal.abort())).rejects.toThrow('abort')
    await verifyAndRecordDataKey(database, [websiteId], createSealer(readSecrets(newFolder(), {}).dataKeys))
    await expect(hourly(at(1))).rejects.toThrow(refusal)
    expect(names()).toHaveLength(1)
  })
})

test('refuses a full backup with other keys', async () => {
  const source = await runningInstallation('postgres')
  onCleanup(source.close)
  await verifyAndRecordDataKey(source.database, [websiteId], createSealer(readSecrets(source.dataDir, {}).dataKeys))
  await backupOf(source, join(source.dataDir, 'right.zip'))
  const wrong = encodeSecrets(readSecrets(newFolder(), {}))
  await expect(backupOf(source, join(source.dataDir, 'wrong.zip'), wrong)).rejects.toThrow(refusal)
  expect(readdirSync(source.dataDir).filter((name) => name.includes('wrong'))).toEqual([])
})
