import { expect, test } from 'vitest'
import { showsCsv } from '#domain/tour/csv.ts'
import { ShowDraft } from '#domain/tour/draft.ts'

const show = ShowDraft.parse({
  date: '2026-05-01',
  time: '20:30',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  city: 'Berlin',
  country: 'DE',
  supportActs: ['Elin', 'Ann'],
})

test('writes one row for each show, with joined lists and missing values empty', () => {
  const [heads, line, ...rest] = showsCsv([show]).split('\r\n')
  expect(heads).toMatch(/^\ufeffdate,time,doorsTime,zone,city/)
  expect(line).toMatch(/^2026-05-01,20:30,,Europe\/Berlin,Berlin,DE,Lido,,,,,"Elin; Ann",/)
  expect(rest).toEqual([''])
})

test('escapes spreadsheet formulas in the export of shows', () => {
  expect(showsCsv([{ ...show, venue: '=HYPERLINK("x")' }])).toContain(`,DE,"'=HYPERLINK(""x"")",`)
})
