import { expect, test } from 'vitest'
import {
  footerMenuLinks,
  isLinkTarget,
  isReachableLinkTarget,
  mainMenuLinks,
  withoutClosedLinks,
} from '#domain/sites/navigation.ts'
import { isLinkEnabled } from '#domain/sites/pages.ts'
import type { SiteConfig } from '#domain/sites/site.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

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

test('the standard navigation lists every feature that is on', () => {
  const site = siteFrom(minimalSite({ features: all }))
  expect(shown(mainMenuLinks(site))).toEqual([
    'Tour /tour',
    'Shop /shop',
    'Gallery /gallery',
    'Discography /discography',
    'Awards /awards',
    'Media /media',
    'History /history',
    'Contact /contact',
  ])
  expect(shown(footerMenuLinks(site))).toEqual(['Contact /contact', 'Privacy /privacy', 'Terms /terms'])
})

test.each<[label: string, off: NonNullable<SiteConfig['features']>]>([
  ['Tour', { tour: false }],
  ['Shop', { shop: { enabled: false } }],
  ['Gallery', { gallery: false }],
  ['Discography', { discography: false }],
  ['Awards', { awards: false }],
  ['Media', { media: { enabled: false } }],
])('the navigation does not list %s when it is off', (label, off) => {
  const labels = mainMenuLinks(siteFrom(minimalSite({ features: { ...all, ...off } }))).map((link) => link.label)
  expect(labels).toHaveLength(7)
  expect(labels).not.toContain(label)
})

test('navigation of a site replaces the standard one, without pages that are off', () => {
  const site = siteFrom(
    minimalSite({
      features: { shop: { enabled: true } },
      navigation: {
        main: [
          { target: '/shop/contact', label: 'Ask' },
          { target: '/tour?country=DE', label: 'Germany' },
          { target: '/press#quotes', label: 'Quotes' },
          { target: 'https://elsewhere.example/tour', label: 'Elsewhere' },
        ],
        footer: [
          { target: '/gallery', label: 'Pictures' },
          { target: '/terms', label: 'Rules' },
        ],
      },
    }),
  )
  expect(shown(mainMenuLinks(site))).toEqual(['Ask /shop/contact', 'Elsewhere https://elsewhere.example/tour'])
  expect(shown(footerMenuLinks(site))).toEqual(['Rules /terms'])
})

test('an empty navigation of a site replaces the standard one', () => {
  const site = siteFrom(minimalSite({ navigation: { main: [], footer: [] } }))
  expect([...mainMenuLinks(site), ...footerMenuLinks(site)]).toEqual([])
})

test('a link to a page of the owner’s is open while visitors may see the page', () => {
  const site = siteFrom(minimalSite())
  expect(isReachableLinkTarget(site, '/house-concerts')).toBe(false)
  expect(isReachableLinkTarget({ ...site, ownPages: ['/house-concerts'] }, '/house-concerts?x=1#a')).toBe(true)
  expect(isReachableLinkTarget(site, 'https://example.org/')).toBe(true)
  expect(isReachableLinkTarget(site, '//example.org/house-concerts')).toBe(true)
})

test('drops content links to pages whose feature is off', () => {
  const config = minimalSite().config
  const shop = { target: '/shop', label: 'Buy' }
  const notFound = { ...config.content.notFound, action: shop }
  const tour = { ...config.content.pages.tour, empty: { text: 'Nothing.', action: shop } }
  const content = { ...config.content, notFound, pages: { ...config.content.pages, tour } }
  const off = withoutClosedLinks(siteFrom(minimalSite({ content })))
  expect([off.notFound.action, off.pages.tour.empty.action]).toEqual([null, null])
  const on = withoutClosedLinks(siteFrom(minimalSite({ content, features: { shop: { enabled: true } } })))
  expect([on.notFound.action, on.pages.tour.empty.action]).toEqual([shop, shop])
})

test.each(['/constructor', '/tourists'])('treats a path like %s as enabled on every site', (path) => {
  expect(isLinkEnabled(siteFrom(minimalSite()), path)).toBe(true)
})

test.each([
  '/',
  '/tour',
  '/tour/2026-05-01-paris',
  '/shop?sort=price',
  'https://a.example',
  'http://a.example/b',
  'mailto:a@b.example',
])('accepts the link target %s', (target) => expect(isLinkTarget(target)).toBe(true))

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
])('rejects the link target %j', (target) => expect(isLinkTarget(target)).toBe(false))
