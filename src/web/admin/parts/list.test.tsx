import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pager } from '#web/admin/parts/list.tsx'

test.each([
  [1, 120, '1–50 of 120'],
  [3, 120, '101–120 of 120'],
  [2, 50, '1–50 of 50'],
  [4, 0, 'Nothing found'],
])('on page %i of %i, 50 to a page, it says %s', (page, total, words) => {
  expect(renderToStaticMarkup(<Pager page={page} size={50} total={total} onChange={() => {}} />)).toContain(words)
})
