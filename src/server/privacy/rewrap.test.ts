import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { factorSealContext } from '#server/accounts/authenticator-codes.ts'
import { factors } from '#server/accounts/table.ts'
import { undoableDeletes } from '#server/activity/undo-table.ts'
import { restoreDeleted } from '#server/activity/undoable-delete.ts'
import { decryptBuyer } from '#server/checkout/lifecycle.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { orderSealContext, orders } from '#server/commerce/orders-table.ts'
import { deleteMessages } from '#server/contact/messages.ts'
import { messageSealContext } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer, type Sealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { describeRewrapResult, readDataKeyIdsInUse, rewrapAll } from '#server/privacy/rewrap.ts'
import { sealedColumns } from '#server/privacy/sealed-columns.ts'
import { dataExports } from '#server/privacy/table.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { openAccounts, startBehindRowLock } from '#tests/fixtures/accounts.ts'
import { putOrder } from '#tests/fixtures/orders.ts'

const keys = createDerivedKeys(randomBytes(32).toString('hex'))
const place = (site: TestSite, column: string, rowId: string) => ({
  websiteId: site.websiteId,
  table: 'data_exports',
  column,
  rowId,
})
const now = new Date('2026-05-01T12:00:00Z')
/** Columns of bytes that hold keyed hashes: they do not depend on the data key. */
const hashedColumns: readonly string[] = [
  'orders.email_index',
  'order_name_words.word',
  'contact_messages.email_index',
  'support_notes.email_index',
  'data_exports.email_index',
  'digital_downloads.token_hash',
]

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = createSealer({ current: oldKey })
  const during = createSealer({ current: newKey, old: [oldKey] })
  const after = createSealer({ current: newKey })

  test('every bytea column is declared as sealed or as a hash', async () => {
    const site = await createTestSite(database)
    const found = await site.as('worker', (tx) =>
      tx.execute<{ name: string }>(sql`
        select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and atttypid = 'bytea'::regtype and not attisdropped`),
    )
    const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...hashedColumns]
    expect(found.rows.map(({ name }) => name).sort()).toEqual(known.sort())
  })

  /** Something in each sealed column, and how it reads. */
  async function fill(site: TestSite) {
    const order = await putOrder(site, { sealer: before, keys })
    const [messageId, exportId, mailId, factorId] = [newId(), newId(), newId(), newId()]
    const emailIndex = keys.blindIndex(site.websiteId, 'ann@example.com')
    await site.as('visitor', async (tx) => {
      const content = before.seal(messageSealContext(site.websiteId, messageId), 'a message')
      await tx.insert(contactMessages).values({ id: messageId, content, emailIndex, receivedAt: now })
    })
    await site.as('worker', async (tx) => {
      const sealed = (column: string) => before.seal(place(site, column, exportId), column)
      await tx.insert(dataExports).values({
        id: exportId,
        tokenHash: exportId,
        fileTokenHash: exportId,
        emailIndex,
        requestedAt: now,
        expiresAt: now,
        confirmedAt: now,
        email: sealed('email'),
        content: sealed('content'),
      })
      await tx
        .insert(mails)
        .values({ id: mailId, content: before.seal(mailSealContext(site.websiteId, mailId), 'a mail') })
    })
    const { userId } = await accounts.newUser(site)
    const secret = before.seal(factorSealContext(factorId), 'JBSWY3DP')
    await site.as('auth_service', (tx) =>
      tx.insert(factors).values({ id: factorId, userId, friendlyName: 'x', secret }),
    )
    const read = async (sealer: Sealer) => {
      const rows = await site.as('worker', async (tx) => ({
        order: (await tx.select().from(orders).where(eq(orders.id, order.id)))[0]!,
        checkout: (await tx.select().from(checkouts).where(eq(checkouts.id, order.checkoutId)))[0]!,
        message: (await tx.select().from(contactMessages))[0]!,
        dataExport: (await tx.select().from(dataExports))[0]!,
        mail: (await tx.select().from(mails).where(eq(mails.id, mailId)))[0]!,
      }))
      const [factor] = await site.as('auth_service', (tx) => tx.select().from(factors).where(eq(factors.id, factorId)))
      return [
        decryptCustomer(sealer, rows.order),
        decryptBuyer(sealer, rows.checkout).name,
        sealer.open(messageSealContext(site.websiteId, messageId), rows.message.content),
        sealer.open(place(site, 'email', exportId), rows.dataExport.email),
        sealer.open(place(site, 'content', exportId), rows.dataExport.content!),
        sealer.open(mailSealContext(site.websiteId, mailId), rows.mail.content!),
        sealer.open(factorSealContext(factorId), factor!.secret),
      ]
    }
    return { order, read }
  }

  test('all values open without the old key after a rewrap', async () => {
    const sites = [await createTestSite(database), await createTestSite(database)]
    const websiteIds = sites.map(({ websiteId }) => websiteId)
    const [one, other] = [await fill(sites[0]!), await fill(sites[1]!)]
    const written = [await one.read(before), await other.read(before)]
    await verifyAndRecordDataKey(database, websiteIds, before)
    await verifyAndRecordDataKey(database, websiteIds, during)
    await expect(verifyAndRecordDataKey(database, websiteIds, after)).rejects.toThrow('is missing')
    const messages: string[] = []
    const parts = { database, websiteIds, sealer: during }
    const result = await rewrapAll(parts, { onProgress: ({ done, total }) => messages.push(`${done}/${total}`) })
    expect(result).toEqual({ done: 18, unreadable: 0, isComplete: true })
    expect([messages[0], messages.at(-1)]).toEqual(['0/18', '18/18'])
    expect([await one.read(after), await other.read(after)]).toEqual(written)
    expect(await readDataKeyIdsInUse(parts)).toEqual(new Set([after.currentKey]))
    await verifyAndRecordDataKey(database, websiteIds, after)
    expect(await rewrapAll(parts)).toEqual({ done: 0, unreadable: 0, isComplete: true })
    const [kept] = await sites[0]!.as('worker', (tx) => tx.select().from(orders).where(eq(orders.id, one.order.id)))
    expect(kept!.updatedAt).toEqual(one.order.updatedAt)
  })

  test('a delete from before a rewrap cannot be undone after it', async () => {
    const site = await createTestSite(database)
    const parts = { database, websiteIds: [site.websiteId], sealer: during }
    const { read } = await fill(site)
    const written = await read(before)
    const [message] = await site.as('administrator', (tx) => tx.select().from(contactMessages))
    const remove = () =>
      site.as('administrator', (tx) => deleteMessages(tx, [message!.id], { userId: site.userId, now }))
    const restore = (id: string | null) => site.as('administrator', (tx) => restoreDeleted(tx, id!, now))
    await restore((await remove()).undo)
    expect(await read(before)).toEqual(written)
    const { undo } = await remove()
    expect(await rewrapAll(parts)).toMatchObject({ isComplete: true })
    await expect(restore(undo)).rejects.toMatchObject({ reason: 'undo-over' })
    expect(await site.as('worker', (tx) => tx.select().from(undoableDeletes))).toEqual([])
  })

  test('a message that is restored during a rewrap opens without the old key', async () => {
    const site = await createTestSite(database)
    const { read } = await fill(site)
    const [message] = await site.as('administrator', (tx) => tx.select().from(contactMessages))
    const { undo } = await site.as('administrator', (tx) =>
      deleteMessages(tx, [message!.id], { userId: site.userId, now }),
    )
    // In the last round, when the messages were read already.
    let rounds = 0
    const late = {
      ...database,
      transaction: (async (opening: string, work: never, timeoutMs: number) => {
        const isRewrap = /role worker/.test(opening)
        if (isRewrap && ++rounds === lastOfRound) {
          await site.as('administrator', (tx) => restoreDeleted(tx, undo!, now))
        }
        return database.transaction(opening, work, timeoutMs)
      }) as typeof database.transaction,
    }
    // Counting and two rounds are a transaction for each column; after them the kept rows are deleted.
    const lastOfRound = 3 * sealedColumns.filter(({ role }) => role === 'worker').length + 1
    expect(await rewrapAll({ database: late, websiteIds: [site.websiteId], sealer: during })).toMatchObject({
      isComplete: true,
    })
    expect((await read(after))[2]).toBe('a message')
  })

  test('a rewrap continues after a stop', async () => {
    const site = await createTestSite(database)
    for (let n = 0; n < 3; n++) await putOrder(site, { sealer: before, keys })
    const parts = { database, websiteIds: [site.websiteId], sealer: during }
    await verifyAndRecordDataKey(database, parts.websiteIds, before)
    await verifyAndRecordDataKey(database, parts.websiteIds, during)
    const ending = new AbortController()
    const onProgress = ({ done }: { done: number }) => done > 0 && ending.abort()
    const stopped = await rewrapAll(parts, { onProgress, signal: ending.signal })
    expect(stopped).toEqual({ done: 3, unreadable: 0, isComplete: false })
    expect((await readDataKeyIdsInUse(parts)).size).toBe(2)
    expect(await rewrapAll(parts)).toMatchObject({ done: 9, isComplete: true })
  })

  test('a rewrap skips damaged values, and then still requires the old key', async () => {
    const site = await createTestSite(database)
    const parts = { database, websiteIds: [site.websiteId], sealer: during }
    await verifyAndRecordDataKey(database, parts.websiteIds, before)
    const [hit, fine] = [await putOrder(site, { sealer: before, keys }), await putOrder(site, { sealer: before, keys })]
    const broken = Buffer.from(hit.customerName)
    broken[20]! ^= 1
    await site.as('administrator', (tx) => tx.update(orders).set({ customerName: broken }).where(eq(orders.id, hit.id)))
    expect(await rewrapAll(parts)).toEqual({ done: 7, unreadable: 1, isComplete: false })
    const rows = await site.as('worker', (tx) => tx.select().from(orders))
    expect(rows.find(({ id }) => id === hit.id)!.customerName).toEqual(broken)
    expect(decryptCustomer(after, rows.find(({ id }) => id === fine.id)!)).toMatchObject({
      customer: { name: 'Ann Lee' },
    })
    expect(await readDataKeyIdsInUse(parts)).toContain(before.currentKey)
  })

  test('a rewrap gives up and reports when a process keeps sealing with the old key', async () => {
    const site = await createTestSite(database)
    const parts = { database, websiteIds: [site.websiteId] }
    await verifyAndRecordDataKey(database, parts.websiteIds, before)
    await putOrder(site, { sealer: before, keys })
    // Each is put back under the old key as soon as it is done.
    let tries = 0
    const rewrap: Sealer['rewrap'] = (_, box) => {
      tries++
      return box
    }
    const result = await rewrapAll({ ...parts, sealer: { rewrap, currentKey: during.currentKey } })
    expect(result).toEqual({ done: tries, unreadable: 0, isComplete: false })
    expect(tries).toBe(20 * 4)
    expect(describeRewrapResult(result, 'DATA_KEYS_OLD')).toMatch(
      /^Values are still being sealed with an old key: .*Restart it/,
    )
    expect(await readDataKeyIdsInUse(parts)).toContain(before.currentKey)
  })

  test.runIf(engine === 'postgres')('a rewrap does not overwrite a concurrently written value', async () => {
    const site = await createTestSite(database)
    const order = await putOrder(site, { sealer: before, keys })
    const fresh = during.seal(orderSealContext(site.websiteId, 'customer_email', order.id), 'ann@other.example')
    const begin = () => rewrapAll({ database, websiteIds: [site.websiteId], sealer: during })
    // It has read the old value, and waits to write while another transaction writes a new one.
    const write = (tx: SiteTx) => tx.update(orders).set({ customerEmail: fresh }).where(eq(orders.id, order.id))
    expect(await startBehindRowLock(database, site, write, [begin], 'checkout')).toEqual(['done'])
    const [found] = await site.as('worker', (tx) => tx.select().from(orders))
    expect(decryptCustomer(after, found!)).toMatchObject({ customer: { email: 'ann@other.example' } })
  })
})
