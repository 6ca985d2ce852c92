import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { performances } from '#server/tour/table.ts'
import { startChild, upTo } from '#tests/faults/child.ts'
import { startPostgres } from '#tests/services/postgres.ts'

const websiteId = newId()

/** Starts a writer, waits until it has stored a few rows, and cuts it off in the midst of the next ones. */
async function writeUntil(options: DatabaseOptions, cut: () => Promise<void>): Promise<string[]> {
  const writer = startChild('writer.ts', { options, websiteId })
  await writer.said(1 + upTo(12))
  await after(upTo(15))
  await cut()
  await writer.kill()
  return writer.lines
}

async function stored(options: DatabaseOptions): Promise<string[]> {
  const database = await openDatabase(options)
  try {
    const rows = await inSite(database, { websiteId, role: 'worker' }, (tx) =>
      tx.select({ id: performances.id }).from(performances),
    )
    return rows.map(({ id }) => id)
  } finally {
    await database.close()
  }
}

describe.concurrent('twenty kills while writing lose no acknowledged row', () => {
  test('in the embedded database', { timeout: 180_000 }, async () => {
    const parent = mkdtempSync(join(tmpdir(), 'stagedoor-kill-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const options = { kind: 'pglite', folder: join(parent, 'db') } as const
    const acknowledged: string[] = []
    for (let round = 0; round < 20; round++) acknowledged.push(...(await writeUntil(options, async () => {})))
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    expect(await stored(options)).toEqual(expect.arrayContaining(acknowledged))
  })

  test('in PostgreSQL, whether the writer dies or the server', { timeout: 180_000 }, async () => {
    const cluster = await startPostgres({ durable: true })
    onTestFinished(cluster.stop)
    const database = 'postgres'
    const urls = { url: cluster.url(database), ownerUrl: cluster.ownerUrl(database) }
    const options = { kind: 'postgres', ...urls, poolSize: 3 } as const
    const acknowledged: string[] = []
    for (let round = 0; round < 20; round++) {
      const serverDies = round % 6 === 5
      acknowledged.push(...(await writeUntil(options, serverDies ? cluster.kill : async () => {})))
      if (serverDies) await cluster.start()
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    expect(await stored(options)).toEqual(expect.arrayContaining(acknowledged))
  })
})
