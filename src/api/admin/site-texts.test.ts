import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import type { Picture } from '#domain/images/picture.ts'
import { newId } from '#server/db/id.ts'
import { pictures } from '#server/images/table.ts'
import { apiOf } from '#tests/api.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { json } from '#tests/fixtures/http.ts'

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
  fileNamed: (file: string) => (file.endsWith('.jpg') && file !== 'gone.jpg' ? quay : null),
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite(actorKind: 'administrator' | 'visitor' = 'administrator') {
    const site = await newSite(database)
    const actor: Actor =
      actorKind === 'visitor'
        ? { kind: 'visitor' }
        : { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const api = apiOf(database, site, actor, folder)
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await api.request(`/api/admin/site${path}`, init)
      return { status: answer.status, body: await answer.json() }
    }
    return {
      site,
      ask,
      preview: (markdown: string) => ask('/texts/preview', json({ title: 'T', description: 'D', markdown })),
      save: (part: string, value: unknown) =>
        ask(`/draft/parts/${part}`, json({ value, sequence: 0 }, { method: 'PUT' })),
    }
  }

  test('a preview is what the public page would send, with uploaded pictures and those of the folder', async () => {
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

  test('a text that names no picture of this site is refused beside its field', async () => {
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

  test('a template has the name of the draft and the rules of the chosen country', async () => {
    const { save, ask } = await newTestSite()
    await save('identity', { name: 'Anna Blum', tagline: 'Songs', description: 'A singer.' })
    const template = async (country: string, more = {}) =>
      ask('/texts/templates/privacy', json({ country, name: '', address: '', ...more }))
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

  test('only administrators reach the texts', async () => {
    const { ask, preview } = await newTestSite('visitor')
    expect([(await ask('/texts/pictures')).status, (await preview('A')).status]).toEqual([401, 401])
  })
})
