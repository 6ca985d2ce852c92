import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import type { OwnPage } from '#domain/site-editor/document.ts'
import { previewHeader, previewLinkLifetimeMs } from '#domain/site-editor/preview.ts'
import type { Site } from '#domain/sites/site.ts'
import { mainPart } from '#sections/kinds.ts'
import { userWebsiteAccess } from '#server/accounts/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { addProduct } from '#server/products/commands.ts'
import { maxPreviewLinks, sweepPreviewLinks } from '#server/site-editor/preview-links.ts'
import { previewLinks } from '#server/site-editor/preview-links-table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { openPublishQueue } from '#tests/fixtures/publish-queue.ts'

const quote = (id: string, words: string) => ({ id, kind: 'quote', hidden: false, quote: words, source: null }) as const
const page = (about: Partial<OwnPage> = {}): OwnPage => ({
  title: 'House concerts',
  address: '/house-concerts',
  description: 'Concerts at home.',
  image: null,
  visibility: 'published',
  sections: [quote('a', 'Bring your own chair.')],
  ...about,
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  await openPublishQueue(database)

  async function newTestSite(about: Partial<Site> = {}) {
    const site = await createTestSite(database)
    const { userId } = await accounts.newUser(site, { administers: true })
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    let time = now
    const as = (who: Actor) => createTestApi(database, site, who, {}, { cache, clock: () => time, site: about })
    const [owner, visitor] = [as(actor), as({ kind: 'visitor' })]
    const read = async (api: typeof owner, path: string, init?: RequestInit) => {
      const answer = await api.request(path, init)
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
    const draft = async () => (await read(owner, '/api/admin/site/draft')).body
    const save = async (part: string, value: unknown) =>
      read(
        owner,
        `/api/admin/site/draft/parts/${part}`,
        jsonRequest({ value, sequence: (await draft()).sequence }, { method: 'PUT' }),
      )
    const publish = async () =>
      read(owner, '/api/admin/site/draft/publish', jsonRequest({ sequence: (await draft()).sequence, note: '' }))
    return {
      site,
      userId,
      owner,
      visitor,
      as,
      read,
      draft,
      save,
      publish,
      at: (moment: Date) => {
        time = moment
      },
      /** A page as visitors get it. */
      open: (address: string) => read(visitor, `/api/pages/own/${address}`),
      publishPages: async (pages: Record<string, OwnPage | null>) => {
        for (const [part, value] of Object.entries(pages)) expect((await save(part, value)).status).toBe(200)
        expect((await publish()).status).toBe(200)
      },
    }
  }

  test('visitors see an own page once it is published, and no hidden one', async () => {
    const { publishPages, save, open, visitor } = await newTestSite()
    expect((await save('own-a', page())).status).toBe(200)
    expect((await open('house-concerts')).status).toBe(404)
    await publishPages({ 'own-b': page({ address: '/secret', visibility: 'hidden' }) })
    const { status, body } = await open('house-concerts')
    expect([status, body.title, body.sections]).toEqual([
      200,
      'House concerts',
      [{ id: 'a', kind: 'quote', quote: 'Bring your own chair.', source: null }],
    ])
    expect((await open('secret')).status).toBe(404)
    expect((await open('nothing')).status).toBe(404)
    await publishPages({ 'own-c': page({ address: '/unlisted', visibility: 'unlisted' }) })
    expect((await open('unlisted')).body.isUnlisted).toBe(true)
    const sitemap = await (await visitor.request('/sitemap.xml')).text()
    expect(['/house-concerts', '/secret', '/unlisted'].map((path) => sitemap.includes(path))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('redirects an old page address in one step until another page uses it', async () => {
    const { publishPages, open } = await newTestSite()
    await publishPages({ 'own-a': page({ address: '/first' }) })
    await publishPages({ 'own-a': page({ address: '/second' }) })
    await publishPages({ 'own-a': page({ address: '/third' }) })
    expect([(await open('first')).body, (await open('second')).body]).toEqual([
      { movedTo: '/third' },
      { movedTo: '/third' },
    ])
    await publishPages({ 'own-a': page({ address: '/first' }) })
    expect([(await open('first')).body.title, (await open('third')).body]).toEqual([
      'House concerts',
      { movedTo: '/first' },
    ])
    await publishPages({ 'own-b': page({ address: '/third', title: 'Another page' }) })
    expect((await open('third')).body.title).toBe('Another page')
  })

  test('answers 410 for the address of a deleted page', async () => {
    const { publishPages, open } = await newTestSite()
    await publishPages({ 'own-a': page({ address: '/first' }) })
    await publishPages({ 'own-a': page({ address: '/second' }) })
    await publishPages({ 'own-a': null })
    for (const address of ['first', 'second']) {
      const { status, body } = await open(address)
      expect([status, body.reason]).toEqual([410, 'page-gone'])
    }
  })

  test.each([
    ['/admin', 'is an address of the website itself'],
    ['/tour', 'is an address of the website itself'],
    ['/Two Words', 'must be words in lower case joined by hyphens'],
    ['/a/b', 'must be words in lower case joined by hyphens'],
    ['/münchen', 'must be words in lower case joined by hyphens'],
    [`/${'a'.repeat(61)}`, 'must be at most 60 characters long'],
  ])('refuses the address %s', async (address, why) => {
    const { save, draft } = await newTestSite()
    const { status, body } = await save('own-a', page({ address }))
    expect([status, body.fields.address]).toEqual([422, expect.stringContaining(why.slice(1))])
    expect((await draft()).draft).toBeNull()
  })

  test('refuses the address of another page, and invalid sections', async () => {
    const { save } = await newTestSite()
    await save('own-a', page())
    const taken = await save('own-b', page())
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([422, ['address']])
    const many = Array.from({ length: 26 }, (_, at) => quote(`s${at}`, 'A'))
    expect((await save('own-c', page({ address: '/c', sections: many }))).body.fields.sections).toContain('25 sections')
    expect((await save('sections-tour', { sections: [quote('a', 'A')] })).status).toBe(422)
    expect((await save('own-TOO-LONG-A-NAME', page())).status).toBe(404)
  })

  test('refuses to publish links to deleted shows, products and pages', async () => {
    const { read, owner, save, draft, publish, publishPages } = await newTestSite({ features: featuresOf() })
    const made = async (path: string, body: object) => (await read(owner, `/api/admin/${path}`, jsonRequest(body))).body
    const show = await made('shows', {
      date: '2026-06-01',
      zone: 'Europe/Berlin',
      venue: 'Lido',
      city: 'Berlin',
      country: 'DE',
    })
    // It is not for sale yet, but may be published with the website.
    const pin = await made('products', { name: 'Pin', price: 700 })
    await publishPages({ 'own-a': page(), 'own-b': page({ address: '/first', title: 'Moved' }) })
    await publishPages({ 'own-b': page({ address: '/second', title: 'Moved' }) })
    const [showPath, pinPath] = [`/tour/${show.slug}`, `/shop/${pin.slug}?from=home`]
    const written = `See [Berlin](${showPath}), [home](/house-concerts#top), [the moved](/first), [all](/shop/contact), [us](//a.example/b) and [never](/never).`
    await save('text-history', { title: 'History', description: 'D', markdown: written })
    await save('navigation', {
      main: [
        { target: pinPath, label: 'The pin' },
        { target: '/house-concerts', label: 'At home' },
        { target: '/tour', label: 'Tour' },
      ],
      footer: null,
    })
    const named = async () =>
      (await draft()).problems.map(({ part, text }: { part: string; text: string }) => `${part}: ${text}`)
    const gone = (label: string, target: string) => `The link “${label}” leads to ${target}, and there is no such page.`
    const never = `text-history: ${gone('never', '/never')}`
    expect(await named()).toEqual([never])
    await save('text-history', {
      title: 'History',
      description: 'D',
      markdown: written.replace('(/never)', '(/terms)'),
    })
    expect(await named()).toEqual([])

    const headers = { origin: 'http://localhost' }
    expect(await made('shows/bulk-delete', { ids: [show.id] })).toMatchObject({ changed: 1 })
    expect((await owner.request(`/api/admin/products/${pin.id}`, { method: 'DELETE', headers })).status).toBe(200)
    await save('own-a', null)
    expect((await named()).toSorted()).toEqual([
      `navigation: ${gone('At home', '/house-concerts')}`,
      `navigation: ${gone('The pin', pinPath)}`,
      `text-history: ${gone('Berlin', showPath)}`,
      `text-history: ${gone('home', '/house-concerts#top')}`,
    ])
    const refused = await publish()
    expect([refused.status, refused.body.reason]).toEqual([422, 'site-not-publishable'])
    expect(refused.body.fields.document).toContain(gone('The pin', pinPath))
  })

  test('visitors see no link to a page that is switched off or hidden, in no text and no section', async () => {
    const { save, publish, publishPages, read, visitor, draft, open } = await newTestSite({
      features: featuresOf({ awards: false }),
    })
    await publishPages({ 'own-a': page({ visibility: 'hidden' }), 'own-b': page({ address: '/first' }) })
    await publishPages({ 'own-b': page({ address: '/second' }) })
    const words = 'Our [prizes](/awards), a [concert](/house-concerts), [the moved](/first), [terms](/terms).'
    const links = ['/awards', '/house-concerts', '/second', '/terms'].map((target) => ({
      link: { target, label: 'x' },
    }))
    await save('text-history', { title: 'History', description: 'D', markdown: words })
    const text = { id: 't', kind: 'text', hidden: false, heading: null, text: words, image: null, action: null }
    const list = { id: 'l', kind: 'links', hidden: false, heading: null, entries: links }
    await save(
      'own-c',
      page({ address: '/notes', sections: [{ ...text, signed: false }, list] as OwnPage['sections'] }),
    )
    expect(
      (await draft()).closedLinks.map(({ part, target, because }: Record<string, string>) => [part, target, because]),
    ).toEqual([
      ['text-history', '/awards', 'switched-off'],
      ['text-history', '/house-concerts', 'hidden'],
      ['own-c', '/awards', 'switched-off'],
      ['own-c', '/house-concerts', 'hidden'],
      ['own-c', '/awards', 'switched-off'],
      ['own-c', '/house-concerts', 'hidden'],
    ])
    expect((await publish()).status).toBe(200)
    const shown = '<p>Our prizes, a concert, <a href="/first">the moved</a>, <a href="/terms">terms</a>.</p>'
    expect((await read(visitor, '/api/pages/written/history')).body.html.trim()).toBe(shown)
    const [written, listed] = (await open('notes')).body.sections
    expect(written.text).toBe(shown)
    expect(listed.entries.map(({ link }: { link: { target: string } | null }) => link?.target ?? null)).toEqual([
      null,
      null,
      '/second',
      '/terms',
    ])
    // The page moves again: a button that still has its earlier address stays, and leads to the new one.
    await publishPages({ 'own-b': page({ address: '/third' }) })
    expect((await open('notes')).body.sections[1].entries[2].link.target).toBe('/second')
  })

  test('sends the visible sections of a standing page whose features are on', async () => {
    const { save, publish, read, visitor } = await newTestSite()
    const press = { id: 'p', kind: 'press', hidden: false, heading: 'Press', count: 3 }
    const sections = [quote('a', 'Above'), mainPart, { ...quote('b', 'Hidden'), hidden: true }, press]
    await save('sections-tour', { sections })
    await publish()
    const { body } = await read(visitor, '/api/pages/sections/tour')
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['a', 'main'])
  })

  test('a preview link shows the draft without an account, for seven days or until it is ended', async () => {
    const { save, owner, visitor, read, at, site, as } = await newTestSite()
    await save('own-a', page({ visibility: 'hidden' }))
    const made = await read(owner, '/api/admin/site/preview-links', jsonRequest({ note: 'For the agency' }))
    expect(made.body.address).toMatch(/\/preview\/[A-Za-z0-9_-]{43}$/)
    const token = made.body.address.split('/').at(-1)
    const preview = (path: string, init: RequestInit = {}, key = token) =>
      read(visitor, path, { ...init, headers: { ...init.headers, [previewHeader]: key } })
    const shown = await preview('/api/pages/own/house-concerts')
    expect([shown.status, shown.body.title, shown.headers.get('cache-control')]).toEqual([
      200,
      'House concerts',
      'no-store',
    ])
    // Another visitor does not get it from a cache.
    expect((await read(visitor, '/api/pages/own/house-concerts')).status).toBe(404)
    const sent = await preview('/api/shop/quote', jsonRequest({ items: [] }))
    expect([sent.status, sent.body.reason]).toEqual([403, 'preview-only-shows'])
    expect((await preview('/api/site', {}, 'a'.repeat(43))).body.reason).toBe('preview-ended')
    const elsewhere = await newTestSite()
    const other = await read(elsewhere.visitor, '/api/site', { headers: { [previewHeader]: token } })
    expect([other.status, other.body.reason]).toEqual([410, 'preview-ended'])
    // The word for an administrator's own preview is worth nothing without a session.
    expect((await preview('/api/site', {}, 'draft')).status).toBe(401)
    const byToken: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'token' }
    expect((await read(as(byToken), '/api/site', { headers: { [previewHeader]: 'draft' } })).status).toBe(410)

    at(new Date(+now + previewLinkLifetimeMs))
    expect((await preview('/api/site')).body.reason).toBe('preview-ended')
    await site.as('worker', (tx) => sweepPreviewLinks(tx, new Date(+now + previewLinkLifetimeMs)))
    expect(await site.as('administrator', (tx) => tx.select().from(previewLinks))).toEqual([])
    at(now)

    const second = await read(owner, '/api/admin/site/preview-links', jsonRequest({ note: '' }))
    const secondToken = second.body.address.split('/').at(-1)
    expect((await preview('/api/site', {}, secondToken)).body.isPreview).toBe(true)
    const ended = await read(owner, `/api/admin/site/preview-links/${second.body.id}`, {
      method: 'DELETE',
      headers: { origin: 'http://localhost' },
    })
    expect(ended.status).toBe(200)
    expect((await preview('/api/site', {}, secondToken)).status).toBe(410)
  })

  test('a preview link ends with the access of its creator', async () => {
    const { read, owner, visitor, site, userId } = await newTestSite()
    const made = await read(owner, '/api/admin/site/preview-links', jsonRequest({ note: '' }))
    const headers = { [previewHeader]: made.body.address.split('/').at(-1) }
    const status = async () => (await read(visitor, '/api/site', { headers })).status
    const setAccess = (access: Partial<typeof userWebsiteAccess.$inferInsert>) =>
      site.as('auth_service', (tx) =>
        tx.update(userWebsiteAccess).set(access).where(eq(userWebsiteAccess.userId, userId)),
      )
    const removal = { removalBy: newId(), removalTokenHash: newId() }
    await setAccess({ ...removal, removalAt: new Date(+now + 1) })
    expect(await status()).toBe(200)
    await setAccess({ ...removal, removalAt: now })
    expect(await status()).toBe(410)
    await setAccess({ removalBy: null, removalTokenHash: null, removalAt: null })
    expect(await status()).toBe(200)
    await site.as('auth_service', (tx) => tx.delete(userWebsiteAccess).where(eq(userWebsiteAccess.userId, userId)))
    expect(await status()).toBe(410)
  })

  test('a preview shows products that are drafts, marked and not for sale; visitors do not get them', async () => {
    const { read, owner, visitor, site } = await newTestSite({ features: featuresOf() })
    await site.as('administrator', async (tx) => {
      const context = { userId: newId(), now }
      await addProduct(
        tx,
        ProductDraft.parse({ name: 'Pin', price: 700, status: 'published', stockQuantity: 5 }),
        context,
      )
      await addProduct(tx, ProductDraft.parse({ name: 'Secret pin', price: 900, stockQuantity: 5 }), context)
    })
    const made = await read(owner, '/api/admin/site/preview-links', jsonRequest({ note: '' }))
    const token = made.body.address.split('/').at(-1)
    const shown = async (path: string, key?: string) => {
      const { body } = await read(visitor, path, key ? { headers: { [previewHeader]: key } } : {})
      return body.products.map(({ name, isAvailable, isDraft }: Record<string, unknown>) => [
        name,
        isAvailable,
        isDraft,
      ])
    }
    for (const path of ['/api/shop/products', '/api/shop/products?q=pin']) {
      expect((await shown(path, token)).toSorted()).toEqual([
        ['Pin', true, undefined],
        ['Secret pin', false, true],
      ])
      expect(await shown(path)).toEqual([['Pin', true, undefined]])
    }
    const one = await read(visitor, '/api/shop/products/secret-pin', { headers: { [previewHeader]: token } })
    expect([one.status, one.body.isDraft, one.headers.get('cache-control')]).toEqual([200, true, 'no-store'])
    expect((await read(visitor, '/api/shop/products/secret-pin')).status).toBe(404)
  })

  test('the token of a preview link is not stored, and there are at most 50 links', async () => {
    const { read, owner, site } = await newTestSite()
    const make = () => read(owner, '/api/admin/site/preview-links', jsonRequest({ note: '' }))
    const token = (await make()).body.address.split('/').at(-1)
    expect(JSON.stringify(await site.as('administrator', (tx) => tx.select().from(previewLinks)))).not.toContain(token)
    for (let count = 1; count < maxPreviewLinks; count++) expect((await make()).status).toBe(200)
    expect((await make()).body.reason).toBe('too-many-preview-links')
  })
})
