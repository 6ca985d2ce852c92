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

/** For spreadsheets: UTF-8 with a mark that says so, lines that end as RFC 4180 wants them. */
export function showsCsv(shows: readonly Pick<ShowDraft, (typeof columns)[number]>[]): string {
  const rows = shows.map((show) => columns.map((column) => cell(show[column])))
  return `\ufeff${[columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`
}

/** A spreadsheet would run what begins like a formula; an apostrophe before it makes it text. */
function cell(value: string | Date | readonly string[] | null): string {
  const text =
    value === null
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : typeof value === 'string'
          ? value
          : value.join('; ')
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
