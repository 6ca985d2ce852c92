import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { withDatabaseCopy } from '#server/backup/snapshot.ts'

afterEach(() => void vi.useRealTimers())

test('the timeout for a database copy grows with its size', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-copy-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'db')
  mkdirSync(folder)
  writeFileSync(join(folder, 'table'), '')
  truncateSync(join(folder, 'table'), 1_000_000_000)
  const began = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: began })
  const given = withDatabaseCopy({ dataDir, folder }, async () => 'read').catch((error: Error) => error.message)
  vi.setSystemTime(began + 155_000)
  await after(500)
  expect(readdirSync(dataDir)).toContainEqual(expect.stringMatching(/^db-copy-.*\.wanted$/))
  vi.setSystemTime(began + 165_000)
  expect(await given).toContain('does not answer')
})
