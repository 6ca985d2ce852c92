import { expect, test } from 'vitest'
import { csvFile } from '#domain/csv.ts'

test('a CSV file starts with a byte order mark and ends each row with CRLF', () => {
  const rows = [
    ['city', 'venue'],
    ['Köln', ''],
  ]
  expect(csvFile(rows)).toBe('\ufeffcity,venue\r\nKöln,\r\n')
})

test.each([
  ['Say "hi", all', '"Say ""hi"", all"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+49 30', "'+49 30"],
  ['-1', "'-1"],
  ['@here', "'@here"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['＝1', "'＝1"],
  ['Ann;=1+1', `"Ann;'=1+1"`],
  ['Ann\n @x', `"Ann\n '@x"`],
  ['Ann; "-1"', `"Ann; ""'-1"""`],
  ['Flat 1; left - right', '"Flat 1; left - right"'],
])('the value %j is written as %j', (text, written) => {
  expect(csvFile([[text]])).toBe(`\ufeff${written}\r\n`)
})
