import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeArchive } from '#server/backup/archive.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { backupFindings, restoreFindings } from '#server/doctor/backups.ts'

const now = new Date('2026-05-04T10:20:30Z')
const hour = 3_600_000

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const findings = (folder: string) => backupFindings({ folder, dataDir: folder, byItself: true }, now)

test.each([
  [3, 'ok', '3 hours old'],
  [72, 'warn', '3 days old'],
])('the doctor reports a backup from %i hours ago as %s', async (hours, state, message) => {
  const folder = newFolder()
  const madeAt = new Date(+now - hours * hour)
  const about = { madeAt: madeAt.toISOString(), migration: 0, tables: {}, jobs: 0 }
  await writeArchive(openBackupFolder(folder).pathFor(madeAt), async () => about)
  expect(await findings(folder)).toEqual([
    expect.objectContaining({ subject: 'Backups', state, message: `the last one in ${folder} is ${message}` }),
  ])
})

test('names a backup dated in the future and does not count it as the last one', async () => {
  const folder = newFolder()
  const madeAt = new Date('2031-01-01T00:00:00Z')
  const about = { madeAt: madeAt.toISOString(), migration: 0, tables: {}, jobs: 0 }
  await writeArchive(openBackupFolder(folder).pathFor(madeAt), async () => about)
  const name = 'stagedoor-2031-01-01T00-00-00Z.zip'
  expect(await findings(folder)).toEqual([
    expect.objectContaining({ state: 'warn', message: `there is none in ${folder}` }),
    expect.objectContaining({
      state: 'warn',
      message: `${name} in ${folder} is dated in the future, which does not count`,
    }),
  ])
})

test('reports an empty backup as bad and a missing one as a warning', async () => {
  const folder = newFolder()
  expect(await findings(folder)).toEqual([expect.objectContaining({ state: 'warn' })])
  writeFileSync(openBackupFolder(folder).pathFor(now), '')
  const message = expect.stringMatching(/^the last one cannot be used: .*is not a backup/)
  expect(await findings(folder)).toEqual([expect.objectContaining({ state: 'bad', message })])
})

test('the doctor names a backup path where no folder can be created', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'mnt'))
  writeFileSync(join(folder, 'mnt/backups'), 'a file, and no folder')
  const place = join(folder, 'mnt/backups/stagedoor')
  const message = `this user may not write to ${place}`
  expect(await findings(place)).toContainEqual(expect.objectContaining({ state: 'bad', message }))
})

test('names an interrupted restore until it is replaced', async () => {
  const dataDir = newFolder()
  const database = { kind: 'pglite', folder: join(dataDir, 'db') } as const
  expect(await restoreFindings(dataDir, database)).toEqual([])
  writeFileSync(join(dataDir, 'restore-unfinished'), '/backups/friday.zip')
  const message = 'the one of /backups/friday.zip was begun here and not finished'
  expect(await restoreFindings(dataDir, database)).toEqual([expect.objectContaining({ state: 'bad', message })])
  mkdirSync(database.folder)
  writeFileSync(join(database.folder, 'PG_VERSION'), '18')
  expect(await restoreFindings(dataDir, database)).toEqual([])
})
