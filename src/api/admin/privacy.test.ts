import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CheckoutState } from '#domain/checkout/checkout.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { activityLogs } from '#server/activity/table.ts'
import { undoableDeletes } from '#server/activity/undo-table.ts'
import { decryptBuyer } from '#server/checkout/lifecycle.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { type Order, orders } from '#server/commerce/orders-table.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { advanceOrders } from '#server/orders/commands.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { readOrderEvents } from '#server/orders/events.ts'
import type { LocalMails } from '#server/privacy/erase.ts'
import { requestExport } from '#server/privacy/export.ts'
import { dataExports } from '#server/privacy/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts, startBehindRowLock } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import { home, putCheckout, putOrder } from '#tests/fixtures/orders.ts'
import { openTestShop } from '#tests/fixtures/payments.ts'

const ann = 'ann@example.com'
const site = { name: 'A site', locale: 'en-GB', origin: 'http://localhost' }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  await openAccounts(database)
  const shop = await openTestShop(database)
  const contact = { sealer: shop.sealer, blindIndex: shop.keys.blindIndex }

  async function newTestSite(localMails?: LocalMails) {
    const { site: place, record } = await shop.newShop()
    const actor = {
      kind: 'administrator',
      userId: place.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    const contactService = () => ({ ...contact, check: {} as never, publicKey: '' })
    const extra = { payments: shop.payments, contactService, site: shop.look, ...(localMails && { localMails }) }
    const api = createTestApi(database, place, actor, {}, extra)
    const post = async (path: string, email: unknown, isConfirmed = true) => {
      const answer = await api.request(
        `/api/admin/privacy/${path}`,
        jsonRequest({ email }, { headers: { origin: 'http://localhost', ...(isConfirmed && api.confirmed()) } }),
      )
      return [answer.status, await answer.json()]
    }
    return {
      place,
      record,
      contactService,
      held: (email: unknown = ann) => post('held', email),
      erase: (email: unknown = ann, isConfirmed = true) => post('erasure', email, isConfirmed),
      put: (wanted: Parameters<typeof putOrder>[2] = {}) => putOrder(place, shop, { productId: record, ...wanted }),
      write: (email = ann) =>
        place.as('visitor', (tx) =>
          receiveMessage(tx, contact, {
            form: { name: 'Ann Lee', email, subject: 'A question', message: 'Do you play in Bremen?' },
            check: { once: newId(), expiresAt: now },
            site,
            to: 'owner@site.example',
            now,
          }),
        ),
      messages: {
        remove: async (id: string): Promise<string> => {
          const answer = await api.request(
            '/api/admin/messages/bulk-delete',
            jsonRequest({ ids: [id] }, { headers: { origin: 'http://localhost' } }),
          )
          return (await answer.json()).undo
        },
        undo: async (token: string) => {
          const answer = await api.request(`/api/admin/undo/${token}`, jsonRequest())
          return [answer.status, (await answer.json()).reason]
        },
      },
      orders: () => place.as('administrator', (tx) => tx.select().from(orders).orderBy(orders.createdAt, orders.id)),
      log: () => place.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }

  test('erases a customer and keeps their orders without personal data', async () => {
    const { place, put, write, erase, held, log, ...testSite } = await newTestSite()
    const [old, cancelled, other] = [
      await put({ status: 'delivered' }),
      await put({ status: 'cancelled', email: 'ANN@example.com' }),
      await put({ email: 'bob@example.com', name: 'Bob' }),
    ]
    const notes = [{ text: 'Ann rang about her parcel', created_at: now.toISOString(), created_by: place.userId }]
    await place.as('administrator', (tx) => tx.update(orders).set({ orderNotes: notes }).where(eq(orders.id, old.id)))
    await write()
    await write('bob@example.com')
    const finished = [old.orderNumber, cancelled.orderNumber].sort()
    const [, kept] = await held('Ann@example.com')
    expect({ ...kept, finished: kept.finished.sort() }).toEqual({ open: [], finished, unplaced: [], messages: 1 })
    expect((await erase())[0]).toBe(200)
    expect(await held()).toEqual([200, { open: [], finished: [], unplaced: [], messages: 0 }])
    const after = await testSite.orders()
    for (const { id, totalAmount } of [old, cancelled]) {
      const found = after.find((order) => order.id === id)!
      expect(found).toMatchObject({ totalAmount, country: 'GB', orderNotes: [], shippingAddress: null })
      expect(found.sequence).toBe(1)
      const events = await place.as('administrator', (tx) => readOrderEvents(tx, id))
      expect(events).toMatchObject([{ event: { kind: 'erased' }, userId: place.userId, at: now }])
      expect(decryptCustomer(shop.sealer, found)).toEqual({ unreadable: 'erased' })
      expect(shop.sealer.open({ ...orderColumn(found), column: 'customer_email' }, found.customerEmail)).toBe('')
      expect(shop.sealer.open({ ...orderColumn(found), column: 'customer_name' }, found.customerName)).toBe('')
      const [checkout] = await place.as('worker', (tx) =>
        tx.select().from(checkouts).where(eq(checkouts.id, found.checkoutId)),
      )
      expect(decryptBuyer(shop.sealer, checkout!)).toEqual({ email: '', name: '', address: null })
      // A hash over name and address: an attacker with a list of people could find them by it.
      expect(checkout!.requestHash).toBe('')
    }
    expect(decryptCustomer(shop.sealer, after.find(({ id }) => id === other.id)!)).toMatchObject({
      customer: { name: 'Bob' },
    })
    expect(await place.as('administrator', (tx) => tx.select().from(contactMessages))).toHaveLength(1)
    const lines = await log()
    expect(lines.at(-1)).toMatchObject({ resourceType: 'customer', action: 'erased', userId: place.userId })
    expect((lines.at(-1)!.details as { orders: string[] }).orders.sort()).toEqual(finished)
    expect(JSON.stringify(lines)).not.toMatch(/ann|lee|bremen/i)
  })

  test('a message that was deleted before the erasure cannot be restored after it', async () => {
    const { place, write, erase, messages } = await newTestSite()
    const [gone, other] = [await write(), await write('bob@example.com')]
    const tokens = [await messages.remove(gone), await messages.remove(other)]
    await write()
    expect((await erase())[0]).toBe(200)
    for (const token of tokens) expect(await messages.undo(token)).toEqual([410, 'undo-over'])
    expect(await place.as('administrator', (tx) => tx.select().from(contactMessages))).toEqual([])
    expect(await place.as('administrator', (tx) => tx.select().from(undoableDeletes))).toEqual([])
  })

  const orderColumn = ({ id, websiteId }: { id: string; websiteId: string }) => ({
    websiteId,
    table: 'orders',
    rowId: id,
  })

  test('refuses to erase a customer with an open order, and names the reason', async () => {
    const { put, write, erase, held, ...testSite } = await newTestSite()
    await write()
    const made = []
    for (const status of orderStatuses) made.push(await put({ status, now: new Date(+now + made.length * 1_000) }))
    const numbers = made.slice(0, 3).map(({ orderNumber }) => orderNumber)
    const [status, { error, reason }] = await erase()
    expect([status, reason, error]).toEqual([
      409,
      'customer-waits',
      `This customer has an unfinished order (${numbers.join(', ')}). Deliver or cancel it first. Nothing was erased.`,
    ])
    expect((await held())[1]).toMatchObject({ open: numbers, messages: 1 })
    for (const order of await testSite.orders()) expect(order.erasedAt).toBeNull()
  })

  test('erases a customer whose order is fully refunded', async () => {
    const { place, put, erase, held } = await newTestSite()
    const refunded = await put({ status: 'processing' })
    const refund = (refundedAmount: number) =>
      place.as('administrator', (tx) => tx.update(orders).set({ refundedAmount }).where(eq(orders.id, refunded.id)))
    await refund(refunded.totalAmount - 1)
    expect((await erase())[0]).toBe(409)
    await refund(refunded.totalAmount)
    expect((await held())[1]).toMatchObject({ open: [], finished: [refunded.orderNumber] })
    expect((await erase())[0]).toBe(200)
  })

  test('erases mails in the outbox, queued ones included', async () => {
    const forgotten: string[] = []
    const forget = async (_: string, email: string) => void forgotten.push(email)
    const { place, write, erase } = await newTestSite({ stay: true, remove: forget })
    await write()
    await write('bob@example.com')
    expect((await erase())[0]).toBe(200)
    expect(forgotten).toEqual([ann])
    const { state, content } = mails
    const left = await place.as('worker', (tx) => tx.select({ state, content }).from(mails))
    expect(left.filter((mail) => mail.content).map((mail) => mail.state)).toEqual(['queued'])
    expect(left).toHaveLength(2)
  })

  test.runIf(engine === 'postgres')(
    'erasing a customer and changing their orders concurrently causes no deadlock',
    async () => {
      const { place, put, erase } = await newTestSite()
      const made: Order[] = []
      for (let n = 0; n < 3; n++) made.push(await put({ now: new Date(+now + n * 1_000) }))
      const [ids, commerce] = [
        made.map(({ id }) => id),
        shop.payments({ shop: shop.look.shop!, siteId: place.websiteId }),
      ]
      const step = (tx: SiteTx) =>
        advanceOrders(tx, commerce, ids, 'processing', { userId: place.userId, now, tellBuyer: true })
      const answers: number[] = []
      // Both wait for the order in the middle: each would hold what the other wants next, had they begun at other ends.
      const lock = (tx: SiteTx) => tx.select().from(orders).where(eq(orders.id, made[1]!.id)).for('update')
      const begin = [
        async () => answers.push((await erase())[0]),
        async () => answers.push((await place.as('administrator', step)).changed),
      ]
      expect(await startBehindRowLock(database, place, lock, begin, 'checkout')).toEqual(['done', 'done'])
      expect(answers.sort()).toEqual([3, 409])
    },
  )

  test('requires a confirmation to erase a customer', async () => {
    const { put, erase, orders: kept } = await newTestSite()
    await put({ status: 'delivered' })
    expect(await erase(ann, false)).toEqual([403, expect.objectContaining({ reason: 'confirmation-required' })])
    expect((await kept())[0]!.erasedAt).toBeNull()
    expect((await erase())[0]).toBe(200)
  })

  test('explains a database error with a message', async () => {
    const { place, put, contactService } = await newTestSite()
    await put({ status: 'delivered' })
    const seal = () => {
      throw Object.assign(new Error('words of the database'), { code: '42501' })
    }
    const payments: typeof shop.payments = (look) => ({ ...shop.payments(look), sealer: { ...shop.sealer, seal } })
    const actor = {
      kind: 'administrator',
      userId: place.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    const api = createTestApi(database, place, actor, {}, { payments, contactService, site: shop.look, log: silentLog })
    const answer = await api.request(
      '/api/admin/privacy/erasure',
      jsonRequest({ email: ann }, { headers: { origin: 'http://localhost', ...api.confirmed() } }),
    )
    expect([answer.status, (await answer.json()).error]).toEqual([500, 'Database permission error - contact support'])
    expect((await place.as('administrator', (tx) => tx.select().from(orders)))[0]!.erasedAt).toBeNull()
  })

  test('erases a checkout without an order once it can no longer be paid', async () => {
    const { place, held, erase, ...testSite } = await newTestSite()
    const begin = (state: CheckoutState, email = ann) => putCheckout(place, shop, { state, email })
    const [review, expired, others] = [
      await begin('review'),
      await begin('expired'),
      await begin('review', 'bob@x.example'),
    ]
    const open = await begin('open')
    expect((await held('ANN@example.com'))[1].unplaced).toEqual(
      [review, expired, open].map(({ reference }) => reference),
    )
    expect(await erase()).toEqual([409, expect.objectContaining({ reason: 'customer-pays' })])
    const kept = () => place.as('checkout', (tx) => tx.select().from(checkouts).orderBy(checkouts.id))
    expect((await kept()).map((each) => decryptBuyer(shop.sealer, each).email)).toEqual([
      ann,
      ann,
      'bob@x.example',
      ann,
    ])
    await place.as('checkout', (tx) => tx.update(checkouts).set({ state: 'expired' }).where(eq(checkouts.id, open.id)))
    expect((await erase())[0]).toBe(200)
    const after = await kept()
    expect(after.map((each) => decryptBuyer(shop.sealer, each).name)).toEqual(['', '', 'Ann Lee', ''])
    expect(after.map(({ requestHash }) => requestHash === '')).toEqual([true, true, false, true])
    expect((await held())[1].unplaced).toEqual([])
    expect((await held('bob@x.example'))[1].unplaced).toEqual([others.reference])
    expect((await testSite.log()).at(-1)).toMatchObject({
      action: 'erased',
      details: { unplaced: [review, expired, open].map(({ reference }) => reference) },
    })
  })

  test('erases data exports and failed mails too', async () => {
    const { place, erase } = await newTestSite()
    const put = (to: string, state: 'failed' | 'queued', more: object = {}) =>
      place.as('worker', async (tx) => {
        const id = newId()
        const mail = { to, subject: 'x', text: 'x', html: 'x', ...more }
        await tx.insert(mails).values({
          id,
          state,
          content: shop.sealer.seal(mailSealContext(place.websiteId, id), JSON.stringify(mail)),
        })
        return id
      })
    const [failed, waiting, others] = [
      await put(ann, 'failed'),
      await put(ann, 'queued'),
      await put('bob@x.example', 'failed'),
    ]
    const naming = [
      await put('owner@x.example', 'failed', { subject: `Order of ${ann.toUpperCase()}` }),
      await put('owner@x.example', 'failed', { text: `Reply to ${ann}.` }),
      await put('owner@x.example', 'failed', { content: { heading: 'x', paragraphs: ['x', `(${ann})`] } }),
    ]
    const longer = await put('owner@x.example', 'failed', { text: `Reply to x.${ann}` })
    await place.as('worker', (tx) => tx.insert(mails).values({ state: 'failed', content: randomBytes(100) }))
    await place.as('visitor', (tx) => requestExport(tx, contact, { email: ann, site, now }))
    expect((await erase())[0]).toBe(200)
    const left = await place.as('worker', (tx) => tx.select().from(mails))
    const isKept = (id: string) => left.find((mail) => mail.id === id)!.content !== null
    expect([isKept(failed), isKept(waiting), isKept(others)]).toEqual([false, true, true])
    expect([...naming, longer].map(isKept)).toEqual([false, false, false, true])
    expect(await place.as('worker', (tx) => tx.select().from(dataExports))).toEqual([])
  })

  test('does not find the customer of another site, and rejects an invalid address', async () => {
    const [ours, theirs] = [await newTestSite(), await newTestSite()]
    await theirs.put({ status: 'delivered' })
    expect(await ours.erase()).toEqual([200, { open: [], finished: [], unplaced: [], messages: 0 }])
    expect((await theirs.held())[1].finished).toHaveLength(1)
    for (const bad of ['', 'ann', null, 7, 'x'.repeat(1_001)]) expect((await ours.erase(bad))[0]).toBe(422)
  })

  test('exports the orders of the customer and of no other customer', async () => {
    const { place: site, record, contactService } = await newTestSite()
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, { contactService, payments: shop.payments })
    const { orderNumber } = await putOrder(site, shop, { productId: record, status: 'delivered' })
    const damaged = await putOrder(site, shop)
    const unplaced = await putCheckout(site, shop, { state: 'review' })
    await putCheckout(site, shop, { state: 'review', email: 'bob@example.com' })
    await putOrder(site, shop, { email: 'bob@example.com', name: 'Bob' })
    await site.as('administrator', (tx) =>
      tx
        .update(orders)
        .set({ customerName: Buffer.from('x') })
        .where(eq(orders.id, damaged.id)),
    )
    await api.request('/api/privacy/exports', jsonRequest({ email: 'ANN@example.com' }))
    const [mail] = await site.as('worker', (tx) => tx.select().from(mails))
    const sent = shop.sealer.open(mailSealContext(site.websiteId, mail!.id), mail!.content!)
    const [, token] = /verify-export\/([\w-]{43})/.exec(sent)!
    const made = await api.request(`/api/privacy/exports/${token}/confirm`, jsonRequest())
    const { fileToken } = await made.json()
    const file = await (await api.request(`/api/privacy/exports/files/${fileToken}`)).json()
    expect(file.orders).toHaveLength(2)
    expect(file.unplaced).toEqual([
      expect.objectContaining({
        reference: unplaced.reference,
        state: 'review',
        currency: 'GBP',
        total: 2_195,
        customer: { email: 'ann@example.com', name: 'Ann Lee', address: home, country: 'GB' },
      }),
    ])
    expect(file.orders).toContainEqual(
      expect.objectContaining({
        number: orderNumber,
        status: 'delivered',
        customer: { email: 'ann@example.com', name: 'Ann Lee', address: { ...home, country: 'GB' } },
        items: [{ name: 'Night Ferry', variant: null, parts: [], quantity: 1, unitPrice: 1_800, total: 1_800 }],
        currency: 'GBP',
        subtotal: 1_800,
        shipping: 395,
        vat: 365,
        total: 2_195,
        refunded: 0,
      }),
    )
    expect(file.orders).toContainEqual(
      expect.objectContaining({ number: damaged.orderNumber, customer: { unreadable: expect.any(String) } }),
    )
    expect(JSON.stringify(file)).not.toContain('Bob')
  })
})
