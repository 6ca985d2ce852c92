import { expect, test } from 'vitest'
import { operationsOf } from '#api/openapi.ts'
import type { Engine } from '#server/db/database.ts'
import { fillSite } from '#tests/isolation/fill-site.ts'
import { pathOf, routeEntries, sessionEndingRoutes } from '#tests/isolation/routes.ts'
import { openRowSources } from '#tests/isolation/row-source.ts'
import { openTwoSites } from '#tests/isolation/two-sites.ts'
import { longTest } from '#tests/long-test.ts'

/** Fills a site through the API, then calls every route as its administrator: the status of each answer, by route. */
async function statusesOn(engine: Engine): Promise<Record<string, number>> {
  const sites = await openTwoSites(engine)
  const [site] = sites.places
  const { secrets } = await fillSite(sites, site, 8)
  const rowSource = openRowSources(sites, site, secrets)
  const atFirst = await rowSource()
  const names = operationsOf(sites.api).map(({ method, path }) => `${method} ${path}`)
  const statuses: Record<string, number> = {}
  // Reading first, because writing removes what there is to read; signing out last.
  for (const name of [...names].sort((a, b) => turnOf(a) - turnOf(b))) {
    const [method, path] = name.split(' ') as [string, string]
    const { params, ...request } = routeEntries[name]!(method === 'GET' ? atFirst : await rowSource(name))
    const answer = await site.ask('administrator', pathOf(path, params), { method, ...request })
    await answer.arrayBuffer()
    statuses[name] = answer.status
  }
  return statuses
}

const turnOf = (name: string) => (sessionEndingRoutes.test(name) ? 2 : name.startsWith('GET ') ? 0 : 1)

let pglite: Record<string, number>

test('every route answers on PGlite, and most of them succeed', async () => {
  pglite = await statusesOn('pglite')
  const failed = Object.entries(pglite).filter(([, status]) => status >= 500)
  expect(failed).toEqual([])
  const succeeded = Object.values(pglite).filter((status) => status < 300)
  expect(succeeded.length).toBeGreaterThan(100)
})

longTest('every route answers with the same status on PGlite as on PostgreSQL', async () => {
  expect(pglite).toEqual(await statusesOn('postgres'))
})
