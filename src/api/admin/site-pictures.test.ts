import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { UploadedPicture } from '#api/admin/pictures.ts'
import type { Actor } from '#domain/actor.ts'
import { iconUrlPath } from '#domain/images/icons.ts'
import { siteIconFiles } from '#domain/images/picture.ts'
import { draftPreviewId, previewHeader } from '#domain/site-editor/preview.ts'
import { sectionKinds } from '#sections/kinds.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const { helpers } = testFiles()
afterAll(() => helpers.close())

let made = 0
const photo = () => {
  made += 1
  return sharp({ create: { width: 300 + made, height: 200, channels: 3, background: '#205060' } })
    .jpeg()
    .toBuffer()
}
const logo = { light: 'logo-light.svg', dark: 'logo-dark.svg' }
const file = (name: string) => {
  const asIs = name.endsWith('.svg') ? ('svg' as const) : ('png' as const)
  return {
    base: `/images/0123456789abcdef/${name.split('.')[0]}`,
    width: 1,
    height: 1,
    placeholder: null,
    alt: '',
    asIs,
  }
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  await openAccounts(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const needs = { cache: createSiteCache() }
    const [owner, visitor] = [actor, undefined].map((who) =>
      createTestApi(database, site, who, { picture: file }, needs),
    )
    const ask = async (path: string, init?: RequestInit, who = owner!) => (await who.request(path, init)).json()
    const upload = async (name: string): Promise<UploadedPicture> =>
      ask(`/api/admin/pictures?name=${name}`, { method: 'POST', body: (await photo()) as BodyInit })
    const describePicture = async ({ id }: { id: string }, about: object) => {
      const { focusX, focusY, sequence } = await ask(`/api/admin/pictures/${id}`)
      const draft = { alt: '', isDecorative: false, focusX, focusY, sequence, ...about }
      return ask(`/api/admin/pictures/${id}`, jsonRequest(draft, { method: 'PUT' }))
    }
    const save = async (part: string, value: object) => {
      const { sequence } = await ask('/api/admin/site/draft')
      return ask(`/api/admin/site/draft/parts/${part}`, jsonRequest({ value, sequence }, { method: 'PUT' }))
    }
    const publish = async () => {
      const { sequence } = await ask('/api/admin/site/draft')
      return ask('/api/admin/site/draft/publish', jsonRequest({ sequence }))
    }
    const seen = async () => ({
      frame: await ask('/api/site', {}, visitor),
      manifest: await ask('/site.webmanifest', {}, visitor),
    })
    return { ask, upload, describePicture, save, publish, seen }
  }

  test('serves the icons of the site folder until the owner publishes an own picture', async () => {
    const { upload, describePicture, save, publish, seen, ask } = await newTestSite()
    const before = await seen()
    expect(before.frame.icons).toEqual({
      svg: `${file(siteIconFiles.svg).base}.svg`,
      png: `${file(siteIconFiles.png).base}.png`,
      touch: `${file(siteIconFiles.touch).base}.png`,
    })
    expect(before.manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['any', '192x192', '512x512'])
    const picture = await upload('mark.jpg')
    await describePicture(picture, { isDecorative: true, focusX: 20 })
    await save('branding', { logo, signature: null, icon: picture.address })
    expect(await seen()).toEqual(before)
    const preview = await ask('/api/site', { headers: { [previewHeader]: draftPreviewId } })
    expect([preview.isPreview, preview.icons.tab]).toEqual([true, expect.stringContaining('/mark_icon-48')])

    await publish()
    const { frame, manifest } = await seen()
    const focused = { ...picture.picture, focus: { x: 20, y: 50 } }
    expect(frame.icons).toEqual({
      tab: iconUrlPath(focused, 48),
      png: iconUrlPath(focused, 192),
      touch: iconUrlPath(focused, 180, { isSolid: true }),
    })
    expect(manifest.icons).toEqual([
      { src: iconUrlPath(focused, 192), type: 'image/png', sizes: '192x192' },
      { src: iconUrlPath(focused, 512), type: 'image/png', sizes: '512x512' },
      { src: iconUrlPath(focused, 512, { isSolid: true }), type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ])
    await save('branding', { logo, signature: null })
    await publish()
    expect(await seen()).toEqual(before)
  })

  test('a picture without a description cannot be published, and the problem names it', async () => {
    const { upload, describePicture, save, publish, ask } = await newTestSite()
    const [hero, inText, mark] = [await upload('harbour.jpg'), await upload('deck.jpg'), await upload('mark.jpg')]
    // They stand for the name of the site.
    await save('branding', { logo: { light: mark.address, dark: mark.address }, signature: null, icon: mark.address })
    const screen = { ...sectionKinds.hero.defaults, id: 'a', kind: 'hero', hidden: false, image: hero.address }
    await save('sections-home', { sections: [screen] })
    const history = (alt: string) => ({
      title: 'History',
      description: 'How it began.',
      markdown: `Slowly.\n\n![${alt}](${inText.address})`,
    })
    await save('text-history', history(''))
    const problem = (part: string, { id }: UploadedPicture, name: string) => ({
      part,
      pictureId: id,
      text: `The picture “${name}” has no description. Describe it, or tick that it is only decoration.`,
    })
    const problems = async () => (await ask('/api/admin/site/draft')).problems
    expect(await problems()).toEqual([
      problem('text-history', inText, 'deck.jpg'),
      problem('sections-home', hero, 'harbour.jpg'),
    ])
    expect(await publish()).toMatchObject({ reason: 'site-not-publishable' })
    await save('text-history', history('The deck'))
    expect(await problems()).toEqual([problem('sections-home', hero, 'harbour.jpg')])
    await describePicture(hero, { isDecorative: true })
    expect(await problems()).toEqual([])
    await save('text-history', history(''))
    await describePicture(inText, { alt: 'The deck of a ship' })
    expect(await problems()).toEqual([])
    expect(await publish()).toMatchObject({ draft: null })
  })

  test('accepts a record cover that is decorative or described in the library', async () => {
    const { upload, describePicture, ask } = await newTestSite()
    const record = { title: 'Ferry', kind: 'album', released: '2026', text: '', credits: '', tracks: [], product: null }
    const [cover, sleeve] = [await upload('front.jpg'), await upload('sleeve.jpg')]
    const save = ({ address }: UploadedPicture) =>
      ask('/api/admin/releases', jsonRequest({ ...record, cover: address }))
    const refused = { fields: { coverAlt: expect.stringContaining('only decoration') } }
    expect([await save(cover), await save(sleeve)]).toMatchObject([refused, refused])
    await describePicture(cover, { isDecorative: true })
    await describePicture(sleeve, { alt: 'A ship at night' })
    expect(await save(cover)).toMatchObject({ coverAlt: null, picture: { alt: '' } })
    expect(await save(sleeve)).toMatchObject({ coverAlt: null, picture: { alt: 'A ship at night' } })
  })
})
