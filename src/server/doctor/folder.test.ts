import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LocalFileRetention } from '#domain/files/disk-space.ts'
import { folderFindings } from '#server/doctor/folder.ts'

const gigabyte = 1024 ** 3

test.each<[number, number, LocalFileRetention, string, string]>([
  [0.2, 10, 'stay', 'bad', '0.2 of 10.0 GB are free; files are refused below 1.0'],
  [0.9, 10, 'stay', 'bad', '0.9 of 10.0 GB are free; files are refused below 1.0'],
  [4.9, 100, 'stay', 'bad', '4.9 of 100.0 GB are free; files are refused below 5.0'],
  [1.9, 10, 'stay', 'warn', '1.9 of 10.0 GB are free'],
  [5, 100, 'stay', 'ok', '5.0 of 100.0 GB are free'],
  [0.9, 100, 'pass', 'warn', '0.9 of 100.0 GB are free'],
  [0.2, 100, 'pass', 'bad', '0.2 of 100.0 GB are free; files are refused below 0.3'],
])(
  'a disk with %d of %d GB free on which files %s: the doctor reports %s',
  async (free, total, files, state, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-doctor-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const found = await folderFindings(folder, files, async () => ({ free: free * gigabyte, total: total * gigabyte }))
    expect(found.at(-1)).toMatchObject({ subject: 'Disk space', state, message })
  },
)

test('the doctor names a folder inside the data folder that belongs to another user', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['files', 'outbox']) mkdirSync(join(folder, name))
  const found = await folderFindings(
    folder,
    'stay',
    async () => null,
    (path) => !path.endsWith('outbox'),
  )
  const message = `this user may not write to ${join(folder, 'outbox')}`
  expect(found[0]).toMatchObject({ subject: 'Data folder', state: 'bad', message })
  // The free space is unknown.
  expect(found.at(-1)).toMatchObject({ subject: 'Disk space', state: 'bad' })
})
