import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pager } from '#web/admin/ui/lists/pager.tsx'

test.each([
  [1, 120, '1–50 of 120'],
  [3, 120, '101–120 of 120'],
  [2, 50, '1–50 of 50'],
])('page %i of %i items, 50 per page, shows “%s”', (page, total, words) => {
  expect(
    renderToStaticMarkup(<Pager page={page} size={50} total={total} isPlaceholder={false} onChange={() => {}} />),
  ).toContain(words)
})

const pagerOf = (page: number, total: number) =>
  renderToStaticMarkup(
    <Pager
      page={page}
      size={10}
      total={total}
      max={{ pages: 3, words: 'Narrow it.' }}
      isPlaceholder={false}
      onChange={() => {}}
    />,
  )
const nextOf = (page: number, total: number) =>
  /<button[^>]*aria-label="Next page"[^>]*>/.exec(pagerOf(page, total))![0]

test('shows a hint on the last page that can be opened', () => {
  expect([pagerOf(2, 31).includes('Narrow it.'), nextOf(2, 31).includes('disabled=""')]).toEqual([false, false])
  expect([pagerOf(3, 31).includes('Narrow it.'), nextOf(3, 31).includes('disabled=""')]).toEqual([true, true])
  expect([pagerOf(3, 30).includes('Narrow it.'), nextOf(3, 30).includes('disabled=""')]).toEqual([false, true])
})

test('shows no pages for an empty list', () => {
  expect(pagerOf(4, 0)).toBe('')
})
