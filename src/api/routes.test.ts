import { expect, test } from 'vitest'
import type { z } from 'zod'
import { buildOpenApiDocument, operationsOf } from '#api/openapi.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase(defaultEngine)
const api = createTestApi(database, await createTestSite(database))

test('every operation of the API declares its access', () => {
  const silent = operationsOf(api).filter(({ meta }) => !meta.access)
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('answers 405 with Allow for a method that the path does not have', async () => {
  // Leaves out paths whose parameter has a pattern: `:file{.+\\.ics}`.
  const operations = operationsOf(api)
    .filter(({ path }) => !path.includes('{'))
    .map(({ method, path }) => ({
      method,
      path: path.replace(/:\w+/g, '01a1dd00-0000-7000-8000-000000000009'),
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    }))
  const problems: string[] = []
  for (const path of new Set(operations.map((each) => each.path))) {
    const has = operations.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const allowed = has.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.includes(method)) continue
      const { status, headers } = await api.request(path, { method, headers: { origin: 'http://localhost' } })
      const header = headers.get('allow')?.split(', ').toSorted().join()
      if (status !== 405 || header !== [...new Set(allowed)].toSorted().join())
        problems.push(`${method} ${path}: ${status} ${header}, and not 405 ${allowed}`)
    }
  }
  expect(problems).toEqual([])
  expect((await api.request('/api/nothing', { method: 'PUT' })).status).toBe(404)
})

test('every route declares its responses', () => {
  const silent = operationsOf(api).filter(({ meta }) => !meta.answer)
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

type Part = z.core.$ZodType
type Def = { type: string; shape?: Record<string, Part>; catchall?: Part; getter?: () => Part } & Record<
  string,
  unknown
>
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && '_zod' in value
const defOf = (part: Part): Def => ({ ...part._zod.def })

/** Where a schema allows undeclared fields, at any depth: an object with any further properties, or an untyped value. */
function openIn(part: Part, at: string, seen = new Set<Part>()): string[] {
  if (seen.has(part)) return []
  seen.add(part)
  // Checks only narrow a value.
  const { type, shape = {}, catchall, getter, checks: _, ...rest } = defOf(part)
  const isOpen =
    type === 'object' ? !catchall || /^(unknown|any)$/.test(defOf(catchall).type) : /^(unknown|any|custom)$/.test(type)
  const inside = [
    ...Object.entries(shape),
    ...(catchall ? [['', catchall] as const] : []),
    ...Object.values({ ...rest, lazy: getter?.() }).flatMap((value) =>
      [value]
        .flat()
        .filter(isPart)
        .map((each) => ['', each] as const),
    ),
  ]
  return [...(isOpen ? [at] : []), ...inside.flatMap(([name, each]) => openIn(each, name ? `${at}.${name}` : at, seen))]
}

test('no response schema allows undeclared fields', () => {
  const open = operationsOf(api).flatMap(({ method, path, meta: { answer, otherwise } }) =>
    [answer, otherwise].flatMap((each) => (each ? openIn(each.schema, `${method} ${path}`) : [])),
  )
  expect(open).toEqual([])
})

test('the OpenAPI document names the credentials of each route', () => {
  const { paths, components } = buildOpenApiDocument(api)
  const security = (path: string, method: string) => (paths[path]![method] as { security: object }).security
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'token', 'contactKey'])
  expect(security('/api/tour/shows', 'get')).toEqual([])
  expect(security('/api/site/infrastructure', 'get')).toEqual([{ session: [] }, { token: [] }])
  expect(security('/api/access', 'post')).toEqual([{ session: [] }])
  expect(security('/functions/v1/contact-form', 'post')).toEqual([{ contactKey: [] }])
  const { description } = paths['/functions/v1/contact-form']!.post as { description: string }
  expect(description).toContain('public key')
})

test('the OpenAPI document lists every route, and its page shows it', async () => {
  const document = await (await api.request('/api/openapi.json')).json()
  expect(document.paths['/api/tour/shows'].get.responses['200']).toBeDefined()
  expect(Object.keys(document.paths)).toEqual(Object.keys(buildOpenApiDocument(api).paths))
  const page = await (await api.request('/api/docs')).text()
  for (const path of Object.keys(document.paths)) expect(page).toContain(path)
})

test('the OpenAPI document lists all responses, and signature and body of webhooks', () => {
  const { paths } = buildOpenApiDocument(api)
  const about = (path: string, method: string) => JSON.parse(JSON.stringify(paths[path]![method]))
  const { responses } = about('/api/shop/order', 'get')
  expect(Object.keys(responses)).toEqual(['200', '202', '422', '429', 'default'])
  expect(responses['202'].content['application/json'].schema.required).toEqual(['waiting'])
  const webhook = about('/api/webhooks/stripe', 'post')
  expect(webhook.parameters).toMatchObject([{ name: 'stripe-signature', in: 'header', required: true }])
  expect(webhook.requestBody.content['application/json'].schema.required).toEqual([
    'id',
    'type',
    'created',
    'livemode',
    'data',
  ])
})

test('answers an unknown path with a JSON error', async () => {
  const answer = await api.request('/api/nothing')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ error: 'There is nothing at this address.', reason: 'not-found' })
})

test('refuses a change with a cookie from another origin', async () => {
  const write = (headers: Record<string, string>) =>
    api.request('/api/tour/shows', { method: 'POST', headers: { cookie: 'session=x', ...headers } })
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:81'])
    expect((await write({ origin })).status, origin).toBe(403)
  expect((await write({})).status).toBe(403)
  expect((await write({ origin: 'http://localhost' })).status).toBe(405)
})
