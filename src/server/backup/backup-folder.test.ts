import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeArchive } from '#server/backup/archive.ts'
import { type BackupKind, openBackupFolder } from '#server/backup/backup-folder.ts'

test('keeps the newest backups of a folder and leaves other files alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kept = openBackupFolder(folder)
  const now = new Date('2026-05-04T11:00:00Z')
  expect(kept.newest(now)).toBeNull()
  writeFileSync(join(folder, 'notes.zip'), '')
  for (const day of ['03', '01', '02', '04']) writeFileSync(kept.pathFor(new Date(`2026-05-${day}T10:20:30.456Z`)), '')
  expect(kept.newest(now)?.madeAt).toEqual(new Date('2026-05-04T10:20:30Z'))
  await kept.thinOut(2, now)
  expect(readdirSync(folder).sort()).toEqual([
    'notes.zip',
    'stagedoor-2026-05-03T10-20-30Z.zip',
    'stagedoor-2026-05-04T10-20-30Z.zip',
  ])
  await kept.thinOut(5, now)
  expect(readdirSync(folder)).toHaveLength(3)
})

test('keeps the hourly backups of a day and every archive whose files they need', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kept = openBackupFolder(folder)
  const at = (hours: number) => new Date(Date.UTC(2026, 4, 1, hours))
  const make = async (hours: number, kind: BackupKind, needs: string[] = []) => {
    const path = kept.pathFor(at(hours), kind)
    const elsewhere = needs.map((archive) => ({ name: 'files/song', bytes: 1, sha256: '', archive }))
    await writeArchive(path, async () => ({
      madeAt: at(hours).toISOString(),
      migration: 0,
      tables: {},
      jobs: 0,
      elsewhere,
    }))
    return basename(path)
  }
  const names = () => readdirSync(folder).toSorted()
  const whole = await make(0, 'whole')
  const second = await make(24, 'whole')
  const hourly: string[] = []
  for (let hour = 25; hour < 51; hour++)
    hourly.push(await make(hour, 'hourly', [second, ...(hour > 25 && hour < 30 ? [hourly[0]!] : [])]))
  const third = await make(51, 'whole')
  expect(kept.newest(at(51))?.madeAt).toEqual(at(51))
  expect(kept.newest(at(51), 'hourly')?.madeAt).toEqual(at(50))
  await kept.thinOut(1, at(51))
  // The first hourly backup is old, but others need its file; the second and the first full one are deleted.
  expect(names()).toEqual([hourly[0]!, ...hourly.slice(2), second, third].toSorted())
  expect(names()).not.toContain(whole)
  for (let hour = 52; hour < 76; hour++) hourly.push(await make(hour, 'hourly', [third]))
  await kept.thinOut(1, at(76))
  expect(names()).toEqual([...hourly.slice(-24), third].toSorted())
})

test('ignores a backup dated more than an hour ahead, and deletes no other for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kept = openBackupFolder(folder)
  const now = new Date('2026-05-04T10:00:00Z')
  for (const date of ['2026-05-04T09:00:00Z', '2026-05-04T10:59:00Z', '2026-05-04T11:01:00Z', '2031-01-01T00:00:00Z'])
    writeFileSync(kept.pathFor(new Date(date)), '')
  expect(kept.newest(now)?.madeAt).toEqual(new Date('2026-05-04T10:59:00Z'))
  const ahead = ['stagedoor-2026-05-04T11-01-00Z.zip', 'stagedoor-2031-01-01T00-00-00Z.zip']
  expect(kept.ahead(now)).toEqual(ahead)
  await kept.thinOut(1, now)
  expect(readdirSync(folder).sort()).toEqual(['stagedoor-2026-05-04T10-59-00Z.zip', ...ahead])
})

test('deletes partial archives older than a day before the next backup, and keeps newer ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const now = new Date('2026-05-04T10:20:30Z')
  const begun = (name: string, hoursAgo: number) => {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), now, new Date(+now - hoursAgo * 3_600_000))
  }
  begun('stagedoor-2026-05-01T10-20-30Z.zip.part', 25)
  begun('stagedoor-2026-05-03T11-20-30Z.zip.part', 23)
  begun('song.zip.part', 100)
  openBackupFolder(folder).pathFor(now)
  expect(readdirSync(folder).sort()).toEqual(['song.zip.part', 'stagedoor-2026-05-03T11-20-30Z.zip.part'])
})

test('a missing folder has no backups', () => {
  expect(openBackupFolder('/nowhere/at/all').newest(new Date())).toBeNull()
})
