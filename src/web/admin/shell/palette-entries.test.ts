import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { findScreens, paletteSearchTerms } from '#web/admin/shell/palette-entries.ts'

const site = publicSite(siteWithDefaults(minimalSite()))
const shop = {
  features: {
    ...site.features,
    shop: { enabled: true, type: 'stripe' as const },
    media: { enabled: true },
    gallery: true,
    tour: true,
    announcements: true,
    digitalProducts: true,
  },
}

test('the command palette finds screens by the words of their name', () => {
  expect(findScreens(site, 'sett').map(({ path }) => path)[0]).toBe('/admin/settings')
  expect(findScreens(site, 'sett peop').map(({ path }) => path)).toEqual(['/admin/settings?tab=people'])
  expect(findScreens(shop, 'new prod').map(({ path }) => path)).toEqual(['/admin/shop/new'])
  expect(findScreens(site, 'PASS chan').map(({ path }) => path)).toEqual(['/admin/change-password'])
  expect(findScreens(site, 'nothing like it')).toEqual([])
})

test('the command palette lists every admin route that is not about one record', () => {
  const files = readdirSync('src/app/routes/admin/_inside')
  // The frame around several screens has the path of their first one.
  const all = new Set(files.map((file) => `/admin/${file.replace(/(\.index)?\.tsx$/, '').replaceAll('.', '/')}`))
  // `/admin/site` leads to the first screen of the site editor.
  const routes = [...all].filter((path) => !path.includes('$') && path !== '/admin/site')
  expect(routes.length).toBeGreaterThan(20)
  const paths = findScreens(shop, '', { managesSites: true }).map(({ path }) => path)
  expect(findScreens(shop, '').map(({ path }) => path)).not.toContain('/admin/sites')
  expect([...new Set(paths.map((path) => path.split('?')[0]))].sort()).toEqual(routes.sort())
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => path.includes('?'))).toEqual(
    ['site', 'security', 'people', 'privacy', 'set-up', 'system'].map((tab) => `/admin/settings?tab=${tab}`),
  )
})

test('the command palette lists no screen of a disabled feature', () => {
  const paths = findScreens(site, '').map(({ path }) => path)
  expect(paths.filter((path) => /shop|tour|media|gallery|orders|downloads/.test(path))).toEqual([])
  const withoutFiles = { features: { ...shop.features, digitalProducts: false } }
  expect(findScreens(withoutFiles, 'uploads')).toEqual([])
})

test('the command palette lists all screens before anything is typed', () => {
  expect(findScreens(site, ' ').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/admin/dashboard', '/admin/settings', '/admin/activity']),
  )
})

test('the command palette sends no e-mail address, and searches orders only by possible numbers', () => {
  expect(paletteSearchTerms('ann@fan.example')).toEqual({ content: null, order: null })
  expect(paletteSearchTerms('b')).toEqual({ content: null, order: null })
  expect(paletteSearchTerms(' Berlin ')).toEqual({ content: 'Berlin', order: null })
  expect(paletteSearchTerms('MQ-1042')).toEqual({ content: 'MQ-1042', order: 'MQ-1042' })
})
