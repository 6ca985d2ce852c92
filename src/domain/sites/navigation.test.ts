import { expect, test } from 'vitest'
import { footerNavigation, isTarget, mainNavigation } from '#domain/sites/navigation.ts'
import { isLinked } from '#domain/sites/pages.ts'
import type { SiteConfig } from '#domain/sites/site.ts'
import { leastSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const all: SiteConfig['features'] = {
  shop: { enabled: true },
  media: { enabled: true },
  gallery: true,
  tour: true,
  discography: true,
  awards: true,
  press: true,
}
const shown = (links: { target: string; label: string }[]) => links.map(({ target, label }) => `${label} ${target}`)

test('the standard navigation with every feature on', () => {
  const site = siteFrom(leastSite({ features: all }))
  expect(shown(mainNavigation(site))).toEqual([
    'Tour /tour',
    'Shop /shop',
    'Gallery /gallery',
    'Discography /discography',
    'Awards /awards',
    'Media /media',
    'History /history',
    'Contact /contact',
  ])
  expect(shown(footerNavigation(site))).toEqual(['Contact /contact', 'Privacy /privacy', 'Terms /terms'])
})

test.each<[label: string, off: NonNullable<SiteConfig['features']>]>([
  ['Tour', { tour: false }],
  ['Shop', { shop: { enabled: false } }],
  ['Gallery', { gallery: false }],
  ['Discography', { discography: false }],
  ['Awards', { awards: false }],
  ['Media', { media: { enabled: false } }],
])('%s is not linked when it is off', (label, off) => {
  const labels = mainNavigation(siteFrom(leastSite({ features: { ...all, ...off } }))).map((link) => link.label)
  expect(labels).toHaveLength(7)
  expect(labels).not.toContain(label)
})

test('a site’s own lists replace both, and what is off is missing from them too', () => {
  const site = siteFrom(
    leastSite({
      features: { shop: { enabled: true } },
      navigation: {
        main: [
          { target: '/shop/contact', label: 'Ask' },
          { target: '/tour?country=DE', label: 'Germany' },
          { target: '/press#quotes', label: 'Quotes' },
          { target: '/tourists', label: 'A page of its own' },
          { target: 'https://elsewhere.example/tour', label: 'Elsewhere' },
        ],
        footer: [
          { target: '/gallery', label: 'Pictures' },
          { target: '/terms', label: 'Rules' },
        ],
      },
    }),
  )
  expect(shown(mainNavigation(site))).toEqual([
    'Ask /shop/contact',
    'A page of its own /tourists',
    'Elsewhere https://elsewhere.example/tour',
  ])
  expect(shown(footerNavigation(site))).toEqual(['Rules /terms'])
})

test('an empty list of its own is a list', () => {
  const site = siteFrom(leastSite({ navigation: { main: [], footer: [] } }))
  expect([...mainNavigation(site), ...footerNavigation(site)]).toEqual([])
})

test('an invitation to a page that is off is dropped from the site’s texts', () => {
  const config = leastSite().config
  const shop = { target: '/shop', label: 'Buy' }
  const home = { ...config.content.home, hero: { ...config.content.home.hero, action: shop } }
  const tour = { ...config.content.pages.tour, empty: { text: 'Nothing.', action: shop } }
  const content = { ...config.content, home, pages: { ...config.content.pages, tour } }
  const off = siteFrom(leastSite({ content }))
  expect([off.content.home.hero.action, off.content.pages.tour.empty.action]).toEqual([null, null])
  const on = siteFrom(leastSite({ content, features: { shop: { enabled: true } } }))
  expect([on.content.home.hero.action, on.content.pages.tour.empty.action]).toEqual([shop, shop])
})

test('names that every object has are no features', () => {
  expect(isLinked(siteFrom(leastSite()), '/constructor')).toBe(true)
})

test.each([
  '/',
  '/tour',
  '/tour/2026-05-01-paris',
  '/shop?sort=price',
  'https://a.example',
  'http://a.example/b',
  'mailto:a@b.example',
])('%s is a target', (target) => expect(isTarget(target)).toBe(true))

test.each([
  '',
  'tour',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'java\tscript:x',
  'data:,x',
  'https://',
  'https://a@evil.example',
  'https:evil.example',
  'mailto:',
  '/a b',
  '/a\u0000',
  'ftp://a.example',
])('%j is no target', (target) => expect(isTarget(target)).toBe(false))
