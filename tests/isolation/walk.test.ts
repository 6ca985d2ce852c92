import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { operationsOf } from '#api/openapi.ts'
import { downloadToken } from '#server/downloads/rights.ts'
import { sweepSite } from '#server/housekeeping.ts'
import { websites } from '#server/sites/table.ts'
import { type Effect, isChange, watchEffects } from '#tests/isolation/effects.ts'
import { fillSite } from '#tests/isolation/fill-site.ts'
import { findForeignContent, idsOf, tablesOfSites } from '#tests/isolation/foreign-content.ts'
import { pathOf, type RowSource, routeEntries, sessionEndingRoutes } from '#tests/isolation/routes.ts'
import { missingRows, openRowSources } from '#tests/isolation/row-source.ts'
import { type IsolatedSite, openTwoSites, type SiteActor, siteActors } from '#tests/isolation/two-sites.ts'
import { firstCases } from '#tests/long-test.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

/** Every route is called by every actor on both sites with ids of the other site. */
const all = await openTwoSites()
const [aquila, borealis] = all.places
const operations = operationsOf(all.api)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Tables that no request of a site fills. */
const empty: Record<string, string> = { challenges: 'gone with the sign-in that it was for' }

/**
 * Routes without content here: suggested announcements, an export that was never requested, and the websites of the
 * installation, because no user here has platform access.
 */
const absent = /announcements\/activities|privacy\/exports|admin\/sites/

let ids: Record<string, Set<string>>
let rowSources: Record<string, () => Promise<RowSource>>
let taken: () => Promise<Effect[]>

test('the fixture has rows of every table for two sites', async () => {
  const [ours, theirs] = [await fillSite(all, aquila), await fillSite(all, borealis)]
  for (const { canaries } of [ours, theirs]) expect(canaries).toBeGreaterThanOrEqual(1_000)
  rowSources = {
    aquila: openRowSources(all, aquila, ours.secrets),
    borealis: openRowSources(all, borealis, theirs.secrets),
  }
  ids = {
    aquila: await idsOf(all.rows, aquila.websiteId),
    borealis: await idsOf(all.rows, borealis.websiteId),
  }
  ;({ taken } = await watchEffects(all))
})

const other = (place: IsolatedSite) => (place === aquila ? borealis : aquila)
/** Content of the other site in an answer of this one. */
const leakedIn = (bytes: string, place: IsolatedSite, input: string): string[] => {
  const { word } = other(place)
  return findForeignContent(bytes, { words: [word], ids: ids[word]! }, input)
}

/** A request with one of them is answered with the others: decision 9. */
const tellsBuyers = new Set(['GET /api/shop/order'])

/** Values of this site that open an order or a download without an account. */
async function openersOf({ websiteId }: IsolatedSite): Promise<{ of: string; value: string }[]> {
  const found = await all.rows<{ of: string; value: string | null }>(
    `select 'order_reference' as of, order_reference as value from orders where website_id = $1
     union all select 'session of an order', stripe_session_id from orders where website_id = $1
     union all select 'payment of an order', stripe_payment_intent from orders where website_id = $1
     union all select 'reference of a checkout', reference from checkouts where website_id = $1
     union all select 'key of a checkout', key from checkouts where website_id = $1
     union all select 'session of a checkout', session_id from checkouts where website_id = $1`,
    [websiteId],
  )
  const rights = await all.rows<{ id: string; linkSerial: number }>(
    `select id, link_serial as "linkSerial" from digital_downloads where website_id = $1`,
    [websiteId],
  )
  const tokens = rights.map((right) => ({ of: 'download link', value: downloadToken(all.shop.keys, websiteId, right) }))
  return [...found.flatMap(({ of, value }) => (value === null ? [] : [{ of, value }])), ...tokens]
}

type RouteAnswer = { status: number; body: string; headers: Record<string, string>; input: string }

async function ask(place: IsolatedSite, who: SiteActor, name: string, rowSource: RowSource): Promise<RouteAnswer> {
  const [method, path] = name.split(' ') as [string, string]
  const { params, ...input } = routeEntries[name]!(rowSource)
  const answer = await place.ask(who, pathOf(path, params), { method, ...input })
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  const sentBody = input.body instanceof FormData ? [...input.body.values()].map(String) : input.body
  return {
    status: answer.status,
    body,
    headers: Object.fromEntries(answer.headers),
    input: JSON.stringify([params, input.query, sentBody]),
  }
}

/** All texts in something, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

/** The answer without echoed parts of the request. */
const shown = ({ status, body, headers, input }: RouteAnswer): string =>
  JSON.stringify([
    status,
    textsIn(JSON.parse(input)).reduce((left, sentText) => left.replaceAll(sentText, ''), body),
    headers,
  ])

test('the isolation test covers every route and every table', async () => {
  expect(operations.map(nameOf).filter((name) => !(name in routeEntries))).toEqual([])
  const known = new Set(operations.map(nameOf))
  expect(Object.keys(routeEntries).filter((name) => !known.has(name))).toEqual([])
  const bare: string[] = []
  for (const { name } of await tablesOfSites(all.rows)) {
    const [found] = await all.rows<{ sites: number }>(`select count(distinct website_id)::int as sites from "${name}"`)
    if (found!.sites < 2 && !(name in empty)) bare.push(name)
  }
  expect(bare).toEqual([])
})

test('in the isolation test the database login cannot bypass row-level security', async () => {
  const { rows } = await all.database.transaction(
    'select 1',
    (queries) => queries.execute('select rolname, rolbypassrls, rolsuper from pg_roles where rolname = session_user'),
    waitLimitMs,
  )
  expect(rows).toEqual([{ rolname: 'app', rolbypassrls: false, rolsuper: false }])
})

/** Every byte of the body is signed, whatever its content type. */
const readsAnyType = new Set(['POST /api/webhooks/stripe'])

const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']

test.each(firstCases(1, otherTypes))(
  'every route that reads JSON rejects JSON sent as “%s”, and nothing changes',
  async (type) => {
    const own = await rowSources.aquila!()
    // No user here has platform access, which is checked before the body.
    const reading = operations.filter(
      ({ meta, ...operation }) => meta.body && meta.access !== 'sites:manage' && !readsAnyType.has(nameOf(operation)),
    )
    expect(reading.length).toBeGreaterThan(60)
    const problems: string[] = []
    await taken()
    for (const operation of reading) {
      const name = nameOf(operation)
      const [method, path] = name.split(' ') as [string, string]
      const { params, query, body = {} } = routeEntries[name]!(own)
      const sent = { method, ...(query && { query }), body: Buffer.from(JSON.stringify(body)) }
      const answer = await aquila.ask('administrator', pathOf(path, params), {
        ...sent,
        headers: { 'content-type': type },
      })
      const { reason } = await answer.json()
      if (answer.status !== 415 || reason !== 'unsupported-type') problems.push(`${name}: ${answer.status} ${reason}`)
      const changes = (await taken()).filter(isChange)
      if (changes.length) problems.push(`${name} changes ${JSON.stringify(changes)}`)
    }
    expect(problems).toEqual([])
  },
)

const sites: [string, typeof aquila][] = [
  [aquila.word, aquila],
  [borealis.word, borealis],
]

describe.each(firstCases(1, sites))('on the site of %s', (_, place) => {
  test('a request with the id of a row of the other site does not find, change or reveal it', async () => {
    const theirs = await rowSources[other(place).word]!()
    const problems: string[] = []
    for (const operation of operations) {
      const name = nameOf(operation)
      const askers = siteActors.filter((who) => who === 'visitor' || !sessionEndingRoutes.test(name))
      const askAll = (rowSource: RowSource) => Promise.all(askers.map((who) => ask(place, who, name, rowSource)))
      await taken()
      all.logged.length = 0
      const foreign = await askAll(theirs)
      const effects = await taken()
      const noted = all.logged.filter(({ words }) => words === 'requested resource does not exist').length
      const namesNothing = routeEntries[name]!.length === 0
      const nothing = namesNothing ? foreign : await askAll(missingRows)
      const problem = (what: unknown) => problems.push(`${name}: ${JSON.stringify(what)}`)
      for (const [at, answer] of foreign.entries()) {
        const leaked = leakedIn(answer.body + JSON.stringify(answer.headers), place, answer.input)
        if (leaked.length) problem([askers[at], 'gets', leaked])
        if (answer.status >= 500) problem([askers[at], answer.status, answer.body.slice(0, 200)])
      }
      // Which of them exceeds a rate limit is random; how many do is not.
      const [foreignAnswers, missingAnswers] = [foreign, nothing].map((answers) => answers.map(shown).sort())
      if (JSON.stringify(foreignAnswers) !== JSON.stringify(missingAnswers))
        problem(['tells it from nothing', foreignAnswers, missingAnswers])
      const elsewhere = effects.filter(({ websiteId }) => websiteId === other(place).websiteId)
      if (elsewhere.length) problem(['changes the other site', elsewhere])
      if (!namesNothing && effects.some(isChange)) problem(['changes something', effects.filter(isChange)])
      const missed = foreign.filter(
        ({ status }, at) => status === 404 && askers[at] !== 'visitor' && askers[at] !== 'stranger',
      )
      if (noted < missed.length) problem(['is noted', noted, 'times of', missed.length])
    }
    expect(problems).toEqual([])
  })

  test('no answer to any actor contains data of the other site', async () => {
    const own = await rowSources[place.word]!()
    const problems: string[] = []
    let found = 0
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const name = nameOf(operation)
      for (const who of siteActors) {
        const answer = await ask(place, who, name, own)
        const leaked = leakedIn(answer.body + JSON.stringify(answer.headers), place, '')
        if (leaked.length) problems.push(`${name} as ${who}: ${leaked}`)
        found += answer.body.split(place.word).length - 1
        // An entry that finds no row where it should would prove nothing.
        const isLost = who === 'administrator' && answer.status >= 400 && !absent.test(name)
        if (isLost) problems.push(`${name} as ${who}: ${answer.status} ${answer.body}`)
      }
    }
    expect(problems).toEqual([])
    expect(found).toBeGreaterThan(1_000)
  })

  test('no answer to visitors or customers contains a token of another person’s order or download', async () => {
    const own = await rowSources[place.word]!()
    const openers = await openersOf(place)
    expect(openers.length).toBeGreaterThan(3)
    const problems: string[] = []
    for (const operation of operations.filter(({ path }) => !sessionEndingRoutes.test(path))) {
      const name = nameOf(operation)
      for (const who of ['visitor', 'customer'] as const) {
        const { body, headers, input } = await ask(place, who, name, own)
        const answerText = body + JSON.stringify(headers)
        const found = openers.filter(({ value }) => answerText.includes(value) && !input.includes(value))
        if (!tellsBuyers.has(name) && found.length) problems.push(`${name} as ${who}: ${found.map(({ of }) => of)}`)
      }
    }
    expect(problems).toEqual([])
  })

  test('ignores parameters and headers that name the other site', async () => {
    const own = await rowSources[place.word]!()
    const { websiteId } = other(place)
    const claims = { siteId: websiteId, websiteId, website_id: websiteId, site_id: websiteId }
    const headers = {
      'x-site-id': websiteId,
      'x-website-id': websiteId,
      'x-forwarded-host': `${other(place).word}.localhost`,
      forwarded: `host=${other(place).word}.localhost`,
    }
    for (const operation of operations.filter(
      ({ method, path }) => method !== 'DELETE' && !sessionEndingRoutes.test(path),
    )) {
      const name = nameOf(operation)
      const [method, path] = name.split(' ') as [string, string]
      const { params, ...input } = routeEntries[name]!(own)
      const isObject = input.body?.constructor === Object
      await taken()
      const answer = await place.ask('administrator', pathOf(path, params), {
        method,
        ...input,
        query: { ...claims, ...(input.query as object) },
        ...(isObject && { body: { ...claims, ...(input.body as object) } }),
        headers: { ...headers, ...input.headers },
      })
      const leaked = leakedIn(Buffer.from(await answer.arrayBuffer()).toString('latin1'), place, websiteId)
      expect(leaked, name).toEqual([])
      const elsewhere = (await taken()).filter((effect) => effect.websiteId === websiteId)
      expect(elsewhere, name).toEqual([])
    }
  })
})

test('a deleted website leaves no row once its time is over, and the other one keeps all of its own', async () => {
  const tables = await tablesOfSites(all.rows)
  const rowsOf = async ({ websiteId }: IsolatedSite) => {
    const counted = tables.map(async ({ name }): Promise<[string, number]> => {
      const [found] = await all.rows<{ n: number }>(`select count(*)::int as n from "${name}" where website_id = $1`, [
        websiteId,
      ])
      return [name, found!.n]
    })
    return Object.fromEntries(await Promise.all(counted))
  }
  const due = (time: string) =>
    all.rows(`update hosted_sites set delete_after = now() + $2::interval where website_id = $1`, [
      aquila.websiteId,
      time,
    ])
  const sweep = () => sweepSite({ database: all.database, store: all.files.store }, aquila.websiteId, new Date())
  const theirs = await rowsOf(borealis)

  await due('1 hour')
  await sweep()
  expect((await rowsOf(aquila)).websites).toBe(1)
  const remove = ({ as, websiteId }: IsolatedSite) =>
    as('worker', (tx) => tx.delete(websites).where(eq(websites.websiteId, websiteId)).returning())
  expect([await remove(aquila), await remove(borealis)]).toEqual([[], []])

  await due('-1 hour')
  await sweep()
  expect(Object.values(await rowsOf(aquila)).reduce((sum, rows) => sum + rows, 0)).toBe(0)
  expect(await rowsOf(borealis)).toEqual(theirs)
})
