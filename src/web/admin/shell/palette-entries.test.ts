import { expect, test } from 'vitest'
import { filledSite } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { screensFor, searchesFor } from '#web/admin/shell/palette-entries.ts'

const site = publicSite(filledSite(minimalSite()))

test('finds screens by the words of their name', () => {
  expect(screensFor(site, 'sett').map(({ path }) => path)).toEqual(['/admin/settings'])
  expect(screensFor(site, 'PASS chan').map(({ path }) => path)).toEqual(['/admin/change-password'])
  expect(screensFor(site, 'nothing like it')).toEqual([])
})

test('lists all screens before anything is typed', () => {
  expect(screensFor(site, ' ').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/admin/dashboard', '/admin/settings', '/admin/activity']),
  )
})

test('sends no e-mail address, and searches orders only by what can be a number', () => {
  expect(searchesFor('ann@fan.example')).toEqual({ content: null, order: null })
  expect(searchesFor('b')).toEqual({ content: null, order: null })
  expect(searchesFor(' Berlin ')).toEqual({ content: 'Berlin', order: null })
  expect(searchesFor('MQ-1042')).toEqual({ content: 'MQ-1042', order: 'MQ-1042' })
})
