import { expect, test } from 'vitest'
import type { AdminShow } from '#api/admin/tour.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { newShowValues, showDraftFrom, showValuesOf } from '#web/admin/tour/show-values.ts'

const zone = 'Europe/Berlin'
const written = {
  ...newShowValues(zone),
  date: '2027-06-01',
  country: 'DE',
  city: 'Berlin',
  venue: 'Lido',
}
const stored = (onSaleAt: string): AdminShow => ({
  ...ShowDraft.parse(showDraftFrom(written)),
  id: '019a0000-0000-7000-8000-000000000001',
  slug: '2027-06-01-berlin-lido',
  sequence: 3,
  updatedAt: '2026-05-01T12:00:00.000Z',
  onSaleAt,
})

test.each(['2026-10-25T01:30:00.000Z', '2026-05-01T08:00:27.500Z'])(
  'saving a show unchanged keeps its start of sale: %s',
  (onSaleAt) => {
    const { values } = showValuesOf(stored(onSaleAt))
    expect(ShowDraft.parse(showDraftFrom(values)).onSaleAt).toEqual(new Date(onSaleAt))
  },
)

test('a changed time or time zone changes the instant of the sale', () => {
  const { values } = showValuesOf(stored('2026-05-01T08:00:00.000Z'))
  const onSale = (changes: Partial<typeof values>) => ShowDraft.parse(showDraftFrom({ ...values, ...changes })).onSaleAt
  expect(onSale({ zone: 'Europe/London' })).toEqual(new Date('2026-05-01T09:00:00Z'))
  expect(onSale({ onSaleAt: '2026-05-01T11:00' })).toEqual(new Date('2026-05-01T09:00:00Z'))
  expect(onSale({ onSaleAt: '' })).toBeNull()
})

test.each(['202600-05-01T10:00', '20260-05-01T10:00', '0002-05-01T10:00'])(
  'rejects a start of sale with the year of %s',
  (onSaleAt) => {
    const { error } = ShowDraft.safeParse(showDraftFrom({ ...written, onSaleAt }))
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['onSaleAt'])
  },
)
