import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TabBar, tabIndexForKey } from '#web/ui/tab-bar.tsx'

const tabs = [
  { id: 'shows' as const, label: 'Shows', count: 24, panel: 'All shows' },
  { id: 'press' as const, label: 'Press', panel: 'All quotes' },
]

test('renders the selected panel, tabs and a dropdown', () => {
  const page = renderToStaticMarkup(<TabBar label="Part" tabs={tabs} value="press" onChange={() => {}} />)
  expect(page).toContain('All quotes')
  expect(page).not.toContain('All shows')
  expect(page).toMatch(/role="tab"[^>]*aria-selected="true"[^>]*tabindex="0"[^>]*>Press/)
  expect(page).toMatch(/role="tab"[^>]*aria-selected="false"[^>]*tabindex="-1"[^>]*>Shows/)
  expect(page).toContain('<option value="press" selected="">Press</option>')
  expect(page).toContain('<option value="shows">Shows (24)</option>')
})

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Tab', 1, null],
])('%s on tab %i of three leads to %s', (key, at, to) => {
  expect(tabIndexForKey(key, at, 3)).toBe(to)
})
