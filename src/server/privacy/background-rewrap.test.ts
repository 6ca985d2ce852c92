import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '#server/commerce/orders-table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { startRewrapInBackground } from '#server/privacy/background-rewrap.ts'
import { readDataKeyIdsInUse } from '#server/privacy/rewrap.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { putOrder } from '#tests/fixtures/orders.ts'

const keys = createDerivedKeys(randomBytes(32).toString('hex'))
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const before = createSealer({ current: oldKey })
const during = createSealer({ current: newKey, old: [oldKey] })
const after = createSealer({ current: newKey })

/** A website with three orders under the old key, and the log lines of the open database. */
async function begin(database: Database) {
  const site = await createTestSite(database)
  const placed = [1, 2, 3].map(() => putOrder(site, { sealer: before, keys }))
  const [first] = await Promise.all(placed)
  const parts = { database, websiteIds: [site.websiteId], sealer: during }
  await verifyAndRecordDataKey(database, parts.websiteIds, before)
  await verifyAndRecordDataKey(database, parts.websiteIds, during)
  const lines: string[] = []
  const noted: boolean[] = []
  const say = (level: string) => (_: object, words: string) => lines.push(`${level}: ${words}`)
  const open = (hasOldKeys = true) =>
    startRewrapInBackground(parts, {
      hasOldKeys,
      oldKeys: 'data/secrets/data-keys-old',
      note: (isEverywhere) => noted.push(isEverywhere),
      log: { info: say('info'), warn: say('warn'), error: say('error') },
    })
  const read = () => site.as('worker', (tx) => tx.select().from(orders))
  return { site, parts, open, lines, noted, read, first: first! }
}

describe('on the embedded database', async () => {
  const database = await openTestDatabase('pglite')

  test('rewraps all values, logs its progress, and logs when the old key can be removed', async () => {
    const { parts, open, lines, noted, read } = await begin(database)
    const { stop } = open()
    await expect.poll(() => lines.at(-1)).toContain('Nothing here needs')
    expect(lines.slice(0, -1)).toEqual(
      // Three columns of three orders, and what was paid for.
      [25, 50, 75, 100].map(
        (share) => `info: ${share - (share % 10)} % of the sealed values are under the new data key`,
      ),
    )
    expect(lines.at(-1)).toBe('info: Nothing here needs data/secrets/data-keys-old any more; older backups still do.')
    expect(noted).toEqual([false, true])
    for (const order of await read()) expect(decryptCustomer(after, order)).toHaveProperty('customer')
    expect(await readDataKeyIdsInUse(parts)).toEqual(new Set([after.currentKey]))
    await stop()
  })

  test('a background rewrap leaves the rest for the next start when the server stops, and does not report that it is done', async () => {
    const { open, lines, noted } = await begin(database)
    await open().stop()
    expect(noted).toEqual([false])
    expect(lines.join()).not.toContain('old')
    open()
    await expect.poll(() => noted).toEqual([false, false, true])
  })

  test('reports unreadable values, and still requires the old key', async () => {
    const { site, open, lines, noted, first } = await begin(database)
    const customerName = Buffer.from(first.customerName)
    customerName[20]! ^= 1
    await site.as('administrator', (tx) => tx.update(orders).set({ customerName }).where(eq(orders.id, first.id)))
    open()
    await expect.poll(() => lines.at(-1)).toMatch(/^warn: 1 values are damaged .* the old key must stay too/)
    expect(noted).toEqual([false, false])
  })

  test('a background rewrap without old values records at once that no old key is needed', async () => {
    const { open, lines, noted } = await begin(database)
    await open(false).stop()
    expect([noted, lines]).toEqual([[true], []])
  })
})

test('values are not rewrapped in the background on PostgreSQL', async () => {
  const { open, lines, noted } = await begin(await openTestDatabase('postgres'))
  await open().stop()
  expect([noted, lines]).toEqual([[], []])
})
