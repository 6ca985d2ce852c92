import { expect, test } from 'vitest'
import { postcodeOf } from '#domain/checkout/address-formats.ts'
import { isCountry } from '#domain/countries.ts'
import { CropText } from '#domain/images/crop.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { TrackingDraft } from '#domain/orders/drafts.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { countriesWithPostcodes } from '#tests/fixtures/domain/checkout.ts'
import { payloads, sent } from '#tests/journeys/payloads.ts'
import { type Document, openTally } from '#tests/journeys/text-fields.ts'

const note = { type: 'string', maxLength: 40 }
const body = { type: 'object', properties: { lines: { type: 'array', items: { anyOf: [note, { type: 'null' }] } } } }
const document: Document = {
  paths: { '/api/walls/{id}': { put: { requestBody: { content: { 'application/json': { schema: body } } } } } },
}
const fitting = sent.filter(({ length }) => length <= 40)
const field = 'PUT /api/walls/{id} lines[]'

test('names a text field without payloads, and one with only some', () => {
  const tally = openTally(document)
  expect(tally.problems()).toContain(`${field}: ${fitting.length} of ${fitting.length} not tried`)
  tally.note('PUT', '/api/walls/7', { lines: fitting.slice(1) })
  expect(tally.problems()).toContain(`${field}: 1 of ${fitting.length} not tried`)
  tally.note('PUT', '/api/walls/7', { lines: [fitting[0]] })
  expect(tally.problems().filter((each) => each.startsWith(field))).toEqual([])
})

test('names a reason for a missing text field', () => {
  expect(openTally(document).problems()).toContain('POST /api/access email: there is no such field')
})

const { date, time, doorsTime, zone } = ShowDraft.shape
const { source } = MediaDraft.shape
const { number } = TrackingDraft.shape

test.each(Object.entries({ date, time, doorsTime, zone, source, number, crop: CropText }))(
  'no payload can be a %s',
  (_, rule) => expect(payloads.filter((text) => rule.safeParse(text).success)).toEqual([]),
)

test('no payload can be a country, or a postcode of a country whose postcodes are known', () => {
  expect(payloads.filter(isCountry)).toEqual([])
  expect(
    countriesWithPostcodes.flatMap((country) => payloads.filter((text) => postcodeOf(country, text) !== null)),
  ).toEqual([])
})
