import { randomBytes } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { exportRateLimits } from '#domain/privacy/export.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { writeNote } from '#server/customer-support/notes.ts'
import { newId } from '#server/db/id.ts'
import { withdrawRights } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { rateLimits } from '#server/limits/table.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { sweepExports } from '#server/privacy/export.ts'
import { dataExports } from '#server/privacy/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { insertFileWithDownloads } from '#tests/fixtures/downloads.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { putCheckout, putOrder } from '#tests/fixtures/orders.ts'
import { testPayments, testShopRules } from '#tests/fixtures/payments.ts'

const later = (hours: number) => new Date(+now + hours * 3_600_000)

/** Tables with personal data that are not in the copy a person gets, and why not. */
const leftOut: Readonly<Record<string, string>> = {
  data_exports: 'It is the request for the copy and the copy itself, and is gone after a day.',
  stock_movements: 'It says how many pieces left the shelf, which the items and events of the order say too.',
  one_time_tokens: 'It is a link that was mailed to the address, of use only while it is secret, and ends within days.',
  order_name_words:
    'It holds the words of the name of an order as hashes, to find it by; the order has the name itself.',
  activity_logs: 'It says what those who run the site did; what that was to an order, its events say too.',
  rate_limits: 'It counts tries for at most a day, under hashed names.',
  installation_limits: 'The same, for tries at accounts.',
  factors: 'With the secret of a second factor, a stolen copy would let a thief sign in.',
}

/** The only download has failed once. */
const putFailure = (site: TestSite) =>
  site.as('worker', async (tx) => {
    const [right] = await tx.select().from(digitalDownloads)
    const [file] = await tx.select().from(productFiles)
    await tx.insert(downloadEvents).values({
      downloadId: right!.id,
      productId: right!.productId,
      fileId: file!.id,
      eventType: 'failed',
      reason: 'connection',
      createdAt: now,
    })
  })

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const { mailsOf } = accounts

  async function newTestSite() {
    const site = await createTestSite(database)
    const contactService = testContactService()
    const payments = testPayments(database)
    const { sealer, blindIndex } = payments({ siteId: site.websiteId, shop: testShopRules })
    let time = now
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, { contactService, payments, clock: () => time })
    const post = (path: string, body: object = {}) => api.request(path, jsonRequest(body))
    const write = (email: string, message: string) =>
      site.as('visitor', (tx) =>
        receiveMessage(tx, contactService(site.websiteId), {
          form: { name: 'Ann', email, subject: 'A question', message },
          check: { once: message, expiresAt: now },
          site: { name: 'Marlow', locale: 'en-GB' },
          to: 'owner@site.example',
          now,
        }),
      )
    const ask = (email: string) => post('/api/privacy/exports', { email })
    /** The token in the newest mail to an address. */
    const tokenFor = async (email: string) => {
      const mail = (await mailsOf(site)).findLast(({ to }) => to === email)
      return /verify-export\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    }
    return {
      site,
      get: (path: string) => api.request(path),
      post,
      write,
      /** Stores an order with a download right. */
      buy: async (email: string) => {
        const product = { id: newId(), slug: 'night-ferry', name: 'Night Ferry', price: 1_800 }
        await site.as('administrator', (tx) => tx.insert(products).values(product))
        const order = await putOrder(site, { sealer, keys: { blindIndex } }, { email, productId: product.id, now })
        const [item] = await site.as('worker', (tx) => tx.select().from(orderItems))
        await site.as('checkout', (tx) =>
          tx.insert(digitalDownloads).values({
            orderId: order.id,
            orderItemId: item!.id,
            productId: product.id,
            tokenHash: randomBytes(32),
            downloadsAllowed: 5,
            expiresAt: later(720),
          }),
        )
        await insertFileWithDownloads(site, product.id, { completed: 2 })
        return order
      },
      indexOf: (email: string) => contactService(site.websiteId).blindIndex(site.websiteId, email),
      ask,
      tokenFor,
      /** Requests an export and returns its token. */
      requestToken: async (email: string) => {
        await ask(email)
        return tokenFor(email)
      },
      /** The file that a token leads to. */
      copyWith: async (token: string | undefined) => {
        const { fileToken } = await (await post(`/api/privacy/exports/${token}/confirm`)).json()
        return (await api.request(`/api/privacy/exports/files/${fileToken}`)).json()
      },
      contact: contactService(site.websiteId),
      sealer,
      setTime: (at: Date) => {
        time = at
      },
    }
  }

  test('exports everything that this site stores under the address, and nothing else', async () => {
    const { ask, post, get, write, tokenFor } = await newTestSite()
    const elsewhere = await newTestSite()
    await write('ann@example.com', 'The first message of Ann')
    await write('ANN@example.com', 'The second message of Ann')
    await write('bob@example.com', 'The message of Bob')
    await elsewhere.write('ann@example.com', 'Ann to another site')
    await ask('Ann@Example.com')
    const { fileToken, expiresAt } = await (
      await post(`/api/privacy/exports/${await tokenFor('ann@example.com')}/confirm`)
    ).json()
    expect(expiresAt).toBe(later(24).toISOString())
    const file = await get(`/api/privacy/exports/files/${fileToken}`)
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    const { email, messages } = await file.json()
    expect(email).toBe('ann@example.com')
    expect(messages.map(({ message }: { message: string }) => message).sort()).toEqual([
      'The first message of Ann',
      'The second message of Ann',
    ])
  })

  test('requests for other addresses do not use up the limit of one address', async () => {
    const { site, ask, write, buy } = await newTestSite()
    const mailsTo = async (email: string) => (await mailsOf(site)).filter(({ to }) => to === email).length
    await write('ann@example.com', 'A message of Ann')
    await buy('eve@example.com')
    const { email: administrator } = await accounts.newUser(site, { administers: true })
    for (let n = 0; n < exportRateLimits.perMailbox.max + 2; n++)
      expect((await ask('ann@example.com')).status).toBe(200)
    expect(await mailsTo('ann@example.com')).toBe(exportRateLimits.perMailbox.max)
    await site.as('auth_service', (tx) =>
      tx
        .update(rateLimits)
        .set({ count: exportRateLimits.perSite.max })
        .where(like(rateLimits.key, `${exportRateLimits.perSite.name}:%`)),
    )
    for (const email of ['eve@example.com', administrator, 'nobody@example.com'])
      expect((await ask(email)).status).toBe(200)
    expect(await mailsTo('eve@example.com')).toBe(1)
    expect(await mailsTo(administrator)).toBe(1)
    expect(await mailsTo('nobody@example.com')).toBe(0)
  })

  test('exports the account too, and names values that can no longer be decrypted', async () => {
    const { site, ask, post, get, write, tokenFor, indexOf } = await newTestSite()
    const { email } = await accounts.newUser(site, { administers: true })
    await write(email, 'A message from the house')
    await site.as('administrator', (tx) => tx.delete(contactMessages))
    await write(email, 'Another one')
    await site.as('visitor', (tx) =>
      tx.insert(contactMessages).values({
        content: Buffer.from('damaged'),
        emailIndex: indexOf(email),
        receivedAt: now,
      }),
    )
    await ask(email)
    const made = await (await post(`/api/privacy/exports/${await tokenFor(email)}/confirm`)).json()
    const file = await (await get(`/api/privacy/exports/files/${made.fileToken}`)).json()
    expect(file.account).toMatchObject({ email, administratorSince: expect.any(String), sessions: [] })
    expect(file.messages).toHaveLength(2)
    expect(file.messages).toContainEqual(expect.objectContaining({ unreadable: expect.stringContaining('no longer') }))
  })

  test('exports an order with parcel, events, notes and downloads', async () => {
    const { site, requestToken, copyWith, buy } = await newTestSite()
    const { id, orderNumber } = await buy('ann@example.com')
    const orderNotes = [{ text: 'Rang about it', created_at: now.toISOString(), created_by: site.userId }]
    const parcel = { shippingOption: 'tracked', trackingCarrier: 'royal-mail', trackingNumber: 'RM123456789GB' }
    const context = { userId: site.userId, now }
    await site.as('administrator', async (tx) => {
      await tx
        .update(orders)
        .set({ orderNotes, ...parcel })
        .where(eq(orders.id, id))
      await recordOrderEvent(tx, id, { kind: 'status', from: 'paid', to: 'shipped' }, context)
      await recordOrderEvent(tx, id, { kind: 'mail', mail: 'shipped' }, context)
    })
    const file = await copyWith(await requestToken('ann@example.com'))
    const [{ number, customer, items, tracking, notes, downloads, ...order }, ...more] = file.orders
    expect([number, more]).toEqual([orderNumber, []])
    expect(customer).toMatchObject({ email: 'ann@example.com', name: 'Ann Lee' })
    expect(items).toMatchObject([{ name: 'Night Ferry', quantity: 1, total: 1_800 }])
    expect(tracking).toEqual({ carrier: 'royal-mail', number: 'RM123456789GB' })
    expect(notes).toEqual([{ text: 'Rang about it', writtenAt: now.toISOString() }])
    expect(order).toMatchObject({ country: 'GB', shippingOption: 'tracked' })
    expect(order.events).toEqual([
      { at: now.toISOString(), kind: 'status', from: 'paid', to: 'shipped' },
      { at: now.toISOString(), kind: 'mail', mail: 'shipped' },
    ])
    expect(downloads).toMatchObject([
      { name: 'Night Ferry', downloadsUsed: 2, downloadsAllowed: 5, expiresAt: later(720).toISOString() },
    ])
    expect(JSON.stringify(file)).not.toContain(site.userId)
  })

  test('exports withdrawn downloads with their counts and failures', async () => {
    const { site, requestToken, copyWith, buy } = await newTestSite()
    const { id } = await buy('ann@example.com')
    await putFailure(site)
    await site.as('administrator', (tx) => withdrawRights(tx, id, later(1)))
    const { orders } = await copyWith(await requestToken('ann@example.com'))
    expect(orders[0].downloads).toEqual([
      {
        name: 'Night Ferry',
        givenAt: expect.any(String),
        expiresAt: later(720).toISOString(),
        withdrawnAt: later(1).toISOString(),
        downloadsUsed: 2,
        downloadsAllowed: 5,
        files: [
          {
            name: 'song.mp3',
            completed: 2,
            lastCompletedAt: null,
            bytesSince: 0,
            lastSentAt: expect.any(String),
          },
        ],
        events: [
          {
            what: 'failed',
            at: now.toISOString(),
            why: 'connection',
            file: 'song.mp3',
            bytes: null,
            durationMs: null,
          },
        ],
      },
    ])
  })

  /** Where the exported file holds the rows of each table. */
  const pathInFile = {
    orders: 'orders',
    order_items: 'orders[0].items',
    order_events: 'orders[0].events',
    digital_downloads: 'orders[0].downloads',
    download_counts: 'orders[0].downloads[0].files',
    download_events: 'orders[0].downloads[0].events',
    checkouts: 'unplaced',
    contact_messages: 'messages',
    support_notes: 'support',
    mails: 'unsent',
  }

  test('exports every table with data under an address, or lists it as left out with a reason', async () => {
    const { site, sealer, contact, requestToken, copyWith, buy, write } = await newTestSite()
    const email = 'ann@example.com'
    const token = await requestToken(email)
    const { id } = await buy(email)
    await putFailure(site)
    await write(email, 'A message of Ann')
    await putCheckout(site, { sealer }, { email, state: 'expired', now })
    await site.as('administrator', async (tx) => {
      await recordOrderEvent(tx, id, { kind: 'note' }, { userId: site.userId, now })
      const written = { subject: null, text: 'Rang' }
      const emailIndex = contact.blindIndex(site.websiteId, email)
      await writeNote(tx, contact.sealer, { emailIndex, kind: 'note', written, userId: site.userId, now })
    })
    await site.as('worker', async (tx) => {
      for (const to of [email, 'bob@example.com']) {
        const mailId = newId()
        const mail = JSON.stringify({ to, subject: `To ${to}`, text: 'A secret link' })
        const content = contact.sealer.seal(mailSealContext(site.websiteId, mailId), mail)
        await tx.insert(mails).values({ id: mailId, state: 'failed', content, createdAt: now })
      }
    })
    const file = await copyWith(token)
    for (const place of Object.values(pathInFile)) expect(file).toHaveProperty(place, [expect.anything()])
    expect(file.unsent).toEqual([{ subject: `To ${email}`, writtenAt: now.toISOString() }])
    const { rows } = await site.as('worker', (tx) =>
      tx.execute<{ name: string }>(sql`
        select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
          and (attname in ('email', 'email_index', 'order_id', 'download_id', 'resource_id') or atttypid = 'bytea'::regtype)`),
    )
    // Accounts are tested above.
    const found = [...rows.map(({ name }) => name), 'rate_limits', 'installation_limits']
    expect(found.sort()).toEqual([...Object.keys(pathInFile), 'users', ...Object.keys(leftOut)].sort())
  })

  test('answers and mails the same for an unknown address; its export is empty', async () => {
    const { ask, post, get, write, tokenFor } = await newTestSite()
    await write('ann@example.com', 'A message of Ann')
    const [known, unknown] = [await ask('ann@example.com'), await ask('bob@example.com')]
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    const made = await (await post(`/api/privacy/exports/${await tokenFor('bob@example.com')}/confirm`)).json()
    const { messages } = await (await get(`/api/privacy/exports/files/${made.fileToken}`)).json()
    expect(messages).toEqual([])
  })

  test('opening an export link does not use it up; of 20 concurrent confirmations one succeeds', async () => {
    const { ask, post, get, tokenFor } = await newTestSite()
    await ask('ann@example.com')
    const path = `/api/privacy/exports/${await tokenFor('ann@example.com')}`
    for (let n = 0; n < 3; n++) expect(await (await get(path)).json()).toEqual({ open: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${path}/confirm`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)])
    expect(await (await get(path)).json()).toEqual({ open: false })
  })

  test('export link and file expire after 24 hours and are then deleted', async () => {
    const { site, ask, post, get, tokenFor, setTime } = await newTestSite()
    await ask('ann@example.com')
    await ask('bob@example.com')
    const path = `/api/privacy/exports/${await tokenFor('bob@example.com')}/confirm`
    const { fileToken } = await (await post(`/api/privacy/exports/${await tokenFor('ann@example.com')}/confirm`)).json()
    setTime(later(23.9))
    expect((await get(`/api/privacy/exports/files/${fileToken}`)).status).toBe(200)
    setTime(later(24))
    expect((await get(`/api/privacy/exports/files/${fileToken}`)).status).toBe(410)
    expect((await post(path)).status).toBe(410)
    await site.as('worker', (tx) => sweepExports(tx, later(24)))
    expect(await site.as('worker', (tx) => tx.select().from(dataExports))).toEqual([])
  })

  test('accepts an export link on its own site only, and rejects a malformed one', async () => {
    const { ask, tokenFor, post } = await newTestSite()
    const elsewhere = await newTestSite()
    await ask('ann@example.com')
    const token = await tokenFor('ann@example.com')
    for (const wrong of ['x', 'A'.repeat(43), "' or 1=1"]) {
      expect((await post(`/api/privacy/exports/${encodeURIComponent(wrong)}/confirm`)).status).toBe(410)
    }
    expect((await elsewhere.post(`/api/privacy/exports/${token}/confirm`)).status).toBe(410)
    expect((await post(`/api/privacy/exports/${token}/confirm`)).status).toBe(200)
  })

  test('limits the mails to one address and rejects an invalid one', async () => {
    const { ask, site } = await newTestSite()
    const statuses: number[] = []
    for (let n = 0; n <= exportRateLimits.perMailbox.max; n++) statuses.push((await ask('ann@example.com')).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await mailsOf(site)).toHaveLength(exportRateLimits.perMailbox.max)
    const refused = await ask('ann')
    expect(refused.status).toBe(422)
    expect((await refused.json()).fields).toHaveProperty('email')
  })
})
