import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import type { Picture } from '#domain/images/picture.ts'
import { fixedPartNames, writtenPageSchema } from '#domain/site-editor/document.ts'
import { fieldsOfPart, hasPartForm } from '#domain/site-editor/text-fields.ts'
import { lineSchema, textSchema } from '#domain/sites/content-schema.ts'
import type { FieldKind } from '#domain/sites/fields.ts'
import { newId } from '#server/db/id.ts'
import { pictures } from '#server/images/table.ts'
import { renderMailHtml } from '#server/mail/layout.ts'
import { MailContent } from '#server/mail/template.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { orderMail } from '#tests/fixtures/order-mail.ts'
import { payloads } from '#tests/journeys/payloads.ts'
import { pageHead } from '#web/head.ts'

const quay: Picture = {
  base: '/images/0123456789abcdef/quay',
  width: 1200,
  height: 800,
  placeholder: null,
  alt: 'A quay',
  asIs: null,
}
const folder = {
  picture: () => quay,
  fileNamed: (file: string) => (/\.(jpg|svg)$/.test(file) && file !== 'gone.jpg' ? quay : null),
}

const accepting = { line: lineSchema, text: textSchema, markdown: writtenPageSchema.shape.markdown }
const isAccepted = (kind: keyof typeof accepting, payload: string) => accepting[kind].safeParse(payload).success

/** As much hostile text as a field of this kind takes. */
function hostileWords(kind: FieldKind): string | null {
  if (kind !== 'line' && kind !== 'text' && kind !== 'markdown') return null
  const max = kind === 'line' ? 200 : 2_000
  return payloads
    .filter((payload) => isAccepted(kind, payload))
    .reduce((all, payload) => (all.length + payload.length < max ? `${all} ${payload.trim()}` : all), '')
    .trim()
}

function setAt(value: Record<string, unknown>, path: string, words: string): void {
  const [name = '', ...rest] = path.split('.')
  if (rest.length) setAt(value[name] as Record<string, unknown>, rest.join('.'), words)
  else value[name] = words
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite(actorKind: 'administrator' | 'visitor' = 'administrator') {
    const site = await createTestSite(database)
    const actor: Actor =
      actorKind === 'visitor'
        ? { kind: 'visitor' }
        : { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const api = createTestApi(database, site, actor, folder)
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await api.request(`/api/admin/site${path}`, init)
      return { status: answer.status, body: await answer.json() }
    }
    return {
      site,
      ask,
      request: (path: string) => api.request(path),
      preview: (markdown: string) => ask('/texts/preview', jsonRequest({ title: 'T', description: 'D', markdown })),
      save: (part: string, value: unknown, sequence = 0) =>
        ask(`/draft/parts/${part}`, jsonRequest({ value, sequence }, { method: 'PUT' })),
    }
  }

  test('the text preview equals the HTML of the public page', async () => {
    const { site, preview } = await newTestSite()
    const stored = { name: 'deck', hash: 'aaaabbbbccccdddd', width: 640, height: 480, bytes: 9 }
    await site.as('administrator', (tx) => tx.insert(pictures).values(stored))
    const uploaded = '/images/aaaabbbbccccdddd/deck-640.jpeg'
    const { body } = await preview(
      `Before.\n\n## Low Water, 2018\n\n![On deck](${uploaded})\n\nA *song*.\n\n## Now\n\n![](quay.jpg)`,
    )
    expect(body).toMatchObject({
      title: 'T',
      html: '',
      chapters: [
        { heading: null, html: '<p>Before.</p>', picture: null },
        {
          heading: 'Low Water',
          year: '2018',
          html: '<p>A <em>song</em>.</p>',
          picture: { base: '/images/aaaabbbbccccdddd/deck', alt: 'On deck' },
        },
        { heading: 'Now', year: null, html: '', picture: { base: quay.base, alt: 'A quay' } },
      ],
    })
    expect((await preview('![](gone.jpg)')).body.chapters[0].picture).toBeNull()
  })

  test('refuses a text with a picture that this site does not have, with its field', async () => {
    const { save, ask } = await newTestSite()
    const written = (markdown: string) => ({ title: 'H', description: 'D', markdown })
    const problemOf = async (part: string, value: unknown) => (await save(part, value)).body.fields
    expect(await problemOf('text-history', written('![](gone.jpg)'))).toEqual({
      markdown: 'This must name a picture that is there.',
    })
    expect(await problemOf('text-history', written('![](https://elsewhere.example/a.jpg)'))).toEqual({
      markdown: 'This must only have pictures that were uploaded here.',
    })
    expect(await problemOf('notFound', { title: 'T', text: 'T', action: null, image: 'gone.jpg' })).toEqual({
      image: 'This must name a picture that is there.',
    })
    expect((await save('text-history', written('![](quay.jpg)'))).status).toBe(200)
    expect((await ask('/texts/pictures')).body).toContainEqual({
      file: 'hero.jpg',
      address: '/images/0123456789abcdef/quay-960.jpeg',
    })
  })

  test('fills a legal template with the draft’s name and the country’s rules', async () => {
    const { save, ask } = await newTestSite()
    await save('identity', { name: 'Anna Blum', tagline: 'Songs', description: 'A singer.' })
    const template = async (country: string, more = {}) =>
      ask('/texts/templates/privacy', jsonRequest({ country, name: '', address: '', ...more }))
    expect((await template('CH')).body.markdown).toMatch(/run by Anna Blum\..*Federal Act on Data Protection/s)
    expect((await template('EU', { name: 'Blum GmbH', address: 'Weg 1\nBern' })).body.markdown).toContain(
      'run by Blum GmbH, Weg 1, Bern.',
    )
    expect(await template('FR')).toMatchObject({ status: 422 })
    expect(await template('US', { name: '<b>Anna</b>' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'This must be text without HTML tags such as <b>.' } },
    })
  })

  test('escapes hostile text in pages, feeds, calendars and mails', async () => {
    const { ask, request, save } = await newTestSite()
    const { document } = (await ask('/draft')).body
    const written = { ...document, 'text-history': { title: 'H', description: 'D', markdown: 'M' } }
    let sequence = 0
    for (const part of fixedPartNames.filter(hasPartForm)) {
      const value = structuredClone(written[part])
      if (!value) continue
      for (const { path, kind } of fieldsOfPart(part)) {
        const words = hostileWords(kind)
        if (words) setAt(value, path, words)
      }
      const { status, body } = await save(part, value, sequence)
      expect([part, status, body.fields]).toEqual([part, 200, undefined])
      sequence = body.draft.sequence
    }
    expect((await ask('/draft/publish', jsonRequest({ sequence, note: '' }))).status).toBe(200)

    const { name, description } = await (await request('/api/site')).json()
    expect(name).toBe(hostileWords('line'))
    const feed = await (await request('/feed.xml')).text()
    expect(XMLValidator.validate(feed)).toBe(true)
    const { channel } = new XMLParser({ trimValues: false }).parse(feed).rss
    expect(Object.keys(channel).sort()).toEqual(['atom:link', 'description', 'language', 'link', 'title'])
    const calendar = new ICAL.Component(ICAL.parse(await (await request('/tour.ics')).text()))
    expect(calendar.getAllSubcomponents()).toEqual([])
    const { html } = await (await request('/api/pages/written/history')).json()
    expect(html).toContain('__xss')
    expect(html.match(/<\/?(?!(p|em|strong|code|pre|ul|ol|li|h[1-6]|blockquote|br|hr|a)\b)\w+/g)).toBeNull()
    expect(html.match(/<[^>]*\s(on\w+|style|src)=|href="(?!https?:|mailto:|\/|#|")/gi)).toBeNull()

    const head = pageHead(
      { name, locale: 'en-GB', origin: 'https://site.example' },
      {
        path: '/',
        title: name,
        description,
        image: { path: '/a.jpeg', alt: name },
        about: [{ '@type': 'Thing', name }],
      },
    )
    expect(head.scripts.map(({ children }) => /[<>]/.test(children))).toEqual([false])
    const mail = (site: string) =>
      renderMailHtml(MailContent.parse({ ...orderMail, footnote: site }), { name: site }).match(/<\w+[^>]*>/g)!.length
    expect(mail(name)).toBe(mail('Anna'))
  })

  test.each(['line', 'text', 'markdown'] as const)('a %s with an HTML tag or a script is refused', (kind) => {
    const refused = payloads.filter((payload) => !isAccepted(kind, payload))
    for (const payload of payloads.filter((each) => /<\/?[a-z!]/i.test(each) && !/^<https?:/.test(each)))
      expect([payload, refused.includes(payload)]).toEqual([payload, true])
    expect(refused.length).toBeLessThan(payloads.length)
  })

  test('the text routes require an administrator', async () => {
    const { ask, preview } = await newTestSite('visitor')
    expect([(await ask('/texts/pictures')).status, (await preview('A')).status]).toEqual([401, 401])
  })
})
