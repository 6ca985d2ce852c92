import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { contactMessages } from '#server/contact/table.ts'
import { newId } from '#server/db/id.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { dataExports } from '#server/privacy/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { longHostileText } from '#tests/journeys/payloads.ts'

const tooLong = longHostileText()
const atMost = (max: number) => `Please use at most ${max} characters.`

const show = { date: '2026-06-01', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' }
const ofShow = { venue: 200, city: 120, address: 300, postCode: 20, countyRegion: 120, eventType: 80 }
const alsoOfShow = { priceNotes: 500, venueNotes: 2000, additionalInfo: 5000, imageAlt: 300 }
const film = { kind: 'video', title: 'A film', source: 'https://vimeo.com/76979871' }

describe.each(engines)('input of 10,000 characters, on %s,', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const needs = { contactService: testContactService(), site: { contact: { email: 'owner@site.example' } } }
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, needs),
    )
    const send =
      (api: ReturnType<typeof createTestApi>, method = 'POST') =>
      async (path: string, body: object, headers: Record<string, string> = {}) => {
        const answer = await api.request(path, jsonRequest(body, { method, headers }))
        return { ...(await answer.json()), status: answer.status }
      }
    return {
      site,
      post: send(owner!),
      put: send(owner!, 'PUT'),
      visitorPosts: send(visitor!),
      get: async (path: string) => (await owner!.request(path)).json(),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs)),
    }
  }

  test.each([
    ['shows', show, { ...ofShow, ...alsoOfShow }],
    ['announcements', { title: 'News', message: 'A song' }, { title: 120, message: 500, linkText: 60 }],
    ['media', film, { title: 200, description: 2000, posterAlt: 300 }],
    ['products', { name: 'A record', price: 900 }, { name: 160 }],
    ['categories', { name: 'Records' }, { name: 80 }],
  ])('is refused for %s with the limit of each field, and nothing is stored', async (path, draft, fields) => {
    const { post, get, log } = await newTestSite()
    const written = Object.fromEntries(Object.keys(fields).map((name) => [name, tooLong]))
    expect(await post(`/api/admin/${path}`, { ...draft, ...written })).toMatchObject({
      status: 422,
      reason: 'invalid',
      error: 'Please check the marked fields.',
      fields: Object.fromEntries(Object.entries(fields).map(([name, max]) => [name, atMost(max)])),
    })
    expect(JSON.stringify(await get(`/api/admin/${path}`))).not.toContain('__xss')
    expect(await log()).toEqual([])
    expect((await post(`/api/admin/${path}`, draft)).status).toBe(201)
  })

  test('refuses a caption or alternative text that is too long, and keeps the picture unchanged', async () => {
    const { site, put, post } = await newTestSite()
    const about = { name: 'a', hash: newId().replaceAll('-', '').slice(-16), width: 3, height: 2, bytes: 9 }
    const [picture] = await site.as('administrator', (tx) => tx.insert(pictures).values(about).returning())
    const { images } = await post('/api/admin/gallery', { pictureIds: [picture!.id] })
    const draft = { caption: tooLong, alt: tooLong, takenOn: null, isPublished: false, sequence: 0 }
    expect(await put(`/api/admin/gallery/${images[0].id}`, draft)).toMatchObject({
      status: 422,
      fields: { caption: atMost(300), alt: atMost(300) },
    })
    const rows = await site.as('administrator', (tx) => tx.select().from(galleryImages))
    expect(rows).toMatchObject([{ caption: '', isPublished: true, sequence: 0 }])
  })

  test('refuses a picture description that is too long', async () => {
    const { site, put } = await newTestSite()
    const about = { name: 'a', hash: newId().replaceAll('-', '').slice(-16), width: 3, height: 2, bytes: 9 }
    const [picture] = await site.as('administrator', (tx) => tx.insert(pictures).values(about).returning())
    const draft = { alt: tooLong, isDecorative: false, focusX: 50, focusY: 50, sequence: 0 }
    expect(await put(`/api/admin/pictures/${picture!.id}`, draft)).toMatchObject({
      status: 422,
      fields: { alt: atMost(300) },
    })
    expect(await site.as('administrator', (tx) => tx.select().from(pictures))).toMatchObject([{ alt: '' }])
  })

  test('accepts 10,000 characters as the description of a product', async () => {
    const { post } = await newTestSite()
    const made = await post('/api/admin/products', { name: 'A record', price: 900, description: tooLong })
    expect([made.status, made.description]).toEqual([201, tooLong])
  })

  test.each([10_000, 30_000])(
    'is refused in the contact form with the message of each field (%i characters)',
    async (length) => {
      const { site, visitorPosts, get } = await newTestSite()
      const { publicKey } = await get('/api/contact')
      const text = longHostileText(length)
      const message = { name: text, email: `${text}@example.com`, subject: text, message: text, turnstileToken: 'x' }
      const authorization = { authorization: `Bearer ${publicKey}` }
      const body = { ...message, websiteId: site.websiteId }
      expect(await visitorPosts('/functions/v1/contact-form', body, authorization)).toMatchObject({
        status: 422,
        error: 'Please check the marked fields.',
        fields: {
          name: 'Name must be less than 50 characters',
          email: 'Please enter a valid email address',
          subject: 'Subject must be less than 100 characters',
          message: 'Message must be less than 1000 characters',
        },
      })
      expect(await site.as('administrator', (tx) => tx.select().from(contactMessages))).toEqual([])
    },
  )

  test('refuses an e-mail address that is too long for a data export', async () => {
    const { site, visitorPosts } = await newTestSite()
    expect(await visitorPosts('/api/privacy/exports', { email: `${'a'.repeat(10_000)}@example.com` })).toMatchObject({
      status: 422,
      fields: { email: 'Email address is too long' },
    })
    expect(await site.as('worker', (tx) => tx.select().from(dataExports))).toEqual([])
  })
})
