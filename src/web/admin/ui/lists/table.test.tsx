import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { phoneCellPlaces, Table } from '#web/admin/ui/lists/table.tsx'

const columns = [
  { head: 'City', sort: 'city', cell: (city: string) => city },
  { head: 'Length', cell: (city: string) => city.length },
]
const markup = (props: object) =>
  renderToStaticMarkup(<Table caption="Cities" columns={columns} rows={['Kiel']} keyOf={(city) => city} {...props} />)

test('on a phone the table head is hidden and a select offers the sort order', () => {
  const page = markup({ order: { by: 'city', direction: 'up' }, onOrder: () => {} })
  expect(page).toMatch(/<thead[^>]*class="max-sm:hidden"/)
  expect(page).toMatch(/<select[^>]*aria-label="Sort by"/)
  expect(page).toContain('>Sort by: City</option>')
  expect(page).not.toContain('Sort by: Length')
})

test('a table without sorting or selection has no toolbar', () => {
  expect(markup({})).toMatch(/^<table/)
})

test('on a phone a row has its title and one number in the first line, and the rest in the second', () => {
  expect(phoneCellPlaces([{}, {}, { end: true }])).toEqual(['title', 'line', 'end'])
})

test('on a phone several numbers have their headings beside them', () => {
  expect(phoneCellPlaces([{}, { end: true }, { end: true }])).toEqual(['title', 'labelled', 'labelled'])
})

test('shows the mark of a row after its title, on a phone after its second line', () => {
  const page = markup({ mark: (city: string) => <b>{city}</b> })
  const marks = [...page.matchAll(/<span class="([^"]*)"><b>Kiel<\/b>/g)].map(([, classes]) => classes!.split(' '))
  expect(marks.map((classes) => [classes.includes('max-sm:hidden'), classes.includes('sm:hidden')])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('a column can set its place in the phone layout of a row', () => {
  const places = phoneCellPlaces([{ phone: 'line' }, { phone: 'title' }, { phone: 'hidden' }, { end: true }])
  expect(places).toEqual(['line', 'title', 'hidden', 'end'])
})

test('on a phone the mark stands beside what is below the title', () => {
  const [city, length] = columns
  const below = { ...city!, below: (name: string) => <i>near {name}</i> }
  const page = markup({ columns: [below, length!], mark: (name: string) => <b>{name}</b> })
  expect(page).toMatch(/<i>near Kiel<\/i> <span class="[^"]* sm:hidden"><b>Kiel<\/b>/)
  expect(page.match(/<b>Kiel<\/b>/g)).toHaveLength(2)
})
