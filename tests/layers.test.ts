import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  fileCycles,
  forbiddenImportChains,
  importCycles,
  layerViolations,
  type Source,
  sharedTypeNames,
} from '#tests/layers.ts'

const sourcesIn = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.gen)\.tsx?$/.test(file))
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') }))
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const all = [...sourcesIn('src'), ...sourcesIn('tests')]
const sources = all.filter(({ path }) => path.startsWith('src/') && !isTest(path))

test('only platform.ts and platform.mjs read the operating system', () => {
  const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => ({ path: `scripts/${file}`, text: readFileSync(`scripts/${file}`, 'utf8') }))
  const asks = /process\.platform|os\.platform\(|\bplatform\(\)|['"]win32['"]|\bprocess\.getuid|on(ce)?\(\s*'SIG/
  const found = [...sources, ...scripts].filter(({ text }) => asks.test(text)).map(({ path }) => path)
  expect(found.sort()).toEqual(['scripts/prepare/platform.mjs', 'src/server/platform.ts'])
})

test('every import follows the order of the layers', () => {
  expect(layerViolations(sources)).toEqual([])
})

test('features of a layer have no import cycle', () => {
  expect(importCycles(sources)).toEqual([])
})

test('server features have no import cycle, type imports included', () => {
  const server = sources.filter(({ path }) => path.startsWith('src/server/'))
  expect(importCycles(server, { withTypes: true })).toEqual([])
})

test('files have no import cycle, type imports included', () => {
  expect(fileCycles(sources)).toEqual([])
})

test('no two exported types share a name', () => {
  expect(sharedTypeNames(sources)).toEqual([])
})

test('unit tests of domain and web load no server code, also not through fixtures', () => {
  const isUnitTest = (path: string) => isTest(path) && /^src\/(domain|web)\//.test(path)
  expect(all.filter(({ path }) => isUnitTest(path)).length).toBeGreaterThan(100)
  expect(forbiddenImportChains(all, isUnitTest, (path) => /^src\/(server|api|app)\//.test(path))).toEqual([])
})

test('finds a fixture that loads server code, with its chain of imports', () => {
  const files = [
    { path: 'src/domain/tour/a.test.ts', text: "import { b } from '#tests/fixtures/b.ts'" },
    { path: 'src/domain/tour/c.test.ts', text: "import type { b } from '#tests/fixtures/b.ts'" },
    { path: 'tests/fixtures/b.ts', text: "import { c } from './d.ts'" },
    { path: 'tests/fixtures/d.ts', text: "import './b.ts'\nimport { e } from '#server/tour/queries.ts'" },
  ]
  const found = forbiddenImportChains(files, isTest, (path) => path.startsWith('src/server/'))
  expect(found).toEqual([
    ['src/domain/tour/a.test.ts', 'tests/fixtures/b.ts', 'tests/fixtures/d.ts', 'src/server/tour/queries.ts'],
  ])
})

test.each([
  ['src/domain/tour/show.ts', "import { listShows } from '#server/tour/queries.ts'", 'layers before it'],
  ['src/server/tour/queries.ts', "import { tourRoutes } from '#api/site/tour.ts'", 'layers before it'],
  ['src/server/tour/queries.ts', "import { tour } from '../../api/tour.ts'", 'layers before it'],
  ['src/web/site/tour/list.tsx', "import { listShows } from '#server/tour/queries.ts'", 'never holds server code'],
  ['src/web/site/tour/list.tsx', "const x = await import('#server/tour/queries.ts')", 'never holds server code'],
  ['src/web/site/tour/list.tsx', "import type { Show } from '#server/tour/table.ts'", 'never holds server code'],
  ['src/web/api-client.ts', "import { createApi } from '#api/api.ts'", 'types only'],
  ['src/web/site/tour/list.tsx', "import { Table } from '#web/admin/table.tsx'", 'separate bundles'],
  ['src/web/admin/tour/screen.tsx', "export { List } from '#web/site/tour/list.tsx'", 'separate bundles'],
  ['src/web/ui/forms/button.tsx', "import { Table } from '#web/admin/table.tsx'", 'neither side'],
  ['src/sections/shows/kind.ts', "import { ShowRow } from '#web/site/tour/show-row.tsx'", 'layers before it'],
  ['src/web/admin/tour/screen.tsx', "import { view } from '#sections/shows/view.tsx'", 'separate bundles'],
  ['src/sections/shows/view.tsx', "import { listShows } from '#server/tour/queries.ts'", 'never holds server code'],
  ['src/domain/tour/show.ts', "import { readFileSync } from 'node:fs'", 'no Node'],
  ['src/domain/tour/show.ts', "import { useState } from 'react'", 'no React'],
  ['src/server/tour/queries.ts', "import { sites } from '#sites/index.ts'", 'only src/app imports the sites'],
  ['src/app/services.ts', "import { minimalSite } from '#tests/fixtures/domain/sites.ts'", 'no fixtures'],
  ['src/app/services.ts', "import { minimalSite } from '../../tests/fixtures/domain/sites.ts'", 'no fixtures'],
])('in %s, rejects %s', (path, text, why) => {
  const [found] = layerViolations([{ path, text }])
  expect(found).toMatchObject({ file: path, remedy: expect.stringMatching(/\w/) })
  expect(found!.why).toContain(why)
})

test.each([
  ['src/web/api-client.ts', "import type { Api } from '#api/api.ts'"],
  ['src/server/tour/queries.ts', "import { shownShows } from '#domain/tour/show.ts'"],
  ['src/app/services.ts', "import { sites } from '#sites/index.ts'"],
  ['src/web/admin/tour/screen.tsx', "import { Button } from '#web/ui/forms/button.tsx'"],
])('in %s, accepts %s', (path, text) => expect(layerViolations([{ path, text }])).toEqual([]))

test('finds two features that import each other', () => {
  const pair = [
    { path: 'src/server/orders/place-order.ts', text: "import { take } from '#server/products/stock.ts'" },
    { path: 'src/server/products/stock.ts', text: "import { place } from '#server/orders/place-order.ts'" },
  ]
  expect(importCycles(pair)).toEqual([['src/server/orders', 'src/server/products', 'src/server/orders']])
})

test('finds a cycle through a type import on request', () => {
  const pair = [
    { path: 'src/server/orders/place-order.ts', text: "import { hold } from '#server/checkout/holds.ts'" },
    { path: 'src/server/checkout/holds.ts', text: "import type { Order } from '#server/orders/place-order.ts'" },
  ]
  expect(importCycles(pair)).toEqual([])
  expect(importCycles(pair, { withTypes: true })).toEqual([
    ['src/server/orders', 'src/server/checkout', 'src/server/orders'],
  ])
})

test('finds a cycle of three files of one folder, through a type import', () => {
  const files = [
    { path: 'src/server/orders/a.ts', text: "import { b } from '#server/orders/b.ts'" },
    { path: 'src/server/orders/b.ts', text: "import type { C } from './c.ts'" },
    { path: 'src/server/orders/c.ts', text: "import { a } from '#server/orders/a.ts'" },
    { path: 'src/server/orders/d.ts', text: "import { a } from '#server/orders/a.ts'" },
  ]
  expect(fileCycles(files)).toEqual([['src/server/orders/a.ts', 'src/server/orders/b.ts', 'src/server/orders/c.ts']])
})

test('finds two exported types of one name', () => {
  const pair = [
    { path: 'src/domain/a.ts', text: 'export type Column = 1\ntype Row = 1' },
    { path: 'src/web/b.ts', text: 'export interface Column {}\nexport type Row = 2' },
  ]
  expect(sharedTypeNames(pair)).toEqual(['Column: src/domain/a.ts, src/web/b.ts'])
})
