import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messageSealContext } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import {
  firstWebsiteId,
  newKeySealer,
  oldKeySealer,
  openKeyRotationDatabase,
  rotatingSealer,
  websiteIds,
  writeSealedRows,
} from '#tests/faults/rotating.ts'

const many = 2_000

/** Opens some of them, or throws. */
async function read(database: Database, sealer: Sealer, max: number): Promise<number> {
  const rows = await inSite(database, { websiteId: firstWebsiteId, role: 'worker' }, (tx) =>
    tx.select().from(contactMessages).orderBy(sql`random()`).limit(max),
  )
  for (const { id, content } of rows)
    expect(sealer.open(messageSealContext(firstWebsiteId, id), content)).toBe(`message ${id}`)
  return rows.length
}

const underOldKey = (database: Database) =>
  inSite(database, { websiteId: firstWebsiteId, role: 'worker' }, async (tx) => {
    const found = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from contact_messages
          where substring(content from 2 for 4) = decode(${oldKeySealer.currentKey}, 'hex')`,
    )
    return found.rows[0]!.n
  })

test('rotates keys while visitors write and the owner reads, also when the command is killed midway', async () => {
  const { database, rotate } = await openKeyRotationDatabase()
  await writeSealedRows(database, oldKeySealer, many)
  // Before any process has started with the new key, the command touches nothing.
  const early = rotate()
  expect([await early.ended, early.output()]).toEqual([0, expect.stringContaining('Restart every process')])
  expect(await underOldKey(database)).toBe(many)
  await verifyAndRecordDataKey(database, websiteIds, rotatingSealer)

  let [isOver, written, reads] = [false, 0, 0]
  const living = (async () => {
    while (!isOver) {
      await writeSealedRows(database, rotatingSealer, 3)
      written += 3
      reads += await read(database, rotatingSealer, 50)
    }
  })()
  const first = rotate()
  first.child.stdout.on('data', () => first.output().includes(`10 % of ${many}`) && first.child.kill('SIGKILL'))
  await first.ended
  expect(first.output()).toContain(`10 % of ${many}`)
  const left = await underOldKey(database)
  expect(left).toBeGreaterThan(0)
  await expect(verifyAndRecordDataKey(database, websiteIds, newKeySealer)).rejects.toThrow('is missing')

  const second = rotate()
  expect([await second.ended, second.output()]).toEqual([0, expect.stringContaining(`100 % of ${left}`)])
  isOver = true
  await living
  expect(reads).toBeGreaterThan(100)
  expect(second.output()).toContain('Nothing here needs DATA_KEYS_OLD any more')
  expect(await underOldKey(database)).toBe(0)
  await verifyAndRecordDataKey(database, websiteIds, newKeySealer)
  expect(await read(database, newKeySealer, 100_000)).toBe(many + written)

  const third = rotate()
  expect([await third.ended, third.output()]).toEqual([0, expect.stringContaining('openssl rand')])
})
