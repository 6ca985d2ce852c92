import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startMaintenance } from '#server/db/maintenance.ts'
import { longTest } from '#tests/long-test.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => vi.useRealTimers())

const minute = 60_000

/** The embedded database as it runs, with its login's rights; `done` counts what was done to it. */
async function database({ full = false } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'stagedoor-upkeep-'))
  cpSync(inject('pgliteTemplate'), join(parent, 'db'), { recursive: true })
  const pglite = await PGlite.create(join(parent, 'db'))
  await pglite.exec(
    'grant usage, create on schema public to app; set session authorization app; create table notes (words text)',
  )
  const done: string[] = []
  const exec = pglite.exec.bind(pglite)
  pglite.exec = async (text) => {
    const results = await exec(text)
    done.push(text)
    return results
  }
  const upkeep = startMaintenance(pglite, () => full)
  onTestFinished(async () => {
    upkeep.stop()
    await pglite.close()
    rmSync(parent, { recursive: true, force: true })
  })
  /** Lets so much time pass, and waits until what it set off is done. */
  const pass = async (time: number) => {
    await vi.advanceTimersByTimeAsync(time)
    for (let turns = 0; turns < 5; turns++) await pglite.query('select 1')
  }
  return { pglite, done, pass }
}

test('writes a checkpoint every few minutes when something has changed', async () => {
  const { pglite, done, pass } = await database()
  await pass(6 * minute)
  expect(done).toEqual(['checkpoint'])
  await pass(20 * minute)
  expect(done).toEqual(['checkpoint'])
  await pglite.query(`insert into notes values ('one')`)
  await pass(minute / 6)
  expect(done).toEqual(['checkpoint', 'checkpoint'])
})

longTest('writes a checkpoint at once when the write-ahead log grows fast', async () => {
  const { pglite, done, pass } = await database()
  await pass(6 * minute)
  await pglite.query(`insert into notes select repeat(md5(n::text), 60) from generate_series(1, 40000) as n`)
  await pass(minute / 6)
  expect(done).toEqual(['checkpoint', 'checkpoint'])
})

longTest('the embedded database is vacuumed every hour', async () => {
  const { done, pass } = await database()
  await pass(61 * minute)
  expect(done.filter((text) => text.startsWith('vacuum'))).toHaveLength(1)
})

test('runs no checkpoint and no vacuum on a full disk', async () => {
  const { done, pass } = await database({ full: true })
  await pass(61 * minute)
  expect(done).toEqual([])
})
