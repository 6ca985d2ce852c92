import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { featureListPages, isPagePath, sitemapPages, standardListPages } from '#domain/sites/pages.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

test('the sitemap leaves out a page whose feature is off', () => {
  const { features } = siteWithDefaults(minimalSite())
  const pages = sitemapPages({ features: { ...features, tour: true, press: false } })
  expect(pages).toEqual(expect.arrayContaining(['/', '/tour', '/history', '/contact', '/privacy', '/terms']))
  expect(pages).not.toContain('/press')
})

test('distinguishes list pages of every site from those of a feature', () => {
  expect(standardListPages).toEqual(['tour', 'gallery', 'media'])
  expect(featureListPages).toEqual(['shop', 'discography', 'awards', 'press'])
})

test.each([
  '/',
  '/tour',
  '/tour/',
  '/tour?q=st.+louis',
  '/history#1.2',
  '/tour/2026-05-01-berlin',
  '/media',
  '/apiary',
])('the path %s is a page', (link) => expect(isPagePath(link)).toBe(true))

test.each([
  '/tour.ics',
  '/tour.ics?a=b#c',
  '/tour/2026-05-01-berlin.ics',
  '/feed.xml',
  '/media/files/019a/song',
  '/images/cover-800',
  '/previews/019a',
  '/sandbox/pay/1',
  '/api',
  '/api/tour/shows',
  '/functions/v1/contact-form',
  'https://example.com/tour',
  'mailto:ann@example.com',
])('%s is not a page of the site', (link) => expect(isPagePath(link)).toBe(false))
