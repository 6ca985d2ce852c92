import { expect, test } from 'vitest'
import { filledSite } from '#domain/sites/defaults.ts'
import { standingPages } from '#domain/sites/standing-pages.ts'
import { leastSite } from '#tests/fixtures/domain/sites.ts'

test('a page whose feature is off is not among them', () => {
  const { features } = filledSite(leastSite())
  const pages = standingPages({ features: { ...features, tour: true, press: false } })
  expect(pages).toEqual(expect.arrayContaining(['/', '/tour', '/history', '/contact', '/privacy', '/terms']))
  expect(pages).not.toContain('/press')
})
