import { expect, test } from 'vitest'
import { buildOpenApiDocument, operationsOf } from '#api/openapi.ts'
import { type FuzzRequest, mutateRequest, type Operation, valueFor } from '#tests/fuzz/mutate.ts'
import { createRandom } from '#tests/fuzz/random.ts'
import { expectRouteCoverage, type FuzzAnswer, ownerActors } from '#tests/fuzz/route-coverage.ts'
import { type Effect, isChange, watchEffects } from '#tests/isolation/effects.ts'
import { fillSite } from '#tests/isolation/fill-site.ts'
import { pathOf, routeEntries, sessionEndingRoutes } from '#tests/isolation/routes.ts'
import { openRowSources } from '#tests/isolation/row-source.ts'
import { openTwoSites, type SiteActor, siteActors } from '#tests/isolation/two-sites.ts'

const count = Number(process.env.FUZZ ?? 1_000)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
/** Milliseconds of this process's CPU time, which does not depend on how busy the machine is. */
const maxCpuMs = 2_000
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const all = await openTwoSites()
const [place, other] = all.places
/** A checksum of all rows of the site that receives no requests. */
async function checksum(): Promise<string> {
  const tables = await all.rows<{ name: string }>(`select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'website_id'
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('sessions') order by 1`)
  const sums: string[] = []
  for (const { name } of tables) {
    const [found] = await all.rows<{ sum: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum
        from "${name}" t where website_id = $1`,
      [other.websiteId],
    )
    sums.push(`${name} ${found!.sum}`)
  }
  return sums.join('\n')
}

/** After so many requests sessions are renewed and rows are read again: wrong passwords end sessions, and rows get deleted. */
const renewedAfter = 500
/** Who is signed in. */
const members: SiteActor[] = ['customer', 'administrator', 'neighbour']
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Failed code attempts are counted, and too many are logged: these are the only allowed effects. */
const guesses = new Set(['challenges', 'factors', 'activity_logs'])
const isGuess = ({ path }: FuzzRequest, { table }: Effect) => path.startsWith('/api/auth/') && guesses.has(table)
/** A download counts, and so does a look at who has bought. */
const readersLeave = new Set(['/api/download', '/api/admin/orders/export.csv'])

test(`${count} mutated requests cause no server error and no forbidden change (FUZZ_SEED=${seed})`, {
  timeout: 3_600_000,
}, async () => {
  console.log(`FUZZ_SEED=${seed}`)
  const { secrets } = await fillSite(all, place)
  await fillSite(all, other, 8)
  const rowSource = openRowSources(all, place, secrets)
  const { taken } = await watchEffects(all)
  const before = await checksum()
  const random = createRandom(seed)
  const { paths } = buildOpenApiDocument(all.api)
  const operations = operationsOf(all.api)
  const problems: string[] = []
  const statuses: Record<string, number> = {}
  const answered: FuzzAnswer[] = []
  let own = await rowSource()
  for (let at = 0; at < count && problems.length < 20; at++) {
    if (at % renewedAfter === renewedAfter - 1) {
      await place.renewSessions()
      own = await rowSource()
    }
    // Each of them once, and then by chance.
    const { method, path, meta } = operations[at] ?? random.of(operations)
    const documented = paths[path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')]![method.toLowerCase()] as Operation
    const { params, ...input } = routeEntries[nameOf({ method, path })]!(own)
    const schema = documented.requestBody?.content['application/json']?.schema
    const generated = schema && random.chance(0.5) ? { body: valueFor(schema, random) } : {}
    const request = mutateRequest({ ...input, ...generated, method, path: pathOf(path, params) }, random)
    const who: SiteActor = sessionEndingRoutes.test(request.path) ? 'visitor' : random.of(siteActors)
    const about = () =>
      `request ${at}: ${JSON.stringify([who, request.method, request.path, request.query, request.headers, shown(request.body)]).slice(0, 700)}`
    await taken()
    all.logged.length = 0
    const began = cpuMs()
    const answer = await sent(who, request)
    const effects = await taken()
    const took = cpuMs() - began
    if (!answer) {
      problems.push(`hangs: ${about()}`)
      continue
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    answered.push({ name: nameOf({ method, path }), who, access: meta.access, status: answer.status })
    if (answer.status >= 500) problems.push(`${answer.status} ${answer.text.slice(0, 200)}: ${about()}\n${errorsOf()}`)
    if (took > maxCpuMs) problems.push(`takes ${Math.round(took)} ms of CPU time: ${about()}`)
    if (effects.some(({ websiteId }) => websiteId === other.websiteId))
      problems.push(`changes the other site: ${about()}`)
    const changes = effects.filter((effect) => isChange(effect) && !isGuess(request, effect))
    const mayDo = meta.access === 'anyone' || (meta.access === 'signed-in' ? members : ownerActors).includes(who)
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !readersLeave.has(request.path)
    if (changes.length && (answer.status >= 400 || isRead || !mayDo))
      problems.push(`${answer.status}, yet changes ${JSON.stringify(changes.slice(0, 3))}: ${about()}`)
  }
  console.log(JSON.stringify(statuses))
  expect(problems).toEqual([])
  expect(await checksum()).toBe(before)
  if (count < 2 * renewedAfter) return
  const covered = new Set(answered.map(({ name }) => name))
  expect(operations.map(nameOf).filter((name) => !covered.has(name))).toEqual([])
  expectRouteCoverage(answered, answered.slice(-renewedAfter))
})

const shown = (body: unknown) =>
  body instanceof FormData ? [...body].map(([name, value]) => [name, String(value)]) : body
const errorsOf = () =>
  all.logged
    .filter(({ level }) => level === 'error')
    .map(({ facts }) => (facts.err instanceof Error ? facts.err.stack : JSON.stringify(facts)))
    .join('\n')
    .slice(0, 1_500)

async function sent(who: SiteActor, { path, query, method, body, headers }: FuzzRequest) {
  const bodiless = ['GET', 'HEAD', 'OPTIONS'].includes(method) || body === undefined
  const isText = typeof body === 'string' || body instanceof FormData
  const origin = `http://${place.word}.localhost`
  const search = query ? `?${typeof query === 'string' ? query : new URLSearchParams(query)}` : ''
  const init = {
    method,
    headers: { origin, ...(!bodiless && !isText && { 'content-type': 'application/json' }), ...headers },
    ...(!bodiless && { body: isText ? body : JSON.stringify(body) }),
  }
  // FormData sets its own content type, unless a wrong one is the point.
  const answered = place.send(who, new Request(`${origin}${path}${search}`, init)).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }))
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), 10_000)
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
