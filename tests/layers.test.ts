import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breaches, chains, circles, type Source } from '#tests/layers.ts'

const sourcesIn = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.gen)\.tsx?$/.test(file))
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') }))
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const all = [...sourcesIn('src'), ...sourcesIn('tests')]
const sources = all.filter(({ path }) => path.startsWith('src/') && !isTest(path))

test('every import stays within the rooms that its file may know', () => {
  expect(breaches(sources)).toEqual([])
})

test('features of a room do not need each other in a circle', () => {
  expect(circles(sources)).toEqual([])
})

test('server features do not import each other in a circle, type imports included', () => {
  const server = sources.filter(({ path }) => path.startsWith('src/server/'))
  expect(circles(server, { withTypes: true })).toEqual([])
})

test('unit tests of the domain and of the browser load no server code, through fixtures neither', () => {
  const isUnitTest = (path: string) => isTest(path) && /^src\/(domain|web)\//.test(path)
  expect(all.filter(({ path }) => isUnitTest(path)).length).toBeGreaterThan(100)
  expect(chains(all, isUnitTest, (path) => /^src\/(server|api|app)\//.test(path))).toEqual([])
})

test('a fixture that loads server code is found, with the chain of imports that leads there', () => {
  const files = [
    { path: 'src/domain/tour/a.test.ts', text: "import { b } from '#tests/fixtures/b.ts'" },
    { path: 'src/domain/tour/c.test.ts', text: "import type { b } from '#tests/fixtures/b.ts'" },
    { path: 'tests/fixtures/b.ts', text: "import { c } from './d.ts'" },
    { path: 'tests/fixtures/d.ts', text: "import './b.ts'\nimport { e } from '#server/tour/queries.ts'" },
  ]
  const found = chains(files, isTest, (path) => path.startsWith('src/server/'))
  expect(found).toEqual([
    ['src/domain/tour/a.test.ts', 'tests/fixtures/b.ts', 'tests/fixtures/d.ts', 'src/server/tour/queries.ts'],
  ])
})

test.each([
  ['src/domain/tour/show.ts', "import { listShows } from '#server/tour/queries.ts'", 'rooms before it'],
  ['src/server/tour/queries.ts', "import { tour } from '#api/site/tour.ts'", 'rooms before it'],
  ['src/server/tour/queries.ts', "import { tour } from '../../api/tour.ts'", 'rooms before it'],
  ['src/web/site/tour/list.tsx', "import { listShows } from '#server/tour/queries.ts'", 'never holds server code'],
  ['src/web/site/tour/list.tsx', "const x = await import('#server/tour/queries.ts')", 'never holds server code'],
  ['src/web/site/tour/list.tsx', "import type { Show } from '#server/tour/table.ts'", 'never holds server code'],
  ['src/web/api-client.ts', "import { createApi } from '#api/api.ts'", 'types only'],
  ['src/web/site/tour/list.tsx', "import { Table } from '#web/admin/table.tsx'", 'separate bundles'],
  ['src/web/admin/tour/screen.tsx', "export { List } from '#web/site/tour/list.tsx'", 'separate bundles'],
  ['src/web/ui/button.tsx', "import { Table } from '#web/admin/table.tsx'", 'neither side'],
  ['src/domain/tour/show.ts', "import { readFileSync } from 'node:fs'", 'no Node'],
  ['src/domain/tour/show.ts', "import { useState } from 'react'", 'no React'],
  ['src/server/tour/queries.ts', "import { sites } from '#sites/index.ts'", 'where the house is joined'],
  ['src/app/services.ts', "import { leastSite } from '#tests/fixtures/domain/sites.ts'", 'no fixtures'],
  ['src/app/services.ts', "import { leastSite } from '../../tests/fixtures/domain/sites.ts'", 'no fixtures'],
])('in %s, %s is a breach', (path, text, why) => {
  const [found] = breaches([{ path, text }])
  expect(found).toMatchObject({ file: path, wayOut: expect.stringMatching(/\w/) })
  expect(found!.why).toContain(why)
})

test.each([
  ['src/web/api-client.ts', "import type { Api } from '#api/api.ts'"],
  ['src/server/tour/queries.ts', "import { shownShows } from '#domain/tour/show.ts'"],
  ['src/app/services.ts', "import { sites } from '#sites/index.ts'"],
  ['src/web/admin/tour/screen.tsx', "import { Button } from '#web/ui/button.tsx'"],
])('in %s, %s is fine', (path, text) => expect(breaches([{ path, text }])).toEqual([]))

test('two features that need each other are found', () => {
  const pair = [
    { path: 'src/server/orders/place.ts', text: "import { take } from '#server/products/stock.ts'" },
    { path: 'src/server/products/stock.ts', text: "import { place } from '#server/orders/place.ts'" },
  ]
  expect(circles(pair)).toEqual([['src/server/orders', 'src/server/products', 'src/server/orders']])
})

test('a circle that is closed by a type import is found on request', () => {
  const pair = [
    { path: 'src/server/orders/place.ts', text: "import { hold } from '#server/checkout/holds.ts'" },
    { path: 'src/server/checkout/holds.ts', text: "import type { Order } from '#server/orders/place.ts'" },
  ]
  expect(circles(pair)).toEqual([])
  expect(circles(pair, { withTypes: true })).toEqual([
    ['src/server/orders', 'src/server/checkout', 'src/server/orders'],
  ])
})
