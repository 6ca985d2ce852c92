import { expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { closedLinksOf } from '#domain/site-editor/links.ts'
import { createOwnPage } from '#domain/site-editor/own-pages.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const link = (target: string, label = target) => ({ target, label })
const document: SiteDocument = {
  navigation: { main: [link('/awards#2019', 'Prizes'), link('/terms')], footer: [link('https://example.org/awards')] },
  'text-history': {
    title: 'H',
    description: 'D',
    markdown: 'See [the kit](/press-kit), [terms](/terms), [x](//a.b/c).',
  },
  'sections-home': {
    sections: [
      { id: 'a', kind: 'links', hidden: false, heading: null, entries: [{ link: link('/shop/poster', 'Poster') }] },
    ],
  },
  'own-a': { ...createOwnPage('Press kit', '/press-kit'), visibility: 'hidden' },
  'own-b': { ...createOwnPage('Notes', '/notes'), visibility: 'unlisted' },
}

test('lists the links of menus, texts and sections whose page is switched off or hidden', () => {
  const off = siteFrom(minimalSite())
  expect(closedLinksOf(off, document)).toEqual([
    { part: 'navigation', target: '/awards#2019', label: 'Prizes', because: 'switched-off' },
    { part: 'text-history', target: '/press-kit', label: 'the kit', because: 'hidden' },
    { part: 'sections-home', target: '/shop/poster', label: 'Poster', because: 'switched-off' },
  ])
  const on = siteFrom(minimalSite({ features: { awards: true, shop: { enabled: true } } }))
  expect(closedLinksOf(on, document).map(({ target }) => target)).toEqual(['/press-kit'])
})
