import { csvFile } from '#domain/csv.ts'
import type { ShowDraft } from '#domain/tour/draft.ts'

const columns = [
  'date',
  'time',
  'doorsTime',
  'zone',
  'city',
  'country',
  'venue',
  'address',
  'postCode',
  'countyRegion',
  'eventType',
  'supportActs',
  'bookingLink',
  'onSaleAt',
  'priceNotes',
  'venueNotes',
  'additionalInfo',
  'tags',
  'status',
  'availability',
] as const satisfies readonly (keyof ShowDraft)[]

export const showsCsv = (shows: readonly Pick<ShowDraft, (typeof columns)[number]>[]): string =>
  csvFile([columns, ...shows.map((show) => columns.map((column) => cellText(show[column])))])

function cellText(value: string | Date | readonly string[] | null): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : value.join('; ')
}
