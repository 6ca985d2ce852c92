import { expect, test } from 'vitest'
import { normalizePostcode } from '#domain/checkout/address-formats.ts'
import { isCountry } from '#domain/countries.ts'
import { cropParamSchema } from '#domain/images/crop.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { TrackingDraft } from '#domain/orders/drafts.ts'
import { imageSchema, releaseSchema } from '#domain/sites/content-schema.ts'
import { mailingListSchema, siteSchema, themeSchema } from '#domain/sites/schema.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { countriesWithPostcodes } from '#tests/fixtures/domain/checkout.ts'
import { payloads, sentPayloads } from '#tests/journeys/payloads.ts'
import { createPayloadTally, type Document, isPlainTextPayload } from '#tests/journeys/text-fields.ts'

const note = { type: 'string', maxLength: 40 }
const body = { type: 'object', properties: { lines: { type: 'array', items: { anyOf: [note, { type: 'null' }] } } } }
const document: Document = {
  paths: { '/api/walls/{id}': { put: { requestBody: { content: { 'application/json': { schema: body } } } } } },
}
const fitting = sentPayloads.filter(({ length }) => length <= 40)
const field = 'PUT /api/walls/{id} lines[]'

test('reports a text field that was not tried with every payload', () => {
  const tally = createPayloadTally(document)
  expect(tally.problems()).toContain(`${field}: ${fitting.length} of ${fitting.length} not tried`)
  tally.note('PUT', '/api/walls/7', { lines: fitting.slice(1) })
  expect(tally.problems()).toContain(`${field}: 1 of ${fitting.length} not tried`)
  tally.note('PUT', '/api/walls/7', { lines: [fitting[0]] })
  expect(tally.problems().filter((each) => each.startsWith(field))).toEqual([])
})

test('reports a text of the site document that was not tried', () => {
  const tally = createPayloadTally(document)
  const name = 'PUT /api/admin/site/draft/parts/identity value.name'
  const target = 'PUT /api/admin/site/draft/parts/navigation value.main[].target'
  for (const field of [name, target]) expect(tally.problems().join()).toContain(`${field}: `)
  const plain = sentPayloads.filter(isPlainTextPayload).join(' ')
  tally.note('PUT', '/api/admin/site/draft/parts/identity', { value: { name: plain } })
  expect(tally.problems().filter((each) => each.startsWith(name))).toEqual([])
})

test('reports a listed text field that does not exist', () => {
  expect(createPayloadTally(document).problems()).toContain('POST /api/access email: there is no such field')
})

const { date, time, doorsTime, zone } = ShowDraft.shape
const { source } = MediaDraft.shape
const { number } = TrackingDraft.shape

const { released, tracks } = releaseSchema.shape
const { duration } = tracks.element.shape
const region = siteSchema.pick({ locale: true, currency: true }).shape
const colour = themeSchema.shape.light.shape.colours.shape.primary.shape[600]
const ofSite = {
  released,
  duration,
  image: imageSchema,
  productionDomain: mailingListSchema.shape.productionDomain,
  colour,
  ...region,
}

test.each(Object.entries({ date, time, doorsTime, zone, source, number, crop: cropParamSchema, ...ofSite }))(
  'no payload is a valid %s',
  (_, rule) => expect(payloads.filter((text) => rule.safeParse(text).success)).toEqual([]),
)

test('no payload is a valid country, or a valid postcode where postcodes are known', () => {
  expect(payloads.filter(isCountry)).toEqual([])
  expect(
    countriesWithPostcodes.flatMap((country) => payloads.filter((text) => normalizePostcode(country, text) !== null)),
  ).toEqual([])
})
