import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { DashboardAnswer, SidebarCounts } from '#api/admin/dashboard.ts'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { addAdministrator } from '#server/accounts/access.ts'
import { removeOrScheduleRemoval } from '#server/accounts/removal.ts'
import { factors } from '#server/accounts/table.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { newId } from '#server/db/id.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { mails } from '#server/mail/table.ts'
import { createProduct } from '#server/products/commands.ts'
import { createShow, insertShow } from '#server/tour/commands.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { addMilliseconds, minutes, openAccounts } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { emptyGoingLiveSettings } from '#tests/fixtures/dns.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const embedded = { part: 'Mail', runsOn: 'Files in the outbox', embedded: true, settings: ['SMTP_URL'] }
const berlin = { date: '2026-05-10', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' }
const link = 'https://tickets.example'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)

  async function newTestSite(
    deps: Parameters<typeof createTestApi>[4] = {},
    environment: Parameters<typeof createTestApi>[3] = {},
  ) {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const api = createTestApi(database, site, actor, environment, deps)
    return {
      site,
      read: async (): Promise<DashboardAnswer> => (await api.request('/api/admin/dashboard')).json(),
      counts: async (): Promise<SidebarCounts> => (await api.request('/api/admin/dashboard/counts')).json(),
      plan: (changes: object) =>
        site.as('administrator', (tx) =>
          createShow(tx, ShowDraft.parse({ ...berlin, ...changes }), { userId: site.userId, now }),
        ),
    }
  }

  test('returns empty sections for a new site', async () => {
    const { read } = await newTestSite()
    expect(await read()).toEqual({
      guide: 'choice',
      checklist: null,
      includesDemo: { orders: false, visits: false },
      shows: [],
      messages: { unread: 0, newest: [] },
      sales: null,
      plays: null,
      lowStock: null,
      attention: {
        removals: [],
        orders: null,
        ordersToPack: null,
        draftsSoon: { count: 0, first: [] },
        withoutTickets: { count: 0, first: [] },
        undescribedImages: 0,
        missingFiles: [],
        withoutFiles: [],
        failedMails: 0,
        failedJobs: 0,
        closedShop: null,
        embedded: null,
      },
    })
  })

  test('shows the set-up checklist with its completed steps until all are done', async () => {
    const site = await createTestSite(database)
    const { userId } = await accounts.newUser(site, { administers: true })
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
    const fresh = createTestApi(database, site, actor)
    const live = createTestApi(database, site, actor, {
      origin: 'https://band.example',
      goingLive: { ...emptyGoingLiveSettings, mail: { from: 'hello@band.example', spf: [], dkimSelectors: [] } },
      running: {
        version: '1',
        builtAt: null,
        diskSpace: async () => null,
        backups: () => ({ lastAt: now, areAutomatic: true }),
      },
    })
    const read = async (api: typeof fresh): Promise<DashboardAnswer['checklist']> =>
      (await (await api.request('/api/admin/dashboard')).json()).checklist
    const doneAt = async (api: typeof fresh) => (await read(api))?.filter(({ isDone }) => isDone).map(({ id }) => id)
    const choose = (state: string) => fresh.request('/api/admin/set-up', jsonRequest({ state }, { method: 'PUT' }))
    expect(await read(fresh)).toBeNull()

    await choose('exploring')
    expect((await read(fresh))?.map(({ id }) => id)).toEqual(['show', 'mail', 'domain', 'second-factor', 'backup'])
    await site.as('administrator', async (tx) => {
      await tx.execute(sql`set local app.demo = 'on'`)
      await insertShow(tx, ShowDraft.parse(berlin))
    })
    expect(await doneAt(fresh)).toEqual([])
    await site.as('administrator', (tx) => insertShow(tx, ShowDraft.parse(berlin)))
    expect(await doneAt(fresh)).toEqual(['show'])
    expect(await doneAt(live)).toEqual(['show', 'mail', 'domain', 'backup'])

    await choose('dismissed')
    expect(await read(live)).toBeNull()
    await choose('exploring')
    expect(await doneAt(live)).toHaveLength(4)
    const { id, secret } = { id: newId(), secret: Buffer.alloc(1) }
    await accounts
      .authContextAt(site)
      .inSite((tx) => tx.insert(factors).values({ id, userId, friendlyName: 'Phone', secret, status: 'verified' }))
    expect(await doneAt(fresh)).toEqual(['show', 'second-factor'])
    expect(await read(live)).toBeNull()
  })

  test('lists a pending removal of access', async () => {
    const { site, read } = await newTestSite()
    const { authContextAt, newUser, signedIn } = accounts
    const first = await newUser(site, { administers: true })
    const second = await newUser(site)
    const { person } = await signedIn(site, second.email)
    await authContextAt(site).inSite((tx) =>
      addAdministrator(
        tx,
        { now: addMilliseconds(minutes) },
        { ...second, grantedBy: first.userId, action: 'granted' },
      ),
    )
    const { takesEffectAt } = await removeOrScheduleRemoval(authContextAt(site), person, first.userId)
    expect((await read()).attention.removals).toEqual([
      { ...first, by: second.email, at: takesEffectAt!.toISOString() },
    ])
  })

  test('lists the next shows in order, and names drafts and shows without tickets', async () => {
    const { plan, read } = await newTestSite()
    await plan({ city: 'Kiel', date: '2026-05-20', status: 'upcoming', bookingLink: link, availability: 'sold out' })
    await plan({ city: 'Bonn', date: '2026-05-02', status: 'upcoming', bookingLink: link })
    await plan({ city: 'Ulm', date: '2026-04-30', status: 'upcoming' })
    await plan({ city: 'Hof', date: '2026-06-10', status: 'upcoming' })
    for (const day of ['05', '06', '07', '08']) await plan({ date: `2026-05-${day}` })
    await plan({ date: '2026-09-01' })
    const { shows, attention } = await read()
    expect(shows!.map(({ city }) => city)).toEqual(['Bonn', 'Kiel', 'Hof'])
    expect(shows![1]).toMatchObject({ availability: 'sold out', zone: 'Europe/Berlin' })
    expect(attention.withoutTickets).toMatchObject({ count: 1, first: [{ city: 'Hof' }] })
    expect(attention.draftsSoon!.count).toBe(4)
    expect(attention.draftsSoon!.first.map(({ date }) => date)).toEqual(['2026-05-05', '2026-05-06', '2026-05-07'])
  })

  test('names the newest messages without opening them, and counts failed mails', async () => {
    const contactService = testContactService()
    const { site, read } = await newTestSite({ contactService })
    const form = { name: 'Ann Lee', email: 'ann@example.com', subject: 'A question', message: 'Bremen?' }
    const ids: string[] = []
    for (let n = 0; n < 7; n++)
      ids.push(
        await site.as('visitor', (tx) =>
          receiveMessage(tx, contactService(site.websiteId), {
            form,
            check: { once: newId(), expiresAt: now },
            site: { name: 'A site', locale: 'en-GB' },
            to: 'owner@site.example',
            now: new Date(+now + n),
          }),
        ),
      )
    await site.as('worker', (tx) =>
      tx.update(mails).set({ state: 'failed', createdAt: now }).where(eq(mails.id, ids[0]!)),
    )
    const { messages, attention } = await read()
    expect(messages.unread).toBe(7)
    expect(messages.newest.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 5))
    expect(messages.newest[0]!.about).toEqual({ name: 'Ann Lee', subject: 'A question' })
    for (const sealed of ['Bremen', 'example.com']) expect(JSON.stringify(messages)).not.toContain(sealed)
    expect(attention.failedMails).toBe(1)
  })

  test('counts published images without a description', async () => {
    const { site, read } = await newTestSite()
    await site.as('administrator', async (tx) => {
      const [picture] = await tx
        .insert(pictures)
        .values({ hash: '0123456789abcdef', name: 'stage', width: 4, height: 3, bytes: 10 })
        .returning({ pictureId: pictures.id })
      await tx.insert(galleryImages).values([
        { ...picture!, position: 1 },
        { ...picture!, position: 2, alt: 'A stage' },
        { ...picture!, position: 3, isPublished: false },
        { ...picture!, position: 4, removedAt: now },
      ])
    })
    expect((await read()).attention.undescribedImages).toBe(1)
  })

  test('returns null for features that are off', async () => {
    const minimal = siteWithDefaults(minimalSite())
    const { plan, read } = await newTestSite({
      site: { features: { ...minimal.features, tour: false, gallery: false } },
    })
    await plan({})
    expect(await read()).toMatchObject({
      shows: null,
      attention: { draftsSoon: null, withoutTickets: null, undescribedImages: null },
    })
  })

  test('compares orders and revenue of 30 days with the 30 days before, net of refunds', async () => {
    const shop = { enabled: true, type: 'stripe' } as const
    const { features } = siteWithDefaults(minimalSite())
    const { site, read } = await newTestSite({ site: { features: { ...features, shop }, zone: 'Europe/London' } })
    const none = { orders: 0, cancelled: 0, revenue: 0, refunded: 0 }
    const { days: quiet, ...noSales } = (await read()).sales!
    expect(noSales).toEqual({ last: none, before: none })
    expect(quiet).toHaveLength(30)
    expect(quiet[29]).toEqual({ date: '2026-05-01', orders: 0, revenue: 0 })
    let placed = 0
    const sealedText = Buffer.from('x')
    const sell = (createdAt: string, changes: Partial<typeof orders.$inferInsert> = {}) =>
      site.as('checkout', async (tx) => {
        const [n, amounts] = [String(++placed), { subtotal: 1_000, shipping: 0, vat: 0, total: 1_000 }]
        const [checkout] = await tx
          .insert(checkouts)
          .values({
            key: n,
            requestHash: n,
            reference: n,
            lines: [],
            customer: sealedText,
            country: 'GB',
            currency: 'GBP',
            ...amounts,
            expiresAt: now,
          })
          .returning({ checkoutId: checkouts.id })
        await tx.insert(orders).values({
          ...checkout!,
          orderReference: n,
          orderNumber: n,
          stripeSessionId: n,
          country: 'GB',
          currency: 'GBP',
          customerEmail: sealedText,
          customerName: sealedText,
          emailIndex: sealedText,
          subtotalAmount: 1_000,
          shippingAmount: 0,
          vatAmount: 0,
          totalAmount: 1_000,
          createdAt: new Date(createdAt),
          ...changes,
        })
      })
    await sell('2026-05-01T11:00:00Z')
    await sell('2026-04-20T11:00:00Z', { refundedAmount: 300, status: 'delivered' })
    await sell('2026-04-20T11:00:00Z', { refundedAmount: 1_000, status: 'cancelled' })
    await sell('2026-04-20T11:00:00Z', { status: 'cancelled' })
    await sell('2026-04-20T11:00:00Z', { attention: 'dispute-lost' })
    await sell('2026-04-20T11:00:00Z', { currency: 'EUR' })
    // In London, the first of these is on 2 April and the second on 1 April.
    await sell('2026-04-01T23:00:00Z', { attention: 'stock-gone' })
    await sell('2026-04-01T22:59:59Z', { totalAmount: 2_500 })
    // The same for 3 March and 2 March, when it was still winter.
    await sell('2026-03-03T00:00:00Z')
    await sell('2026-03-02T23:59:59Z')
    const { sales, attention } = await read()
    const { days, ...periods } = sales!
    expect(periods).toEqual({
      last: { orders: 4, cancelled: 2, revenue: 2_700, refunded: 2_300 },
      before: { orders: 2, cancelled: 0, revenue: 3_500, refunded: 0 },
    })
    expect(days.filter((day) => day.orders)).toEqual([
      { date: '2026-04-02', orders: 1, revenue: 1_000 },
      { date: '2026-04-20', orders: 2, revenue: 700 },
      { date: '2026-05-01', orders: 1, revenue: 1_000 },
    ])
    expect(attention.orders).toBe(2)
  })

  test('lists low stock of published products, lowest first', async () => {
    const shop = { enabled: true, type: 'stripe' } as const
    const { features } = siteWithDefaults(minimalSite())
    const { site, read, counts } = await newTestSite({ site: { features: { ...features, shop } } })
    const add = (draft: object) => {
      const parsed = ProductDraft.parse({ price: 1000, status: 'published', ...draft })
      return site.as('administrator', (tx) => createProduct(tx, parsed, { userId: site.userId, now }))
    }
    expect((await read()).lowStock).toEqual({ count: 0, counted: 0, first: [] })
    await add({ name: 'Plenty', stockQuantity: 6 })
    expect((await read()).lowStock).toEqual({ count: 0, counted: 1, first: [] })
    await add({ name: 'Few', stockQuantity: 5 })
    await add({ name: 'Draft', stockQuantity: 0, status: 'draft' })
    await add({ name: 'Song', productType: 'digital', status: 'draft' })
    const variants = [['S'], ['M'], ['L']].map((options, n) => ({ options, stockQuantity: n * 2 }))
    await add({ name: 'Tee', optionNames: ['Size'], variants })
    const { lowStock } = await read()
    expect(lowStock).toMatchObject({ count: 4 })
    expect(lowStock!.first.map(({ name, variant, left }) => [name, variant, left])).toEqual([
      ['Tee', 'S', 0],
      ['Tee', 'M', 2],
      ['Tee', 'L', 4],
      ['Few', null, 5],
    ])
    expect(await counts()).toMatchObject({ lowStock: 4, ordersToPack: 0 })
  })

  test('reports whether mails are only written to files', async () => {
    const { counts } = await newTestSite({ localMails: { stay: true, remove: async () => {} } })
    expect(await counts()).toMatchObject({ mailsAreFiles: true })
  })

  test('returns the counts of open tasks for the sidebar', async () => {
    const contactService = testContactService()
    const { site, plan, counts } = await newTestSite({ contactService })
    const nothing = { ordersToPack: null, unreadMessages: 0, draftsDue: 0, lowStock: null, failedMails: 0 }
    expect(await counts()).toEqual({ ...nothing, isSandbox: false, mailsAreFiles: false })
    await plan({ date: '2026-05-05' })
    await plan({ date: '2026-05-06', status: 'upcoming' })
    const id = await site.as('visitor', (tx) =>
      receiveMessage(tx, contactService(site.websiteId), {
        form: { name: 'Ann Lee', email: 'ann@example.com', subject: 'A question', message: 'Bremen?' },
        check: { once: newId(), expiresAt: now },
        site: { name: 'A site', locale: 'en-GB' },
        to: 'owner@site.example',
        now,
      }),
    )
    await site.as('worker', (tx) => tx.update(mails).set({ state: 'failed', createdAt: now }).where(eq(mails.id, id)))
    expect(await counts()).toMatchObject({ unreadMessages: 1, draftsDue: 1, failedMails: 1 })
  })

  test('warns of embedded database and storage in production', async () => {
    const { read } = await newTestSite({}, { production: true, infrastructure: [embedded] })
    expect((await read()).attention.embedded).toMatch(/mail \(SMTP_URL\)/)
  })
})
