import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import type { DatabaseOptions } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { websites } from '#server/sites/table.ts'
import { performances } from '#server/tour/table.ts'
import { randomIntegerUpTo, startChild } from '#tests/faults/child.ts'
import { startPostgres } from '#tests/services/postgres.ts'

const websiteId = newId()
/** Every day a few; `npm run test:full` has more patience. */
const kills = Number(process.env.KILLS ?? 3)

/** Starts a writer, waits until it has stored a few rows, and kills it during the next ones. */
async function writeUntil(options: DatabaseOptions, cut: () => Promise<void>): Promise<string[]> {
  const writer = startChild('writer.ts', { options, websiteId })
  await writer.printed(1 + randomIntegerUpTo(12))
  await after(randomIntegerUpTo(15))
  await cut()
  await writer.kill()
  return writer.lines
}

async function rows<T>(options: DatabaseOptions, work: (tx: SiteTx) => Promise<T>): Promise<T> {
  const database = await openDatabase(options)
  try {
    return await inSite(database, { websiteId, role: 'worker' }, work)
  } finally {
    await database.close()
  }
}

const stored = async (options: DatabaseOptions) =>
  (await rows(options, (tx) => tx.select().from(performances))).map(({ id }) => id)

/** Runs jobs in one process after another, killing each, until all are done; returns the jobs that ran. */
async function workOff(options: DatabaseOptions, jobs: number): Promise<number[]> {
  const worker = (handIn: number) => startChild('worker.ts', { options, websiteId, jobs: handIn })
  for (let round = 0; round < 4; round++) {
    const cutOff = worker(round === 0 ? jobs : 0)
    // There may be nothing more to do.
    await cutOff.printed(2 + randomIntegerUpTo(6), String(jobs))
    await after(randomIntegerUpTo(20))
    await cutOff.kill()
  }
  const last = worker(0)
  await last.prints(String(jobs))
  await last.kill()
  const [site] = await rows(options, (tx) => tx.select().from(websites))
  return site!.name.split(' ').slice(1).map(Number)
}

describe.concurrent('kills lose no acknowledged row and run no job twice', () => {
  const numbers = Array.from({ length: 30 }, (_, number) => number)

  test('kills of a process on the embedded database lose no acknowledged row', { timeout: 600_000 }, async ({
    onTestFinished,
  }) => {
    const parent = mkdtempSync(join(tmpdir(), 'stagedoor-kill-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const options = { kind: 'pglite', folder: join(parent, 'db') } as const
    cpSync(inject('pgliteTemplate'), options.folder, { recursive: true })
    const acknowledged: string[] = []
    for (let round = 0; round < kills; round++) acknowledged.push(...(await writeUntil(options, async () => {})))
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(await stored(options)).toEqual(expect.arrayContaining(acknowledged))
    expect((await workOff(options, 30)).sort((a, b) => a - b)).toEqual(numbers)
  })

  test('kills of a process or of PostgreSQL lose no acknowledged row', { timeout: 600_000 }, async ({
    onTestFinished,
  }) => {
    const cluster = await startPostgres({ durable: true })
    onTestFinished(cluster.stop)
    const urls = { url: cluster.url('postgres'), ownerUrl: cluster.ownerUrl('postgres') }
    const options = { kind: 'postgres', ...urls, poolSize: 3 } as const
    const acknowledged: string[] = []
    for (let round = 0; round < kills; round++) {
      const serverDies = round % 4 === 3
      acknowledged.push(...(await writeUntil(options, serverDies ? cluster.kill : async () => {})))
      if (serverDies) await cluster.start()
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(await stored(options)).toEqual(expect.arrayContaining(acknowledged))
    expect((await workOff(options, 30)).sort((a, b) => a - b)).toEqual(numbers)
  })
})
