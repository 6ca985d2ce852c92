import { type Env, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { type Access, anyone, type RouteMeta, routeMetaOf } from '#api/guards.ts'
import { needsSession } from '#domain/actor.ts'
import { stagingTexts } from '#domain/texts/our-frame-words.ts'

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

const content = (schema: z.ZodType, io: 'input' | 'output', media = 'application/json') => ({
  [media]: { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
})

const ErrorAnswer = z.object({
  error: z.string(),
  reason: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  facts: z.record(z.string(), z.number()).optional(),
})

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query' | 'header') {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: value,
  }))
}

const accessInWords: Record<'anyone' | 'signed-in', string> = {
  anyone: 'Anyone may call this.',
  'signed-in': 'Needs a session.',
}
const inWords = (access: Access) =>
  access === 'anyone' || access === 'signed-in'
    ? accessInWords[access]
    : `Needs an administrator of this website (${access}).`

const confirmationInWords = (confirmation: RouteMeta['confirmation']) =>
  confirmation &&
  `Asks for a confirmation from POST /api/auth/confirmation${confirmation === 'always' ? '' : `, ${confirmation}`}.`

/** Either is enough where both are named. */
function securityOf(access: Access): object[] {
  if (access === 'anyone') return []
  const byToken = access !== 'signed-in' && !needsSession.has(access)
  return byToken ? [{ session: [] }, { token: [] }] : [{ session: [] }]
}

export function describe(api: RouteTable) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, meta } of operationsOf(api)) {
    const { access = 'anyone', confirmation, answer, otherwise, body, params, query, headers } = meta
    const at = path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        summary: answer?.summary ?? `${method} ${at}`,
        description: [inWords(access), confirmationInWords(confirmation)].filter(Boolean).join(' '),
        tags: [path.split('/')[2] ?? 'api'],
        parameters: [
          ...parametersOf(params, 'path'),
          ...parametersOf(query, 'query'),
          ...parametersOf(headers, 'header'),
        ],
        ...(body ? { requestBody: { required: true, content: content(body, 'input') } } : {}),
        security: securityOf(access),
        responses: {
          ...Object.fromEntries(
            [answer, otherwise]
              .filter((each) => each !== undefined)
              .map(({ status, summary, schema, media }) => [
                status,
                { description: summary, content: content(schema, 'output', media) },
              ]),
          ),
          default: {
            description: 'Refused; `error` is a sentence for people.',
            content: content(ErrorAnswer, 'output'),
          },
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stagedoor', version: '1', description: 'The API of one website; the host name says which.' },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Over https: `__Host-session`.' },
        token: { type: 'http', scheme: 'bearer', description: 'From POST /api/auth/token, for 15 minutes.' },
      },
    },
    paths,
  }
}

/** The OpenAPI document, and a page that shows it. */
export function openApi<E extends Env & Pick<ApiEnv, 'Variables'>>(api: Hono<E>) {
  let document: ReturnType<typeof describe> | undefined
  const described = () => (document ??= describe(api))
  return new Hono<E>()
    .get('/openapi.json', anyone(), (c) => c.json(described()))
    .get('/docs', anyone(), (c) => {
      c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      return c.html(docsPage(described(), c.var.services.staging))
    })
}

function docsPage({ info, paths }: ReturnType<typeof describe>, isTrial: boolean) {
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
