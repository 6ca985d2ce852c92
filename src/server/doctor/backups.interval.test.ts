import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { recoveryFindings } from '#server/doctor/backups.ts'
import { copyTemplateDatabase } from '#tests/database.ts'

const now = new Date('2026-05-04T10:20:30Z')

const { urls, remove } = await copyTemplateDatabase()
afterAll(remove)

async function looked({ every, hoursAgo }: { every?: number; hoursAgo?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-recovery-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (hoursAgo !== undefined) writeFileSync(openBackupFolder(folder).pathFor(new Date(+now - hoursAgo * 3_600_000)), '')
  const [found] = await recoveryFindings({ url: urls.ownerUrl, folder, every }, now)
  return [found!.state, found!.message]
}

test('without WAL archiving, the age of the last backup is compared with BACKUP_EVERY', async () => {
  expect(await looked({ hoursAgo: 1 })).toEqual([
    'warn',
    'BACKUP_EVERY is not set, so nothing says how much work may be lost',
  ])
  expect(await looked({ every: 6 })).toEqual(['bad', 'there is no backup, and there is to be one every 6 hours'])
  expect(await looked({ every: 6, hoursAgo: 6.5 })).toEqual(['ok', expect.stringContaining('6.5 hours old')])
  expect(await looked({ every: 6, hoursAgo: 7.5 })).toEqual(['bad', expect.stringContaining('7.5 hours old')])
})

test('the doctor reports an empty database without a backup as ok', async () => {
  const url = `${inject('postgres').ownerUrl}postgres`
  const [found] = await recoveryFindings({ url, folder: '/nowhere', every: 6 }, now)
  expect(found).toMatchObject({ state: 'ok', message: 'nothing is in the database yet' })
})

test('the doctor reports a database whose backups it cannot ask for as bad', async () => {
  const [found] = await recoveryFindings({ url: 'postgres://nobody@127.0.0.1:1/x', folder: '/nowhere', every: 6 }, now)
  expect(found).toMatchObject({ subject: 'Recovery point', state: 'bad' })
})
