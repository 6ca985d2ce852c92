import { describe, expect, test } from 'vitest'
import { OwnAnswers } from '#domain/set-up/answers.ts'
import { ownDocument } from '#domain/set-up/own-document.ts'
import { ownSettings } from '#domain/set-up/own-settings.ts'
import { applyDocument, siteDocumentSchema, starterParts } from '#domain/site-editor/document.ts'
import { siteContradictions } from '#domain/sites/contradictions.ts'
import { deadLinks } from '#domain/sites/navigation.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { applySettings, emptySettings, SettingsDraft, settingsProblems, shopWarnings } from '#domain/sites/settings.ts'
import { readWrittenPages } from '#server/pages/written-pages.ts'
import { sites } from '#sites/index.ts'
import { ownAnswers, starterTexts } from '#tests/fixtures/own-site.ts'

const starters = createSiteRegistry(sites).all

function madeOwn(starter: (typeof starters)[number], changes: Partial<OwnAnswers> = {}) {
  const answers = OwnAnswers.parse({ ...ownAnswers, ...changes })
  const settings = ownSettings(answers, starter)
  const site = applySettings(starter, { ...emptySettings, ...settings })
  const document = ownDocument(answers, site)
  return { settings, document, site: applyDocument(site, document) }
}

describe.each(starters.map((starter) => [starter.folder, starter] as const))('the starter %s', (folder, starter) => {
  test('contains no texts of the demo artist after the set-up', () => {
    const { settings, document } = madeOwn(starter)
    const words = JSON.stringify([settings, document])
    const texts = starterTexts(starter)
    expect(texts.length).toBeGreaterThan(30)
    expect(texts.filter((text) => words.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
  })

  test('the set-up replaces every document part with texts or pictures', () => {
    const starting = starterParts(starter, readWrittenPages(`sites/${folder}/pages`))
    const { document } = madeOwn(starter)
    const kept = Object.keys(starting).filter((part) => !(part in document))
    // The animation settings hold no texts, and the sections of most pages are only their fixed part.
    const isWithoutContent = (part: string) =>
      part === 'animation' || JSON.stringify(starting[part as 'animation']).length < 80
    expect(kept.filter((part) => !isWithoutContent(part))).toEqual([])
  })

  test.each(['GB', 'US', 'CH', 'DE', 'BR'])('can be published and sells at once, from %s', (country) => {
    const { document, settings, site } = madeOwn(starter, {
      country,
      portrait: '/images/0123456789abcdef/me-1280.jpeg',
    })
    expect(siteDocumentSchema.safeParse(document).error).toBeUndefined()
    expect(SettingsDraft.safeParse(settings).error).toBeUndefined()
    expect(siteContradictions(site)).toEqual([])
    expect(settingsProblems(site)).toEqual({})
    expect(deadLinks(document, [])).toEqual([])
    expect(shopWarnings(site)).toEqual(
      country === 'DE' || site.features.shop.type === 'contact'
        ? []
        : ['No country has a VAT rate, so no VAT is charged.'],
    )
  })
})

const [starter] = starters

test('the set-up omits unwanted features and writes for a solo artist or a band', () => {
  const { site, document } = madeOwn(starter!, { areas: [], kind: 'band', name: 'The *Lunds*' })
  expect(site.description).toBe('The website of The *Lunds*.')
  expect(Object.values(site.features).filter((on) => on === true)).toEqual([true])
  expect(document['sections-home']?.sections.map(({ id }) => id)).toEqual(['hero', 'welcome', 'mail'])
  expect(document['text-history']?.markdown).toBe('Our story will be told here. Until then, [write to us](/contact).')
  expect(document['page-tour']?.empty.action).toEqual({ target: '/contact', label: 'Write to us' })
  expect(madeOwn(starter!).document['page-tour']?.empty.action).toEqual({
    target: '/',
    label: 'Join the mailing list',
  })
})

test('uses the contact address for mailing-list sign-ups where it can serve as a list', () => {
  const list = (email: string) => ownSettings({ ...ownAnswers, email }, starter!).mailingList
  expect(list('Ada.Lund@Songs.example')).toMatchObject({
    enabled: true,
    listName: 'Ada.Lund',
    productionDomain: 'songs.example',
  })
  expect(list('ada+web@songs.example')).toMatchObject({ enabled: false, listName: 'updates', productionDomain: null })
})
