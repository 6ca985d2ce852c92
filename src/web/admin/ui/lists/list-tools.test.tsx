import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { activityList } from '#domain/activity/activity-list.ts'
import { orderList } from '#domain/orders/order-list.ts'
import { ListTools } from '#web/admin/ui/lists/list-tools.tsx'
import { countActiveFilters } from '#web/admin/ui/lists/use-list-screen.ts'

describe('list filters on a phone', () => {
  const markup = (inUse: number) =>
    renderToStaticMarkup(
      <ListTools filters={<select aria-label="Status" />} inUse={inUse}>
        <input type="search" />
      </ListTools>,
    )

  test('the filters of a list are behind one button, and the search box is not', () => {
    const [, search, filters] = /^<search[^>]*>(.*?)<button(.*)$/.exec(markup(0))!
    expect(search).toContain('type="search"')
    expect(filters).toMatch(/^[^>]*aria-expanded="false"[^>]* sm:hidden"/)
    expect(filters).toMatch(/<div [^>]*class="[^"]*max-sm:hidden[^"]*"><select/)
    expect(filters).not.toContain('in use')
  })

  test('the button says how many filters are in use', () => {
    expect(markup(2).replaceAll(/<[^>]*>/g, '')).toContain('Filters2 in use')
  })
})

test('does not count text in a search box as a filter in use', () => {
  expect(
    countActiveFilters(orderList, { q: 'tee', buyer: 'a', name: 'b', status: 'paid', from: '2026-05-01', page: 2 }),
  ).toBe(2)
  expect(countActiveFilters(activityList, { q: 'tee' })).toBe(0)
})
