import { z } from 'zod'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { maxAddressLengths, maxNameLength } from '#domain/checkout/address.ts'
import { contactLimits } from '#domain/contact/contact.ts'
import { fixedPartNames, schemaOfPart } from '#domain/site-editor/document.ts'
import { isLinkTarget } from '#domain/sites/navigation.ts'
import { sectionPageNames } from '#domain/sites/pages.ts'
import { markdownProblem, plainTextProblem } from '#domain/sites/text-problems.ts'
import { isWebAddress } from '#domain/ui/link.ts'
import { ChunkFields } from '#domain/uploads/chunk.ts'
import { sentPayloads } from '#tests/journeys/payloads.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  maxLength?: number
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
}
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Operation>> }

const isChoice = ({ enum: some, const: one }: Schema) => some !== undefined || one !== undefined
/** A schema without a type, for example a date, may be a text. */
const mayBeText = ({ type, properties, items, anyOf, oneOf, allOf }: Schema) =>
  type ? [type].flat().includes('string') : !(properties || items || anyOf || oneOf || allOf)

const partRoute = 'PUT /api/admin/site/draft/parts/'

/** Each text in what is sent, with its most characters: `venue`, `supportActs[]`, `address.city`. Forms and words of a list are none. */
function textsOf(schema: Schema, at = ''): [string, number][] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], format, pattern, maxLength } = schema
  const isFree = mayBeText(schema) && !format && !pattern && !isChoice(schema)
  return [
    ...(isFree ? [[at, maxLength ?? Number.POSITIVE_INFINITY] satisfies [string, number]] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => textsOf(each, at)),
    ...Object.entries(properties).flatMap(([name, each]) => textsOf(each, at ? `${at}.${name}` : name)),
    ...(items ? textsOf(items, `${at}[]`) : []),
  ]
}

/** In full: named parts of a schema would be references otherwise. */
const inputSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as Schema

/** Of the body of an edit, whose schema in the document is that of any part. */
const partTexts = ([...fixedPartNames, 'own-a'] as const).flatMap((part) =>
  textsOf(inputSchema(schemaOfPart(part)), 'value').map(([at, max]) => [`${partRoute}${part} ${at}`, max] as const),
)

const chunk = textsOf(inputSchema(ChunkFields))

/** Every text that a request may store: those of the OpenAPI document, and those of the form that brings files. */
function textFields({ paths }: Document): Map<string, number> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  const found = operations
    .filter(({ route }) => !route.startsWith('GET '))
    .flatMap(({ route, parameters = [], requestBody }) =>
      [
        ...parameters.filter((each) => each.in !== 'path').flatMap(({ name, schema }) => textsOf(schema, `?${name}`)),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => textsOf(schema)),
      ].map(([at, max]) => [`${route} ${at}`, max] as const),
    )
  return new Map([
    ...found,
    ...partTexts,
    ...chunk.map(([at, max]) => [`POST /api/upload/chunked ${at}`, max] as const),
  ])
}

const drafted = 'the draft of the POST, under the same rules'
const named = 'names something that is there; nothing of it is kept'
const day = 'a day, a time or a zone, or it is refused'
const picture = 'a picture that is there, or it is refused'
const lookedUpOnly = 'looked up or hashed, and never shown'

/** The reason why a text field is not tested, for a whole route or for one field. */
const untriedBecause: Record<string, string> = {
  'PUT /api/admin/shows/{id}': drafted,
  'PUT /api/admin/announcements/{id}': drafted,
  'PUT /api/admin/media/{id}': drafted,
  'PUT /api/admin/releases/{id}': drafted,
  'PUT /api/admin/awards/{id}': drafted,
  'PUT /api/admin/press/{id}': drafted,
  'POST /api/admin/releases released': day,
  'POST /api/admin/releases tracks[].duration': 'minutes and seconds, or it is refused',
  'POST /api/admin/releases cover': picture,
  'POST /api/admin/awards image': picture,
  'PUT /api/admin/settings region.locale': 'a language, or it is refused',
  'PUT /api/admin/settings region.zone': day,
  'PUT /api/admin/settings region.currency': 'a currency, or it is refused',
  'PUT /api/admin/settings mailingList.productionDomain': 'the name of a host, or it is refused',
  'PUT /api/admin/settings delivery[].countries[]': 'a country, or it is refused',
  [`${partRoute}theme`]: 'colours in six digits, or it is refused',
  [`${partRoute}branding`]: picture,
  ...Object.fromEntries(
    sectionPageNames
      .filter((page) => page !== 'home')
      .map((page) => [`${partRoute}sections-${page}`, 'sections as on the home page, under the same rules']),
  ),
  [`${partRoute}own-a value.address`]: 'words in lower case, or it is refused',
  'POST /api/admin/site/draft/schedule note': 'the note of the publication, under the same rules',
  'PUT /api/admin/products/{id}': drafted,
  'PUT /api/admin/categories/{id}': drafted,
  'POST /api/admin/shows date': day,
  'POST /api/admin/shows time': day,
  'POST /api/admin/shows doorsTime': day,
  'POST /api/admin/shows zone': day,
  'PUT /api/admin/gallery/{id} takenOn': day,
  'PUT /api/admin/settings ?x-confirmation': lookedUpOnly,
  'POST /api/admin/settings/history/{number}/{group}/restore': lookedUpOnly,
  'PUT /api/admin/settings contactEmail': 'an address of mail, as buyers give it',
  'POST /api/admin/pictures ?crop': 'four numbers, or it is refused',
  'POST /api/admin/pictures/{id}/replace': 'the name of a file, as in an upload',
  'POST /api/admin/media source': 'the address of a player that is known or of an own file',
  'POST /api/admin/site/texts/preview': 'nothing of it is kept',
  'POST /api/admin/site/texts/templates/{page}': 'nothing of it is kept',
  'POST /api/shop/quote': 'nothing of it is kept',
  'POST /api/shop/checkout country': 'a country, or it is refused',
  'POST /api/shop/checkout shippingOption': 'one of the site’s, or it is refused',
  'POST /api/shop/checkout humanCheck': 'a proof of work, checked and not kept',
  'PUT /api/admin/orders/{id}/tracking number': 'letters and digits, or it is refused',
  'POST /api/orders/find': named,
  'POST /api/orders/links': named,
  'POST /api/admin/customer-support/link': named,
  'POST /api/admin/customer-support/links': named,
  'POST /api/admin/customer-support/notes order': named,
  'POST /api/admin/customer-support/answers order': named,
  'POST /api/privacy/decrypt-order': named,
  'POST /api/privacy/decrypt-orders-batch': named,
  'POST /api/download-events': 'a link and words of a list; anything else is dropped',
  'POST /api/previews/plays referrer': 'only its host is kept',
  'POST /api/webhooks/stripe': 'signed by the payment service; what is kept of it are ids and sums',
  'POST /api/csp-reports': 'goes to the log, as JSON',
  'POST /api/privacy/exports': lookedUpOnly,
  'POST /api/admin/privacy/held': lookedUpOnly,
  'POST /api/admin/privacy/erasure': lookedUpOnly,
  'POST /api/auth/sign-in': lookedUpOnly,
  'POST /api/auth/challenge': lookedUpOnly,
  'POST /api/auth/recovery': lookedUpOnly,
  'POST /api/auth/forgot-password': lookedUpOnly,
  'POST /api/auth/reset-password': lookedUpOnly,
  'POST /api/auth/disown': lookedUpOnly,
  'POST /api/auth/sign-up': 'for who was invited: an address of mail, and a password that is hashed',
  'POST /api/auth/invitation': lookedUpOnly,
  'POST /api/auth/verify-email': lookedUpOnly,
  'POST /api/auth/confirmation': lookedUpOnly,
  'POST /api/auth/change-password': lookedUpOnly,
  'POST /api/auth/email-change ?x-confirmation': lookedUpOnly,
  'POST /api/auth/email-change email': 'an address of mail, as buyers give it',
  'POST /api/auth/email-change/confirm': lookedUpOnly,
  'POST /api/auth/factors': lookedUpOnly,
  'POST /api/auth/factors/disable': lookedUpOnly,
  'POST /api/auth/factors/{id}/verify': lookedUpOnly,
  'POST /api/access/keep': lookedUpOnly,
  'POST /api/access ?x-confirmation': lookedUpOnly,
  'POST /api/access/{userId}/keep': lookedUpOnly,
  'DELETE /api/access/{userId}': lookedUpOnly,
  'POST /api/access email': 'an address of mail, as buyers give it',
  'POST /functions/v1/contact-form turnstileToken': lookedUpOnly,
  'POST /functions/v1/contact-form contactEmail': 'not read',
  'POST /functions/v1/contact-form websiteId': named,
}

const fits = (max: number) => (payload: string) => payload.length <= max
export const isEmailLocalPart = (payload: string) => !/[<>]/.test(payload) && !emailProblem(asEmail(payload))
export const asEmail = (payload: string) => cleanEmail(`${payload}@example.com`)
export const asLink = (payload: string) => `https://links.example/?${payload}`
export const isLink = (payload: string) => isWebAddress(asLink(payload))

const isPartPicture = (field: string) => field.startsWith(partRoute) && /\.(image|portrait)$/.test(field)

/** What a text of the site may be: no HTML, no control characters. */
export const isPlainTextPayload = (payload: string) => !plainTextProblem(payload)
export const isPlainMarkdown = (payload: string) => !markdownProblem(payload)
/** As the target of a link, which may lead anywhere on the web. */
export const isTargetLink = (payload: string) => isLinkTarget(asLink(payload))

/** Where a rule lets through less than the length in the document would. */
const onlySome: Record<string, (payload: string) => boolean> = {
  'POST /api/admin/shows bookingLink': isLink,
  'POST /api/admin/shows imageUrl': isLink,
  'POST /api/admin/announcements linkUrl': isLink,
  'POST /api/admin/media posterUrl': isLink,
  'POST /api/admin/products images[].imageUrl': isLink,
  'PUT /api/admin/settings social[].link': isLink,
  'POST /api/shop/checkout email': isEmailLocalPart,
  'POST /api/shop/checkout name': fits(maxNameLength),
  'POST /api/shop/checkout address.city': fits(maxAddressLengths.city),
  'POST /api/shop/checkout address.region': fits(maxAddressLengths.region),
  'POST /api/shop/checkout address.postcode': fits(maxAddressLengths.postcode),
  'POST /functions/v1/contact-form name': fits(contactLimits.name.max),
  'POST /functions/v1/contact-form email': isEmailLocalPart,
}

/** Texts of the site editor obey one rule each: that of a link, of Markdown or of plain text. */
function ruleOf(field: string): ((payload: string) => boolean) | undefined {
  if (onlySome[field]) return onlySome[field]
  if (/ links\[\]\.address$|\.target$|\/press link$/.test(field)) return isTargetLink
  if (/ value\.(markdown|sections\[\]\.text)$/.test(field)) return isPlainMarkdown
  const isOfSite = field.startsWith(partRoute) || /^POST \/api\/admin\/(releases|awards|press) /.test(field)
  return isOfSite || plainSettings.test(field) ? isPlainTextPayload : undefined
}
const plainSettings = /^PUT \/api\/admin\/settings (social\[\]\.label|mailingList\.|delivery\[\]\.name)/

const sentTo = (field: string) => field.slice(0, field.lastIndexOf(' '))
const inOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Each text of a body, under the name that its field has above. */
function textsIn(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]]
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, `${at}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, at ? `${at}.${name}` : name))
}

export type Tally = ReturnType<typeof createPayloadTally>

/** Tracks which payloads each field has accepted, and which it should have. */
export function createPayloadTally(document: Document) {
  const fields = textFields(document)
  const tried = new Map<string, Set<string>>()
  const shapes = Object.keys(document.paths).map((path) => ({
    path,
    shape: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const routeOf = (pathname: string) =>
    document.paths[pathname] || `PUT ${pathname}`.startsWith(partRoute)
      ? pathname
      : shapes.find(({ shape }) => shape.test(pathname))?.path
  const isExcused = (field: string) =>
    field in untriedBecause || sentTo(field) in untriedBecause || isPartPicture(field)

  return {
    /** What was sent and taken. */
    note(method: string, address: string, body: unknown): void {
      const { pathname, searchParams } = new URL(address, 'http://localhost')
      const lookedUpOnly = [...searchParams].map(([name, text]) => [`?${name}`, text] as const)
      for (const [at, text] of [...lookedUpOnly, ...textsIn(body)]) {
        const field = `${method} ${routeOf(pathname)} ${at}`
        const line = inOneLine(text)
        const seen = tried.get(field) ?? new Set()
        for (const payload of sentPayloads) if (line.includes(inOneLine(payload))) seen.add(payload)
        tried.set(field, seen)
      }
    },
    fields: [...fields.keys()],
    /** Fields that were to get more than they got, and reasons for fields that are not there. */
    problems(): string[] {
      const short = [...fields]
        .filter(([field]) => !isExcused(field))
        .map(([field, max]) => {
          const rule = ruleOf(field)
          const wanted = sentPayloads.filter(
            (payload) => (onlySome[field] || fits(max)(payload)) && (rule?.(payload) ?? true),
          )
          const missing = wanted.filter((payload) => !tried.get(field)?.has(payload))
          return { field, missing, wanted }
        })
        .filter(({ missing, wanted }) => missing.length || !wanted.length)
        .map(({ field, missing, wanted }) => `${field}: ${missing.length} of ${wanted.length} not tried`)
      const known = new Set([...fields.keys(), ...[...fields.keys()].map(sentTo)])
      const stale = [...Object.keys(untriedBecause), ...Object.keys(onlySome)].filter((each) => !known.has(each))
      return [...short, ...stale.map((each) => `${each}: there is no such field`)]
    },
  }
}
