import {
  brokenJsonMakers,
  contentTypes,
  hostileHeaders,
  hostileTexts,
  hostileValues,
} from '#tests/fuzz/hostile-values.ts'
import type { Random } from '#tests/fuzz/random.ts'
import type { RouteInput } from '#tests/isolation/two-sites.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
}
export type Parameter = { name: string; in: string; required: boolean; schema: Schema }
export type Operation = {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** A value that the OpenAPI document would accept, or nearly. */
export function valueFor(schema: Schema, random: Random): unknown {
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return valueFor(random.of(choice), random)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.of(schema.enum)
  const type = Array.isArray(schema.type) ? random.of(schema.type) : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
          .map(([name, part]) => [name, valueFor(part, random)]),
      )
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.below(3) }, () =>
        valueFor(schema.items ?? {}, random),
      )
    case 'integer':
    case 'number': {
      const min = Math.max(schema.minimum ?? 0, -1_000_000)
      return min + random.below(Math.min(schema.maximum ?? 100, 1_000_000) - min + 1)
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      if (schema.format === 'uuid') return '01a1dd45-5f4d-7c1d-9793-21a9544e5180'
      return random.of([
        'A few words',
        'ann@example.com',
        '2026-05-01',
        '2026-05-01T12:00:00Z',
        'GB',
        'x',
        '10',
        ...hostileTexts,
      ])
  }
}

/** Another value somewhere inside. */
function bent(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length && random.chance(0.8)) {
    const at = random.below(value.length)
    return value.map((each, i) => (i === at ? bent(each, random) : each))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value)
    if (names.length && random.chance(0.85)) {
      const name = random.of(names)
      return { ...value, [name]: bent((value as Record<string, unknown>)[name], random) }
    }
    if (names.length && random.chance(0.5)) {
      const { [random.of(names)]: _, ...rest } = value as Record<string, unknown>
      return rest
    }
    return {
      ...value,
      [random.of(['id', 'websiteId', 'status', 'role', ...hostileTexts])]: random.of([
        ...hostileTexts,
        ...hostileValues,
      ]),
    }
  }
  return random.chance(0.6) ? random.of(hostileTexts) : random.of([...hostileValues, [value], { value }])
}

/** What can be a header is what the wire can carry. */
const headerSafe = (text: string) =>
  [...text].map((sign) => (sign.charCodeAt(0) > 255 || '\0\r\n'.includes(sign) ? '?' : sign)).join('')

const rawPath: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replace('/api', '//api'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/\/[^/]*$/, '/%2e%2e%2f%2e%2e%2fx'),
  (path) => path.replace(/\/[^/]*$/, '/%00'),
  (path) => path.replace(/\/[^/]*$/, '/%ff%fe'),
  (path) => path.replace(/\/[^/]*$/, '/%'),
  (path) => path.replace(/\/[^/]*$/, ';x=1/..;/y'),
  (path) => `${path}.css`,
  (path, random) => path.replace(/\/[^/]*$/, `/${encodeURIComponent(random.of(hostileTexts).toWellFormed())}`),
]

export type FuzzRequest = RouteInput & { path: string; method: string }

/** The request with one to three mutations. */
export function mutateRequest(input: FuzzRequest, random: Random): FuzzRequest {
  const made: FuzzRequest = { ...input, headers: { ...input.headers } }
  for (let left = 1 + random.below(3); left > 0; left--) mutateOnce(made, random)
  return made
}

function mutateOnce(made: FuzzRequest, random: Random): void {
  const isJson = made.body?.constructor === Object || Array.isArray(made.body)
  const ways: (() => void)[] = [
    () => {
      made.query = nastyQuery(made.query, random)
    },
    () => {
      const [name, value] = random.of(hostileHeaders)
      made.headers = { ...made.headers, [name]: headerSafe(value) }
    },
    () => {
      made.path = random.chance(0.5)
        ? random.of(rawPath)(made.path, random)
        : made.path.replace(/[^/]*$/, encodeURIComponent(random.of(hostileTexts).toWellFormed()))
    },
    () => {
      if (random.chance(0.5)) made.method = random.of(methods)
      else made.headers = { ...made.headers, 'content-type': random.of(contentTypes) }
    },
  ]
  if (isJson && random.chance(0.4)) made.body = bent(made.body, random)
  else if (isJson && random.chance(0.25)) {
    made.body = random.of(brokenJsonMakers)(JSON.stringify(made.body), random)
    made.headers = { 'content-type': 'application/json', ...made.headers }
  } else if (made.body instanceof FormData && random.chance(0.6)) bendForm(made.body, random)
  else random.of(ways)()
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function nastyQuery(query: RouteInput['query'], random: Random): RouteInput['query'] {
  if (typeof query === 'string' || random.chance(0.15))
    return random.of([`a=${'&a='.repeat(800)}`, '%', '%ff=%fe', '&&&==', '__proto__[x]=1', 'page=1&page=2&page=x'])
  const names = [...Object.keys(query ?? {}), 'page', 'size', 'q', 'sort', 'from', 'limit', 'website_id', 'token']
  return { ...query, [random.of(names)]: random.of(hostileTexts) }
}

function bendForm(form: FormData, random: Random): void {
  const names = [...form.keys(), 'extra', '__proto__']
  const name = random.of(names)
  const bend = random.of(['delete', 'append', 'set', 'set', 'set'] as const)
  if (bend === 'delete') form.delete(name)
  else form[bend](name, random.of(hostileTexts).toWellFormed())
}
