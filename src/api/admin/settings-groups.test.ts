import { desc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AdminSettings, SettingsHistoryChange } from '#api/admin/settings.ts'
import type { Actor } from '#domain/actor.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { settingsOf } from '#domain/sites/settings.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { deliveryRates, settingsHistory, siteSettings } from '#server/sites/settings-table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { checkoutRequestFor, checkoutsOf, openTestShop, testShopRules } from '#tests/fixtures/payments.ts'

const post = { ...testShopRules.shipping[0]!, tiers: [{ fromSubtotal: 0, price: 395 }] }
const priced = (price: number) => [{ ...post, tiers: [{ fromSubtotal: 0, price }] }]

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const shop = await openTestShop(database)

  async function newTestSite(site?: Pick<TestSite, 'websiteId' | 'as'>) {
    const at = site ?? (await createTestSite(database))
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const deps = { payments: shop.payments, clock: shop.clock, site: shop.look, cache: createSiteCache() }
    const owner = createTestApi(database, at, actor, {}, deps)
    const visitor = createTestApi(database, at, { kind: 'visitor' }, {}, deps)
    const read = async (): Promise<AdminSettings> => (await owner.request('/api/admin/settings')).json()
    const put = async (draft: object, headers: Record<string, string> = owner.confirmed()) =>
      owner.request('/api/admin/settings', jsonRequest(draft, { method: 'PUT', headers }))
    return {
      site: at,
      owner,
      visitor,
      read,
      put,
      /** On top of what is stored now. */
      save: async (draft: object, headers?: Record<string, string>) =>
        put({ ...draft, sequence: (await read()).sequence }, headers),
      fieldsOf: async (answer: Response) => ({ status: answer.status, ...(await answer.json()).fields }),
      frame: async () => (await visitor.request('/api/site')).json(),
      history: async (groups: string): Promise<SettingsHistoryChange[]> => {
        const changes: SettingsHistoryChange[] = []
        for (let next: string | null = ''; next !== null; ) {
          const after: string = next && `&after=${next}`
          const page = await (await owner.request(`/api/admin/settings/history?groups=${groups}${after}`)).json()
          changes.push(...page.changes)
          next = page.next
        }
        return changes
      },
      restore: async (number: number, group: string, headers = owner.confirmed()) =>
        owner.request(
          `/api/admin/settings/history/${number}/${group}/restore`,
          jsonRequest({ sequence: (await read()).sequence }, { headers }),
        ),
    }
  }

  test('a feature that is switched off leaves navigation, sitemap and its page at once', async () => {
    const { save, frame, visitor, read } = await newTestSite()
    const { starter } = await read()
    const all = { ...starter.features!, awards: true, tour: true }
    expect((await save({ features: all })).status).toBe(200)
    const links = async () => (await frame()).navigation.main.map(({ target }: { target: string }) => target)
    const sitemap = async () => (await visitor.request('/sitemap.xml')).text()
    expect(await links()).toContain('/awards')
    expect(await sitemap()).toContain('/awards')
    expect((await visitor.request('/api/pages/awards')).status).toBe(200)
    expect((await save({ features: { ...all, awards: false, tour: false } }, {})).status).toBe(200)
    expect(await links()).not.toContain('/awards')
    expect(await sitemap()).not.toMatch(/\/(awards|tour)</)
    expect((await visitor.request('/api/pages/awards')).status).toBe(404)
    // The page of the tour stays, without links to it.
    expect((await visitor.request('/api/tour/shows')).status).toBe(200)
  })

  test('language, zone, mailing list, limits and rules for passwords are in effect at once', async () => {
    const { save, frame, read } = await newTestSite()
    const { starter } = await read()
    const mailingList = { ...starter.mailingList!, enabled: true, listName: 'letters' }
    const region = { locale: 'de-DE', zone: 'Europe/Berlin', currency: 'EUR' }
    const passwords = { ...starter.passwords!, minLength: 14 }
    const vat = { pricesIncludeVat: false, rates: { DE: { standard: 1_900 } } }
    const saved = await save({ mailingList, region, passwords, vat, downloads: { allowed: 3, days: 7 } })
    expect(saved.status).toBe(200)
    expect(await frame()).toMatchObject({
      locale: 'de-DE',
      zone: 'Europe/Berlin',
      currency: 'EUR',
      features: { mailingList: { enabled: true, listName: 'letters' } },
      passwordRequirements: { minLength: 14 },
      shop: { pricesIncludeVat: false },
    })
    expect((await save({ mailingList: null, region: null, passwords: null, vat: null, downloads: null })).status).toBe(
      200,
    )
    expect(await frame()).toMatchObject({ locale: 'en-GB', passwordRequirements: { minLength: 8 } })
  })

  test.each([
    ['region', { locale: 'en-GB', zone: 'Europe/Atlantis', currency: 'GBP' }, 'region.zone'],
    ['region', { locale: 'en-GB', zone: 'Europe/London', currency: 'GBX' }, 'region.currency'],
    ['region', { locale: 'english', zone: 'Europe/London', currency: 'GBP' }, 'region.locale'],
    ['vat', { pricesIncludeVat: true, rates: { GB: { standard: 10_100 } } }, 'vat.rates.GB.standard'],
    ['delivery', [{ ...post, countries: ['GB', 'GB'] }], 'delivery.0.countries'],
    ['delivery', [{ ...post, countries: ['XX'] }], 'delivery.0.countries.0'],
    ['delivery', [{ ...post, tiers: [] }], 'delivery.0.tiers'],
    [
      'delivery',
      [{ ...post, tiers: [0, 900, 900].map((fromSubtotal) => ({ fromSubtotal, price: 1 })) }],
      'delivery.0.tiers',
    ],
    [
      'delivery',
      [{ ...post, tiers: [0, 900, 300].map((fromSubtotal) => ({ fromSubtotal, price: 1 })) }],
      'delivery.0.tiers',
    ],
    ['delivery', [post, post], 'delivery'],
    ['delivery', [{ ...post, name: '<script>alert(1)</script>' }], 'delivery.0.name'],
    ['downloads', { allowed: 0, days: 30 }, 'downloads.allowed'],
    [
      'passwords',
      { minLength: 7, uppercase: true, lowercase: true, number: true, special: 'standard' },
      'passwords.minLength',
    ],
    ['passwords', { minLength: 8, uppercase: false, lowercase: true, number: true, special: 'standard' }, 'passwords'],
    ['passwords', { minLength: 8, uppercase: true, lowercase: true, number: true, special: false }, 'passwords'],
  ])('refuses a wrong value of %s in a sentence and keeps the others', async (group, value, field) => {
    const { save, fieldsOf, read } = await newTestSite()
    const found = await fieldsOf(await save({ [group]: value }))
    expect(found).toEqual({ status: 422, [field]: expect.stringMatching(/^(This must|Please) .*\.$/) })
    expect(await read()).toMatchObject({ [group]: null, sequence: 0 })
  })

  test('refuses card payments together with a currency that cards cannot be charged in', async () => {
    const { save, fieldsOf } = await newTestSite()
    const found = await fieldsOf(
      await save({ region: { locale: 'is-IS', zone: 'Atlantic/Reykjavik', currency: 'ISK' } }),
    )
    expect(found).toMatchObject({ status: 422, region: expect.stringContaining('not possible in ISK') })
  })

  test('locks the currency after the first payment, but no other region setting', async () => {
    const { site, record } = await shop.newShop()
    const { save, fieldsOf, read, visitor } = await newTestSite(site)
    expect((await read()).isCurrencyLocked).toBe(false)
    expect((await visitor.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(record)))).status).toBe(200)
    expect((await read()).isCurrencyLocked).toBe(true)
    const region = { locale: 'de-DE', zone: 'Europe/Berlin', currency: 'EUR' }
    expect(await fieldsOf(await save({ region }))).toMatchObject({
      status: 422,
      region: expect.stringContaining('orders'),
    })
    expect((await save({ region: { ...region, currency: 'GBP' } })).status).toBe(200)
  })

  test('shows the buyer a changed delivery price; a running checkout keeps the old one', async () => {
    const { site, record } = await shop.newShop()
    const { save, visitor } = await newTestSite(site)
    const request = { ...checkoutRequestFor(record), acceptedTotal: 1_800 + 395 }
    const running = await (await visitor.request('/api/shop/checkout', jsonRequest(request))).json()
    expect((await save({ delivery: priced(500) }, {})).status).toBe(200)
    const refused = await visitor.request('/api/shop/checkout', jsonRequest({ ...request, key: newId() }))
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { reason: 'cart-changed', facts: { total: 1_800 + 500 } },
    ])
    const { items, country, shippingOption } = checkoutRequestFor(record)
    const quote = await visitor.request('/api/shop/quote', jsonRequest({ items, country, shippingOption }))
    expect(await quote.json()).toMatchObject({ amounts: { shipping: 500, total: 2_300 } })
    // A retry of the running one leads to its payment page, with the amount that the buyer saw.
    expect(await (await visitor.request('/api/shop/checkout', jsonRequest(request))).json()).toEqual(running)
    expect(await checkoutsOf(site)).toMatchObject([{ shipping: 395, total: 2_195 }])
  })

  test('stores delivery prices as rows of the standard profile', async () => {
    const { site, save } = await newTestSite()
    const tiers = [
      { fromSubtotal: 0, price: 395 },
      { fromSubtotal: 6_000, price: 0 },
    ]
    await save({ delivery: [{ ...post, tiers }] })
    const stored = () => site.as('administrator', (tx) => tx.select().from(deliveryRates))
    const row = { zone: post.id, profile: 'standard', basis: 'subtotal' }
    expect((await stored()).toSorted((a, b) => a.from - b.from)).toMatchObject([
      { ...row, from: 0, price: 395 },
      { ...row, from: 6_000, price: 0 },
    ])
    await save({ delivery: null })
    expect(await stored()).toEqual([])
  })

  test('lists who changed what, and restores an earlier value', async () => {
    const { site, save, history, restore, read } = await newTestSite()
    await save({ delivery: priced(500) })
    await save({ delivery: priced(900), downloads: { allowed: 3, days: 7 } })
    await save({ delivery: null })
    const lines = await history('delivery')
    expect(lines.map(({ number, isCurrent, isAsInStarter }) => [number, isCurrent, isAsInStarter])).toEqual([
      [3, true, true],
      [2, false, false],
      [1, false, false],
    ])
    expect(lines[1]!.changes).toEqual([{ path: [post.name, 'tiers', 0, 'price'], before: '500', after: '900' }])
    expect((await restore(1, 'delivery', {})).status).toBe(403)
    expect((await restore(1, 'delivery')).status).toBe(200)
    expect(await read()).toMatchObject({ delivery: priced(500), downloads: { allowed: 3 }, sequence: 4 })
    expect((await history('delivery'))[0]).toMatchObject({ number: 4, restores: 1, isCurrent: true })
    expect((await restore(2, 'mailingList')).status).toBe(404)
    const [logged] = await site.as('administrator', (tx) =>
      tx.select().from(activityLogs).orderBy(desc(activityLogs.id)).limit(1),
    )
    expect(logged).toMatchObject({ resourceType: 'settings', action: 'restored', resourceName: 'Delivery' })
  })

  test('pages the settings history without gaps while settings change', async () => {
    const { owner, save } = await newTestSite()
    const page = async (after = '') =>
      (await owner.request(`/api/admin/settings/history?groups=delivery,downloads${after}`)).json()
    for (let at = 1; at <= 8; at++) await save({ delivery: priced(100 * at), downloads: { allowed: at, days: 7 } })
    const first = await page()
    await save({ delivery: priced(5_000), downloads: { allowed: 50, days: 7 } })
    const second = await page(`&after=${first.next}`)
    const entries = [...first.changes, ...second.changes].map(({ number, group }) => `${number} ${group}`)
    expect(entries).toEqual([8, 7, 6, 5, 4, 3, 2, 1].flatMap((at) => [`${at} delivery`, `${at} downloads`]))
    expect([first.changes.length, second.next]).toEqual([10, null])
    // Also the first of a page says what was there before it, which is on the page after it.
    expect(first.changes.at(-2).changes).toEqual([
      { path: ['Royal Mail', 'tiers', 0, 'price'], before: '300', after: '400' },
    ])
    expect((await owner.request('/api/admin/settings/history?groups=delivery&after=x')).status).toBe(422)
  })

  test('simultaneous changes of settings leave no gap in the history', async () => {
    const { put, history, read } = await newTestSite()
    const { starter } = await read()
    const prices = [100, 200, 300, 400, 500, 600]
    const answers = await Promise.all(prices.map((price) => put({ delivery: priced(price), sequence: 0 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    await Promise.all([
      put({ downloads: { allowed: 3, days: 7 }, sequence: 0 }),
      put({ contactEmail: 'new@site.example', sequence: 0 }),
      put({ social: [], sequence: 0 }),
    ])
    const changes = await history('delivery,downloads,contactEmail,social')
    expect(changes.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(new Set(changes.map(({ group }) => group)).size).toBe(4)
    expect(changes.every(({ isCurrent }) => isCurrent)).toBe(true)
    const contact = changes.find(({ group }) => group === 'contactEmail')
    expect(contact?.changes).toEqual([{ path: [], before: starter.contactEmail, after: 'new@site.example' }])
  })

  test('the settings history starts with the values that were set before the history was introduced', async () => {
    const { site, save, history, restore, read } = await newTestSite()
    await site.as('administrator', (tx) =>
      tx.insert(siteSettings).values({ contactEmail: 'old@site.example', sequence: 5 }),
    )
    await save({ contactEmail: 'new@site.example' })
    expect((await history('contactEmail')).map(({ number, by }) => [number, by])).toEqual([
      [6, null],
      [5, null],
    ])
    await restore(5, 'contactEmail')
    expect(await read()).toMatchObject({ contactEmail: 'old@site.example', sequence: 7 })
  })

  test('no database role can change or delete the settings history', async () => {
    const { site, save } = await newTestSite()
    await save({ delivery: priced(500) })
    for (const role of ['administrator', 'worker', 'visitor'] as const) {
      await expect(site.as(role, (tx) => tx.update(settingsHistory).set({ userId: null }))).rejects.toThrow()
      await expect(site.as(role, (tx) => tx.delete(settingsHistory))).rejects.toThrow()
    }
    await expect(site.as('visitor', (tx) => tx.select().from(settingsHistory))).rejects.toThrow()
  })

  test('two administrators conflict only when they edit the same settings group', async () => {
    const { put } = await newTestSite()
    expect((await put({ delivery: priced(500), sequence: 0 })).status).toBe(200)
    expect((await put({ downloads: { allowed: 3, days: 7 }, sequence: 0 })).status).toBe(200)
    expect((await put({ delivery: priced(900), sequence: 0 })).status).toBe(409)
    // The same value is no edit.
    expect((await put({ delivery: priced(500), sequence: 0 })).status).toBe(200)
    expect((await put({ delivery: priced(900), sequence: 9 })).status).toBe(409)
  })

  test.each([
    [
      'the mailing list',
      (all: AdminSettings) => ({ mailingList: { ...all.starter.mailingList!, enabled: true } }),
      403,
    ],
    ['the currency', () => ({ region: { locale: 'en-GB', zone: 'Europe/London', currency: 'EUR' } }), 403],
    [
      'the kind of shop',
      (all: AdminSettings) => ({ features: { ...all.starter.features!, shop: { enabled: true, type: 'contact' } } }),
      403,
    ],
    [
      'the rules for passwords',
      (all: AdminSettings) => ({ passwords: { ...all.starter.passwords!, minLength: 9 } }),
      403,
    ],
    ['the gallery', (all: AdminSettings) => ({ features: { ...all.starter.features!, gallery: true } }), 200],
    ['the time zone', () => ({ region: { locale: 'en-GB', zone: 'Europe/Paris', currency: 'GBP' } }), 200],
  ])('whether a change of %s requires a confirmation', async (_, draftOf, status) => {
    const { read, save } = await newTestSite()
    expect((await save(draftOf(await read()), {})).status).toBe(status)
  })

  test('settings equal to the starter produce the same site', async () => {
    const { read, save, frame } = await newTestSite()
    const before = await frame()
    const { starter } = await read()
    expect((await save(starter)).status).toBe(200)
    expect(await frame()).toEqual(before)
    expect(settingsOf(siteWithDefaults(minimalSite()))).toMatchObject({ region: starter.region! })
  })

  test('warns of a card shop without delivery and of one without VAT', async () => {
    const { save } = await newTestSite()
    const saved = await (await save({ delivery: [], vat: { pricesIncludeVat: true, rates: {} } })).json()
    expect(saved.warnings).toEqual([
      'There is no delivery method, so nobody can order physical products.',
      'No country has a VAT rate, so no VAT is charged.',
    ])
  })

  test('logs a change in the security log', async () => {
    const { site, save } = await newTestSite()
    await save({ downloads: { allowed: 3, days: 7 } })
    const lines = await site.as('administrator', (tx) => tx.select().from(activityLogs))
    expect(lines).toMatchObject([{ resourceType: 'settings', action: 'updated', resourceName: 'Download limits' }])
  })
})
