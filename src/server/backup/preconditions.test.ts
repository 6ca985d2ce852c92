import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireDiskSpace } from '#server/backup/preconditions.ts'
import { newId } from '#server/db/id.ts'
import { openDiskStore } from '#server/files/disk-store.ts'

const [gigabyte, megabyte] = [1024 ** 3, 1_000_000]

/** A database of 3 MB, and a file of 2 MB of a website without a folder in sites/. */
function newTestSystem(free: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-room-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const websiteId = newId()
  for (const folder of ['db/base', `files/${websiteId}`]) mkdirSync(join(dataDir, folder), { recursive: true })
  writeFileSync(join(dataDir, 'db/base/table'), Buffer.alloc(3 * megabyte))
  writeFileSync(join(dataDir, 'files', websiteId, 'song'), Buffer.alloc(2 * megabyte))
  const store = openDiskStore(join(dataDir, 'files'))
  const database = { kind: 'pglite', folder: join(dataDir, 'db') } as const
  const diskSpaceOf = async () => ({ free, total: 2 * gigabyte })
  return (onlySite?: string) =>
    requireDiskSpace(
      { dataDir, database, store, diskSpaceOf, ...(onlySite && { onlySite }) },
      join(dataDir, 'backup.zip'),
    )
}

test('makes a backup only when archive and database copy leave the reserved space free', async () => {
  await newTestSystem(gigabyte + 8.1 * megabyte)()
  await expect(newTestSystem(gigabyte + 7.9 * megabyte)()).rejects.toThrow(
    /There is no room for a backup on the disk of .*: it may take 8.0 MB, 1081.6 MB are free, and 1073.7 MB must stay free/,
  )
})

test('counts only the files of the website for an archive of one website', async () => {
  await newTestSystem(gigabyte + 6.1 * megabyte)(newId())
  await expect(newTestSystem(gigabyte + 6.1 * megabyte)()).rejects.toThrow('it may take 8.0 MB')
})
