import { randomBytes } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { exportRates } from '#domain/privacy/export.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { receiveMessage } from '#server/contact/receive.ts'
import { contactMessages } from '#server/contact/table.ts'
import { writeNote } from '#server/customer-support/notes.ts'
import { newId } from '#server/db/id.ts'
import { revokeRights } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { rateLimits } from '#server/limits/table.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { sweepExports } from '#server/privacy/export.ts'
import { dataExports } from '#server/privacy/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { apiOf, now } from '#tests/api.ts'
import { engines, newSite, openTestDatabase, type TestSite } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { putUse } from '#tests/fixtures/downloads.ts'
import { json } from '#tests/fixtures/http.ts'
import { putCheckout, putOrder } from '#tests/fixtures/orders.ts'
import { rules, testPayments } from '#tests/fixtures/payments.ts'

const later = (hours: number) => new Date(+now + hours * 3_600_000)

/** Tables with personal data that are not in the copy a person gets, and why not. */
const leftOut: Readonly<Record<string, string>> = {
  data_exports: 'It is the request for the copy and the copy itself, and is gone after a day.',
  stock_movements: 'It says how many pieces left the shelf, which the items and events of the order say too.',
  one_time_tokens: 'It is a link that was mailed to the address, of use only while it is secret, and ends within days.',
  activity_logs: 'It says what those who run the site did; what that was to an order, its events say too.',
  rate_limits: 'It counts tries for at most a day, under names from which nobody can be told.',
  installation_limits: 'The same, for tries at accounts.',
  factors: 'The secret of a second factor would let whoever gets hold of the copy sign in.',
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

  async function newHouse() {
    const site = await newSite(database)
    const contactService = testContactService()
    const payments = testPayments(database)
    const { sealer, blindIndex } = payments({ siteId: site.websiteId, shop: rules })
    let time = now
    const api = apiOf(database, site, { kind: 'visitor' }, {}, { contactService, payments, clock: () => time })
    const post = (path: string, body: object = {}) => api.request(path, json(body))
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
    /** The token in the newest mail to somebody. */
    const tokenFor = async (email: string) => {
      const mail = (await mailsOf(site)).findLast(({ to }) => to === email)
      return /verify-export\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    }
    return {
      site,
      get: (path: string) => api.request(path),
      post,
      write,
      /** Somebody has bought a record that is theirs to download too. */
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
        await putUse(site, product.id, 2)
        return order
      },
      indexOf: (email: string) => contactService(site.websiteId).blindIndex(site.websiteId, email),
      ask,
      tokenFor,
      /** The token for somebody who asks. */
      askedBy: async (email: string) => {
        await ask(email)
        return tokenFor(email)
      },
      /** The file that a token leads to. */
      copyWith: async (token: string | undefined) => {
        const { fileToken } = await (await post(`/api/privacy/exports/${token}/confirm`)).json()
        return (await api.request(`/api/privacy/exports/files/${fileToken}`)).json()
      },
      desk: contactService(site.websiteId),
      sealer,
      setTime: (at: Date) => {
        time = at
      },
    }
  }

  test('somebody gets everything that this site keeps under their address, and nothing else', async () => {
    const { ask, post, get, write, tokenFor } = await newHouse()
    const elsewhere = await newHouse()
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

  test('strangers cannot use up what others may ask for', async () => {
    const { site, ask, write, buy } = await newHouse()
    const mailsTo = async (email: string) => (await mailsOf(site)).filter(({ to }) => to === email).length
    await write('ann@example.com', 'A message of Ann')
    await buy('eve@example.com')
    const { email: administrator } = await accounts.newUser(site, { administers: true })
    for (let n = 0; n < exportRates.ofAddress.most + 2; n++) expect((await ask('ann@example.com')).status).toBe(200)
    expect(await mailsTo('ann@example.com')).toBe(exportRates.ofAddress.most)
    await site.as('auth_service', (tx) =>
      tx
        .update(rateLimits)
        .set({ count: exportRates.ofSite.most })
        .where(like(rateLimits.key, `${exportRates.ofSite.name}:%`)),
    )
    for (const email of ['eve@example.com', administrator, 'nobody@example.com'])
      expect((await ask(email)).status).toBe(200)
    expect(await mailsTo('eve@example.com')).toBe(1)
    expect(await mailsTo(administrator)).toBe(1)
    expect(await mailsTo('nobody@example.com')).toBe(0)
  })

  test('an account is told of too, and what can no longer be read is named', async () => {
    const { site, ask, post, get, write, tokenFor, indexOf } = await newHouse()
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

  test('an order is told of with its parcel, what happened to it, what was noted on it, and what may be downloaded', async () => {
    const { site, askedBy, copyWith, buy } = await newHouse()
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
    const file = await copyWith(await askedBy('ann@example.com'))
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

  test('downloads that were withdrawn stay in the file, with how often each came and what went wrong', async () => {
    const { site, askedBy, copyWith, buy } = await newHouse()
    const { id } = await buy('ann@example.com')
    await putFailure(site)
    await site.as('administrator', (tx) => revokeRights(tx, id, later(1)))
    const { orders } = await copyWith(await askedBy('ann@example.com'))
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

  /** Where the file tells of what a table holds. */
  const told = {
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

  test('every table that holds something under an address is in the file, or is left out for a reason', async () => {
    const { site, sealer, desk, askedBy, copyWith, buy, write } = await newHouse()
    const email = 'ann@example.com'
    const token = await askedBy(email)
    const { id } = await buy(email)
    await putFailure(site)
    await write(email, 'A message of Ann')
    await putCheckout(site, { sealer }, { email, state: 'expired', now })
    await site.as('administrator', async (tx) => {
      await recordOrderEvent(tx, id, { kind: 'note' }, { userId: site.userId, now })
      const written = { subject: null, text: 'Rang' }
      const emailIndex = desk.blindIndex(site.websiteId, email)
      await writeNote(tx, desk.sealer, { emailIndex, kind: 'note', written, userId: site.userId, now })
    })
    await site.as('worker', async (tx) => {
      for (const to of [email, 'bob@example.com']) {
        const mailId = newId()
        const mail = JSON.stringify({ to, subject: `To ${to}`, text: 'A secret link' })
        const content = desk.sealer.seal(mailSealContext(site.websiteId, mailId), mail)
        await tx.insert(mails).values({ id: mailId, state: 'failed', content, createdAt: now })
      }
    })
    const file = await copyWith(token)
    for (const place of Object.values(told)) expect(file).toHaveProperty(place, [expect.anything()])
    expect(file.unsent).toEqual([{ subject: `To ${email}`, writtenAt: now.toISOString() }])
    const { rows } = await site.as('worker', (tx) =>
      tx.execute<{ name: string }>(sql`
        select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
          and (attname in ('email', 'email_index', 'order_id', 'download_id', 'resource_id') or atttypid = 'bytea'::regtype)`),
    )
    // An account has a test of its own, above.
    const found = [...rows.map(({ name }) => name), 'rate_limits', 'installation_limits']
    expect(found.sort()).toEqual([...Object.keys(told), 'users', ...Object.keys(leftOut)].sort())
  })

  test('the answer and the mail are the same for somebody unknown, who then learns that nothing is kept', async () => {
    const { ask, post, get, write, tokenFor } = await newHouse()
    await write('ann@example.com', 'A message of Ann')
    const [known, unknown] = [await ask('ann@example.com'), await ask('bob@example.com')]
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    const made = await (await post(`/api/privacy/exports/${await tokenFor('bob@example.com')}/confirm`)).json()
    const { messages } = await (await get(`/api/privacy/exports/files/${made.fileToken}`)).json()
    expect(messages).toEqual([])
  })

  test('looking at a link does not use it; of twenty who use it at once, one gets the file', async () => {
    const { ask, post, get, tokenFor } = await newHouse()
    await ask('ann@example.com')
    const path = `/api/privacy/exports/${await tokenFor('ann@example.com')}`
    for (let n = 0; n < 3; n++) expect(await (await get(path)).json()).toEqual({ open: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${path}/confirm`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)])
    expect(await (await get(path)).json()).toEqual({ open: false })
  })

  test('link and file are over after 24 hours, and then gone', async () => {
    const { site, ask, post, get, tokenFor, setTime } = await newHouse()
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

  test('a link works on its own site only, and nonsense on none', async () => {
    const { ask, tokenFor, post } = await newHouse()
    const elsewhere = await newHouse()
    await ask('ann@example.com')
    const token = await tokenFor('ann@example.com')
    for (const wrong of ['x', 'A'.repeat(43), "' or 1=1"]) {
      expect((await post(`/api/privacy/exports/${encodeURIComponent(wrong)}/confirm`)).status).toBe(410)
    }
    expect((await elsewhere.post(`/api/privacy/exports/${token}/confirm`)).status).toBe(410)
    expect((await post(`/api/privacy/exports/${token}/confirm`)).status).toBe(200)
  })

  test('nobody’s mailbox can be filled, and what is no address is refused', async () => {
    const { ask, site } = await newHouse()
    const statuses: number[] = []
    for (let n = 0; n <= exportRates.ofAddress.most; n++) statuses.push((await ask('ann@example.com')).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await mailsOf(site)).toHaveLength(exportRates.ofAddress.most)
    const refused = await ask('ann')
    expect(refused.status).toBe(422)
    expect((await refused.json()).fields).toHaveProperty('email')
  })
})
