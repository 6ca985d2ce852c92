import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchForCopyRequests, withDatabaseCopy } from '#server/backup/snapshot.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-drafts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Requests a copy of the database, and never finishes the archive. */
const endless = `
  import { writeArchive } from '#server/backup/archive.ts'
  import { withDatabaseCopy } from '#server/backup/snapshot.ts'
  import { exitOnSignal } from '#server/backup/temporary-files.ts'
  exitOnSignal()
  const [folder] = process.argv.slice(1)
  await writeArchive(folder + '/backup.zip', () => withDatabaseCopy({ dataDir: folder, folder }, () => new Promise((done) => setTimeout(done, 1e9))))`

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a backup ended by %s leaves no temporary files', async (signal, code) => {
  const folder = newFolder()
  const copying = watchForCopyRequests(folder, async (copy) => void mkdirSync(copy), console.error)
  onTestFinished(copying.stop)
  const child = spawn(process.execPath, ['--input-type=module', '-e', endless, folder], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect
    .poll(() => readdirSync(folder).sort())
    .toEqual(['backup.zip.part', expect.stringMatching(/^db-copy-.*\.done$/)])
  child.kill(signal)
  expect(await ended).toEqual([code, null])
  expect(readdirSync(folder)).toEqual([])
})

test('removes a database copy whose process has ended', async () => {
  const folder = newFolder()
  const go = Promise.withResolvers<void>()
  const copying = watchForCopyRequests(
    folder,
    async (copy) => go.promise.then(() => void mkdirSync(copy)),
    console.error,
  )
  await expect(withDatabaseCopy({ dataDir: folder, folder }, async () => {}, { patience: 1_000 })).rejects.toThrow(
    'does not answer',
  )
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)])
  go.resolve()
  await copying.stop()
  expect(readdirSync(folder)).toEqual([])
})

test('removes an abandoned database copy after a day', async () => {
  const folder = newFolder()
  const copying = watchForCopyRequests(folder, async () => {}, console.error)
  onTestFinished(copying.stop)
  const [left, inUse] = ['old', 'new'].map((_, at) =>
    join(folder, `db-copy-00000000-0000-7000-8000-00000000000${at}.done`),
  )
  for (const path of [left!, inUse!]) mkdirSync(path)
  const yesterday = Date.now() / 1000 - 25 * 3600
  utimesSync(left!, yesterday, yesterday)
  await expect.poll(() => existsSync(left!)).toBe(false)
  await after(600)
  expect(existsSync(inUse!)).toBe(true)
})
