import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table } from '#web/admin/ui/table.tsx'

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
