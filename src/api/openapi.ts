import { type Env, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answersAs, anyone, type RouteMeta, routeMetaOf } from '#api/guards.ts'
import { sessionOnlyPermissions } from '#domain/actor.ts'
import { stagingTexts } from '#domain/texts/own-frame-words.ts'

type Operation = { method: string; path: string; meta: RouteMeta }
type RouteTable = { routes: { method: string; path: string; handler: object }[] }

/** Every route with the metadata of its guards. */
export function operationsOf({ routes }: RouteTable): Operation[] {
  const found = new Map<string, Operation>()
  for (const { method, path, handler } of routes) {
    if (method === 'ALL') continue
    const operation = found.get(`${method} ${path}`) ?? { method, path, meta: {} }
    found.set(`${method} ${path}`, { ...operation, meta: { ...operation.meta, ...routeMetaOf(handler) } })
  }
  return [...found.values()]
}

/** A date is text in JSON. What zod cannot name otherwise says so in its `meta`. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(made, { type: 'string', format: 'date-time' })
    },
  })
  return rest
}

type Media = readonly string[] | undefined
const contentOf = (schema: object, media: Media = ['application/json']) =>
  Object.fromEntries(media.map((type) => [type.split(';', 1)[0]!, { schema }]))

const inDefinitions = '#/$defs/'

/** A request, in full: no two of them share a large schema. */
function requestSchema(schema: z.ZodType): object {
  const { $defs = {}, ...rest } = jsonSchema(schema, 'input')
  const inlined = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(inlined)
    if ('$ref' in value) return inlined($defs[String(value.$ref).slice(inDefinitions.length)])
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inlined(each)]))
  }
  return inlined(rest) as object
}

/** Writes answers. A schema with an `id` in its `meta` is written once, among the components. */
function createAnswerWriter() {
  const components: Record<string, object> = {}
  const referring = <T extends object>(schema: T): T =>
    JSON.parse(JSON.stringify(schema).replaceAll(`"${inDefinitions}`, '"#/components/schemas/'))
  return {
    components,
    write: (schema: z.ZodType): object => {
      const { $defs = {}, ...rest } = jsonSchema(schema, 'output')
      Object.assign(components, referring($defs))
      return referring(rest)
    },
  }
}
type WriteAnswer = ReturnType<typeof createAnswerWriter>['write']

const ErrorAnswer = z.object({
  error: z.string().describe('A message for users.'),
  reason: z.string().describe('The reason as a code for programs.'),
  fields: z.record(z.string(), z.string()).optional().describe('A message for each invalid field.'),
  facts: z.record(z.string(), z.number()).optional().describe('Numbers, such as the attempts left.'),
})

/** Refusals that many routes share, by status. */
const refusals = {
  400: { name: 'Malformed', description: 'The request cannot be read.' },
  401: { name: 'NotSignedIn', description: 'The credentials are missing or no longer valid.' },
  403: { name: 'NotAllowed', description: 'The credentials do not allow this request.' },
  404: { name: 'NotFound', description: 'The resource does not exist on this website.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedType', description: 'The body has another content type.' },
  422: { name: 'Invalid', description: 'A value is missing or not allowed; `fields` says which.' },
  429: { name: 'TooManyRequests', description: 'Too many requests; `Retry-After` says how long to wait.' },
  default: { name: 'Refused', description: 'Refused for another reason.' },
} as const
type RefusalStatus = keyof typeof refusals

function refusalsOf({ access, contactKey, confirmation, body, upload, query, params }: RouteMeta): RefusalStatus[] {
  const isGuarded = access !== 'anyone'
  const statuses: [RefusalStatus, unknown][] = [
    [400, body || upload],
    [401, isGuarded || contactKey],
    [403, isGuarded || confirmation],
    [404, params],
    [413, body || upload],
    [415, body || upload],
    [422, body || query || upload],
    [429, true],
    ['default', true],
  ]
  return statuses.filter(([, applies]) => applies).map(([status]) => status)
}

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query' | 'header') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: value,
  }))
}

function accessText({ access = 'anyone', contactKey }: RouteMeta): string {
  if (contactKey) return 'Needs the public key of the contact form, which GET /api/contact returns, as a bearer token.'
  if (access === 'anyone') return 'Anyone may call this.'
  return access === 'signed-in' ? 'Needs a session.' : `Needs an administrator of this website (${access}).`
}

const confirmationText = (confirmation: RouteMeta['confirmation']) =>
  confirmation &&
  `Needs a confirmation from POST /api/auth/confirmation${confirmation === 'always' ? '' : `, ${confirmation}`}.`

/** Either is enough where both are named. */
function securityOf({ access = 'anyone', contactKey }: RouteMeta): object[] {
  if (contactKey) return [{ contactKey: [] }]
  if (access === 'anyone') return []
  const byToken = access !== 'signed-in' && !sessionOnlyPermissions.has(access)
  return byToken ? [{ session: [] }, { token: [] }] : [{ session: [] }]
}

/** `PUT /api/admin/shows/{id}` is `putAdminShowsById`: it stays as long as method and path do. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll('{', 'by-')
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** A tag for each part of the API. */
function tagOf(path: string): string {
  if (path.startsWith('/functions/')) return 'contact'
  const [, admin, part] = /^\/api\/(admin\/)?([a-z-]+)(?=\/|$)/.exec(path) ?? []
  return part && part !== 'docs' ? `${admin ? 'admin-' : ''}${part}` : 'documents'
}

const tagText = (tag: string) =>
  tag.startsWith('admin-')
    ? `For administrators: ${tag.slice('admin-'.length).replaceAll('-', ' ')}.`
    : tag === 'documents'
      ? 'Documents for calendars, feed readers, search engines and programs.'
      : `${tag[0]!.toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}.`

const bodyOf = ({ body, bodyMedia, upload }: RouteMeta) =>
  body ? contentOf(requestSchema(body), bodyMedia) : upload && contentOf(requestSchema(upload.schema), [upload.media])

function operationOf({ method, meta }: Operation, path: string, writeAnswer: WriteAnswer) {
  const { confirmation, answer, otherwise, params, query, headers } = meta
  const requestContent = bodyOf(meta)
  const answered = [answer, otherwise].filter((each) => each !== undefined)
  return {
    operationId: operationIdOf(method, path),
    summary: answer?.summary ?? '',
    description: [accessText(meta), confirmationText(confirmation)].filter(Boolean).join(' '),
    tags: [tagOf(path)],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query'), ...parametersOf(headers, 'header')],
    ...(requestContent && { requestBody: { required: true, content: requestContent } }),
    security: securityOf(meta),
    responses: {
      ...Object.fromEntries(
        answered.map(({ status, summary, schema, media }) => [
          status,
          { description: summary, content: contentOf(writeAnswer(schema), media ? [media] : undefined) },
        ]),
      ),
      ...Object.fromEntries(
        refusalsOf(meta).map((status) => [status, { $ref: `#/components/responses/${refusals[status].name}` }]),
      ),
    },
  }
}

export function buildOpenApiDocument(api: RouteTable) {
  const paths: Record<string, Record<string, object>> = {}
  const tags = new Set<string>()
  const answers = createAnswerWriter()
  for (const operation of operationsOf(api)) {
    const path = operation.path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationOf(operation, path, answers.write) }
    tags.add(tagOf(path))
  }
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stagedoor',
      version: '1',
      description: 'The API of one website; the host name says which.',
      contact: { name: 'The contact form of this website' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The website that serves this document.' }],
    tags: [...tags].toSorted().map((name) => ({ name, description: tagText(name) })),
    components: {
      schemas: { Error: jsonSchema(ErrorAnswer, 'output'), ...answers.components },
      responses: Object.fromEntries(
        Object.values(refusals).map(({ name, description }) => [name, { description, content: error }]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Over https: `__Host-session`.' },
        token: { type: 'http', scheme: 'bearer', description: 'From POST /api/auth/token, for 15 minutes.' },
        contactKey: { type: 'http', scheme: 'bearer', description: 'The public key from GET /api/contact.' },
      },
    },
    paths,
  }
}

const OpenApiDocument = z
  .record(z.string(), z.string())
  .meta({ additionalProperties: true, description: 'An OpenAPI 3.1 document.' })

/** The OpenAPI document, and a page that shows it. */
export function openApiRoutes<E extends Env & Pick<ApiEnv, 'Variables'>>(api: Hono<E>) {
  let document: ReturnType<typeof buildOpenApiDocument> | undefined
  const getDocument = () => (document ??= buildOpenApiDocument(api))
  // Large, and the same for all clients.
  let json: string | undefined
  const getDocumentJson = () => (json ??= JSON.stringify(getDocument()))
  let page: ReturnType<typeof docsPage> | undefined
  const getDocumentPage = (isTrial: boolean) => (page ??= docsPage(getDocument(), isTrial))
  return new Hono<E>()
    .get('/openapi.json', anyone(), answersAs('Returns this document.', 'application/json', OpenApiDocument), (c) =>
      c.body(getDocumentJson(), 200, { 'content-type': 'application/json' }),
    )
    .get('/docs', anyone(), answersAs('Shows this document as a page.', 'text/html; charset=utf-8'), (c) => {
      c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      return c.html(getDocumentPage(c.var.services.staging))
    })
}

function docsPage({ info, paths, components }: ReturnType<typeof buildOpenApiDocument>, isTrial: boolean) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ path, method, about: about as Record<string, unknown> })),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        <style>
          ${raw(docsStyle)}
        </style>
      </head>
      <body>
        ${isTrial ? html`<aside>${stagingTexts.banner}</aside>` : ''}
        <header>
          <h1>${info.title} API</h1>
          <p>${info.description} For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
        </header>
        ${operations.map(
          ({ path, method, about }) => html`
            <details>
              <summary><b>${method.toUpperCase()}</b> <code>${path}</code> <span>${String(about.summary)}</span></summary>
              <p>${String(about.description)}</p>
              <pre>${JSON.stringify({ parameters: about.parameters, requestBody: about.requestBody, responses: about.responses }, null, 2)}</pre>
            </details>
          `,
        )}
        <h2>Schemas</h2>
        ${Object.entries(components.schemas).map(
          ([name, schema]) => html`
            <details>
              <summary><code>${name}</code></summary>
              <pre>${JSON.stringify(schema, null, 2)}</pre>
            </details>
          `,
        )}
      </body>
    </html>`
}

const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
summary { cursor: pointer; padding: 0.75rem 0 }
summary b { display: inline-block; min-width: 4rem; font-size: 0.75rem; letter-spacing: 0.05em }
summary span { opacity: 0.75; margin-left: 0.75rem }
pre { overflow: auto; padding: 1rem; background: color-mix(in srgb, currentColor 6%, transparent) }
`
