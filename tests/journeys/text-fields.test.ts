import { expect, test } from 'vitest'
import { postcodeOf } from '#domain/checkout/address-formats.ts'
import { isCountry } from '#domain/countries.ts'
import { CropText } from '#domain/images/crop.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { TrackingDraft } from '#domain/orders/drafts.ts'
import { imageSchema, releaseSchema } from '#domain/sites/content-schema.ts'
import { mailingListSchema, siteSchema, themeSchema } from '#domain/sites/schema.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { countriesWithPostcodes } from '#tests/fixtures/domain/checkout.ts'
import { payloads, sent } from '#tests/journeys/payloads.ts'
import { type Document, isPlain, openTally } from '#tests/journeys/text-fields.ts'

const note = { type: 'string', maxLength: 40 }
const body = { type: 'object', properties: { lines: { type: 'array', items: { anyOf: [note, { type: 'null' }] } } } }
const document: Document = {
  paths: { '/api/walls/{id}': { put: { requestBody: { content: { 'application/json': { schema: body } } } } } },
}
const fitting = sent.filter(({ length }) => length <= 40)
const field = 'PUT /api/walls/{id} lines[]'

test('reports a text field that was not tried with every payload', () => {
  const tally = openTally(document)
  expect(tally.problems()).toContain(`${field}: ${fitting.length} of ${fitting.length} not tried`)
  tally.note('PUT', '/api/walls/7', { lines: fitting.slice(1) })
  expect(tally.problems()).toContain(`${field}: 1 of ${fitting.length} not tried`)
  tally.note('PUT', '/api/walls/7', { lines: [fitting[0]] })
  expect(tally.problems().filter((each) => each.startsWith(field))).toEqual([])
})

test('reports a text of the site document that was not tried', () => {
  const tally = openTally(document)
  const name = 'PUT /api/admin/site/draft/parts/identity value.name'
  const target = 'PUT /api/admin/site/draft/parts/navigation value.main[].target'
  for (const field of [name, target]) expect(tally.problems().join()).toContain(`${field}: `)
  const plain = sent.filter(isPlain).join(' ')
  tally.note('PUT', '/api/admin/site/draft/parts/identity', { value: { name: plain } })
  expect(tally.problems().filter((each) => each.startsWith(name))).toEqual([])
})

test('reports a listed text field that does not exist', () => {
  expect(openTally(document).problems()).toContain('POST /api/access email: there is no such field')
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

test.each(Object.entries({ date, time, doorsTime, zone, source, number, crop: CropText, ...ofSite }))(
  'no payload is a valid %s',
  (_, rule) => expect(payloads.filter((text) => rule.safeParse(text).success)).toEqual([]),
)

test('no payload is a valid country, or a valid postcode where postcodes are known', () => {
  expect(payloads.filter(isCountry)).toEqual([])
  expect(
    countriesWithPostcodes.flatMap((country) => payloads.filter((text) => postcodeOf(country, text) !== null)),
  ).toEqual([])
})
