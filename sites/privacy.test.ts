import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageRetentionYears } from '#domain/contact/contact.ts'
import { partSchemas } from '#domain/site-editor/document.ts'
import { legalCountries, legalPages } from '#domain/site-editor/legal/legal-facts.ts'
import { legalTemplate } from '#domain/site-editor/legal/legal-template.ts'
import { hasAnnouncements, sellsDigital, takesCards } from '#domain/sites/features.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { renderMarkdown } from '#server/pages/written-pages.ts'
import { sites } from '#sites/index.ts'

type Page = { of: string; site: Site; page: string }

const registered = createSiteRegistry(sites).all
const choiceIn = (country: (typeof legalCountries)[number]) => ({
  country,
  name: '',
  address: '1 Quay Street\nHarwich',
})

/** The privacy pages of the demo sites, and what the template makes for each of them in each country. */
const pages: Page[] = registered.flatMap((site) => [
  { of: site.name, site, page: readFileSync(`sites/${site.folder}/pages/privacy.md`, 'utf8') },
  ...legalCountries.map((country) => ({
    of: `${site.name}, from the template for ${country}`,
    site,
    page: legalTemplate('privacy', site, choiceIn(country)).markdown,
  })),
])

const inWords = ['no', 'one', 'two', 'three']

test.each(pages)(
  'the privacy page of $of states the retention periods that the code uses',
  ({ site: { features }, page }) => {
    expect(page).toMatch(new RegExp(`delete\\w* \\w+ ${inWords[messageRetentionYears]} years after you`))
    expect(page).toMatch(/\berased?\b|forgotten/)
    const hasOrders = features.shop.enabled && features.shop.type === 'stripe'
    expect(page.includes('](/orders/find)')).toBe(hasOrders)
  },
)

type StoredInBrowser = { words: RegExp; by: (site: Site) => boolean }
const everySite = () => true

/** What is stored in the browser, by its name in the code, with the text about it and the sites that store it. */
const kept: Record<string, StoredInBrowser> = {
  themeKey: { words: /\btheme\b/, by: everySite },
  consentKey: { words: /your answer to the cookie notice/, by: everySite },
  preferencesKey: { words: /your answer to the cookie notice/, by: everySite },
  dismissedKey: { words: /the announcements that you have dismissed/, by: hasAnnouncements },
  cartKey: { words: /\bbasket\b.*\baddress\b/, by: takesCards },
  startedPaymentsKey: { words: /the payments that you have (begun|started)/, by: takesCards },
  attemptKey: { words: /the payment that you are making/, by: takesCards },
  buyerKey: { words: /your name and e-?mail address until it is paid/, by: takesCards },
  playSessionKey: { words: /random number .*changes every day/, by: sellsDigital },
  indexedDB: { words: /parts of downloads/i, by: sellsDigital },
  fileKey: { words: /where your copy is/i, by: everySite },
}

test.each(pages)('the privacy page of $of names everything stored in the browser', ({ site, page }) => {
  for (const [name, { words, by }] of Object.entries(kept)) expect([name, words.test(page)]).toEqual([name, by(site)])
})

test.each(registered.flatMap((site) => legalPages.map((page) => ({ site, page, name: site.name }))))(
  'the template of $page for $name is a text that can be stored, and differs by country',
  ({ site, page }) => {
    const made = legalCountries.map((country) => legalTemplate(page, site, choiceIn(country)))
    for (const text of made) {
      expect(partSchemas[`text-${page}`].safeParse(text)).toEqual({ success: true, data: text })
      expect(text.markdown).toContain(`${site.name}, 1 Quay Street, Harwich`)
      expect(text.markdown).not.toMatch(/undefined|null|false|\s\s\n| {2}|\n{3}/)
    }
    expect(new Set(made.map(({ markdown }) => markdown)).size).toBe(legalCountries.length)
  },
)

const [musician] = registered as [Site]
const withFeatures = (features: Partial<Site['features']>): Site => ({
  ...musician,
  features: { ...musician.features, ...features },
})

test.each([
  ['a shop', 'terms', withFeatures({ shop: { enabled: false, type: 'stripe' } }), /## Ordering|## Delivery/],
  ['card payments', 'privacy', withFeatures({ shop: { enabled: true, type: 'contact' } }), /card number/],
  ['downloads', 'terms', withFeatures({ digitalProducts: false }), /## Downloads/],
  ['downloads', 'privacy', withFeatures({ digitalProducts: false }), /Parts of downloads|preview/],
  ['a tour', 'terms', withFeatures({ tour: false }), /## Tickets/],
  ['media', 'privacy', withFeatures({ media: { enabled: false } }), /platform/],
  ['announcements', 'privacy', withFeatures({ announcements: false }), /dismissed/],
] as const)('a site without %s does not speak of it in its %s', (_, page, without, words) => {
  for (const country of legalCountries) {
    expect(legalTemplate(page, musician, choiceIn(country)).markdown).toMatch(words)
    expect(legalTemplate(page, without, choiceIn(country)).markdown).not.toMatch(words)
  }
})

test('the legal templates state the shop settings', () => {
  const shop = { ...musician.shop, downloads: { allowed: 3, days: 14 } }
  const listed = { ...musician.features.mailingList, enabled: true }
  const site = { ...withFeatures({ mailingList: listed }), shop, currency: 'CHF' }
  const terms = legalTemplate('terms', site, choiceIn('CH')).markdown
  expect(terms).toContain('Each file can be downloaded up to 3 times within 14 days.')
  expect(terms).toContain('Prices are in Swiss Franc (CHF).')
  expect(legalTemplate('privacy', site, choiceIn('CH')).markdown).toContain('updates@marlowquay.example')
  expect(legalTemplate('privacy', musician, choiceIn('CH')).markdown).not.toContain('mailing list')
})

test.each(legalCountries)('the templates for %s show names and addresses letter for letter', (country) => {
  const name = '*R&B* `Duo` [live](/tour) _&amp;_ <3 #1'
  const choice = { country, name: `${name}\n# no heading`, address: '_1_ \\*Quay\\*\n# 2\n- 3 &lt;4' }
  const listed = { ...musician.features.mailingList, enabled: true, listName: '_news_' }
  const site = { ...withFeatures({ mailingList: listed }), name }
  const pages = legalPages.map((page) => {
    const text = legalTemplate(page, site, choice)
    expect(partSchemas[`text-${page}`].safeParse(text).error).toBeUndefined()
    return textOf(renderMarkdown(text.markdown))
  })
  for (const page of pages) expect(page).toContain(`${name} # no heading, _1_ \\*Quay\\*, # 2, - 3 &lt;4`)
  expect(pages[0]).toContain('_news_@marlowquay.example')
  expect(textOf(renderMarkdown(legalTemplate('terms', site, { ...choice, name: '' }).markdown))).toContain(
    `to ${name} or`,
  )
})

/** The text of a page without its tags. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test('writes only the documented keys to browser storage', () => {
  const files = globSync('src/web/{site,ui}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })
  const use =
    /\b(?:[gs]etItem\(['"`${]*([\w-]+)|(indexedDB|document\.cookie|caches\.open|(?:local|session)Storage[.[](?![gs]etItem|removeItem)))/g
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(use)].map(([, key, other]) => key ?? other),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(kept).sort())
})
