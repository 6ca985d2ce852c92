import { expect, test } from 'vitest'
import { buildOpenApiDocument, operationsOf } from '#api/openapi.ts'
import { createTestApi } from '#tests/api.ts'

/** The document is made from the routes; none of them is called. */
const api = createTestApi({} as never, { websiteId: '0198c5b2-7a1e-7000-8000-000000000001' })
const document = JSON.parse(JSON.stringify(buildOpenApiDocument(api)))

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: { name: string; in: string; schema: object }[]
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
}
const at = (path: string, method: string): Operation => document.paths[path][method]
const operations: [string, Operation][] = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, each]): [string, Operation] => [`${method} ${path}`, each]),
)

test('every OpenAPI operation has a unique id made from method and path', () => {
  expect(operations).toHaveLength(operationsOf(api).length)
  const ids = operations.map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z0-9]+$/)
  expect(at('/api/admin/shows/{id}', 'put').operationId).toBe('putAdminShowsById')
  expect(at('/api/tour/shows', 'get').operationId).toBe('getTourShows')
  expect(at('/tour.ics', 'get').operationId).toBe('getTourIcs')
})

test('every summary is a sentence that begins with what the operation does', () => {
  const others = operations.filter(([, { summary }]) => !/^[A-Z][a-z]+s,? .+\.$/.test(summary))
  expect(others.map(([name, { summary }]) => `${name}: ${summary}`)).toEqual([])
})

test('every tag is declared and described, and the server is the website itself', () => {
  const declared = document.tags.map(({ name }: { name: string }) => name)
  expect(declared).toEqual([...new Set(operations.flatMap(([, { tags }]) => tags))].toSorted())
  expect(at('/api/admin/shows', 'get').tags).toEqual(['admin-shows'])
  expect(at('/feed.xml', 'get').tags).toEqual(['documents'])
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].+\.$/)
  expect(document.servers).toEqual([{ url: '/', description: expect.any(String) }])
})

test('every operation documents a success and its refusals', () => {
  for (const [name, { responses }] of operations) {
    const statuses = Object.keys(responses)
    expect(
      statuses.some((status) => status.startsWith('2')),
      name,
    ).toBe(true)
    expect(statuses, name).toEqual(expect.arrayContaining(['429', 'default']))
  }
  expect(Object.keys(at('/api/openapi.json', 'get').responses)).toEqual(['200', '429', 'default'])
  const update = Object.keys(at('/api/admin/shows/{id}', 'put').responses)
  expect(update).toEqual(['200', '400', '401', '403', '404', '413', '415', '422', '429', 'default'])
  expect(Object.keys(at('/functions/v1/contact-form', 'post').responses)).toContain('401')
})

/** Where a schema says nothing about a value. */
function emptyIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isSchema = ['schema', 'items'].includes(key) || /\.(properties|anyOf|oneOf|allOf|prefixItems)$/.test(path)
    const isEmpty = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !Object.keys(inner).length
    return isSchema && isEmpty ? [`${path}.${key}`] : emptyIn(inner, `${path}.${key}`)
  })
}

test('no OpenAPI schema is empty', () => {
  expect(operations.flatMap(([name, each]) => emptyIn(each, name))).toEqual([])
  expect(emptyIn(document.components.schemas, 'components')).toEqual([])
})

test('the schema of the site document is in the OpenAPI document once, and every reference leads to a component', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['SiteDocument', 'Section', 'ShownSection']))
  const json = JSON.stringify(document)
  const references = new Set([...json.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to!))
  const inDocument = (to: string) =>
    to
      .slice(2)
      .split('/')
      .reduce((value, name) => value?.[name], document)
  expect([...references].filter((to) => !to.startsWith('#/components/') || !inDocument(to))).toEqual([])
  expect(at('/api/admin/site/draft', 'get').responses['200']).toMatchObject({
    content: {
      'application/json': {
        schema: { properties: { document: { $ref: '#/components/schemas/SiteDocument' } } },
      },
    },
  })
  // With the whole schema in each answer it has 3 MB, and its page 11 MB.
  expect(json.length).toBeLessThan(1_000_000)
})

test('an upload names the fields of its form and its headers', () => {
  const { requestBody, parameters } = at('/api/upload/chunked', 'post')
  const { properties, required } = requestBody!.content['multipart/form-data']!.schema
  expect(properties).toMatchObject({
    chunk: { type: 'string', format: 'binary' },
    chunkIndex: { type: 'string' },
    fileType: { enum: expect.arrayContaining(['tracks']) },
  })
  expect(required).toEqual(expect.arrayContaining(['sessionId', 'chunkIndex', 'totalChunks', 'fileName', 'chunk']))
  expect(parameters.map((each) => `${each.in} ${each.name}`)).toEqual([
    'header upload-chunk-sha256',
    'header upload-file-sha256',
    'header upload-file-bytes',
    'header upload-made-from',
  ])
  expect(Object.keys(at('/api/admin/pictures', 'post').requestBody!.content)).toEqual(['image/*'])
  expect(Object.keys(at('/api/csp-reports', 'post').requestBody!.content)).toEqual([
    'application/csp-report',
    'application/reports+json',
    'application/json',
  ])
})
