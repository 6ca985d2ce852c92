import { expect, test } from 'vitest'
import type { DashboardAnswer, ShowOnDashboard } from '#api/admin/dashboard.ts'
import { todoItems } from '#web/admin/dashboard/todo.ts'

const nothing: DashboardAnswer['attention'] = {
  removals: [],
  orders: 0,
  ordersToPack: 0,
  draftsSoon: { count: 0, first: [] },
  withoutTickets: { count: 0, first: [] },
  undescribedImages: 0,
  missingFiles: [],
  withoutFiles: [],
  failedMails: 0,
  failedJobs: 0,
  closedShop: null,
  embedded: null,
}
const show = (id: string, city = 'Berlin'): ShowOnDashboard => ({
  id,
  city,
  date: '2026-05-10',
  time: null,
  zone: 'Europe/Berlin',
  venue: 'Lido',
  country: 'DE',
  availability: 'scheduled',
})
const itemsFor = (
  attention: Partial<typeof nothing>,
  { unread = 0, lowStock = null }: { unread?: number; lowStock?: DashboardAnswer['lowStock'] } = {},
) => todoItems({ attention: { ...nothing, ...attention }, messages: { unread, newest: [] }, lowStock }, 'en-GB')

test('the to-do list of the dashboard is empty when there is nothing to do', () => {
  expect(itemsFor({})).toEqual([])
  const off = { orders: null, ordersToPack: null, draftsSoon: null, withoutTickets: null, undescribedImages: null }
  expect(itemsFor(off)).toEqual([])
})

test('the to-do list of the dashboard names a pending removal of access first', () => {
  const removal = { userId: 'u', email: 'ada@example.com', by: 'eve@example.com', at: '2026-05-02T12:00:00.000Z' }
  const [first] = itemsFor({ removals: [removal], closedShop: 'Your shop is not open.' })
  expect(first).toMatchObject({ count: null, link: { to: '/admin/settings', search: { tab: 'people' } } })
  expect(first!.words).toMatch(
    /^eve@example.com wants to remove the access of ada@example.com. It ends on 2 May.* 12:00 UTC, unless ada@example.com keeps it.$/,
  )
})

test('the to-do list of the dashboard has a count and a link for each task, most urgent first', () => {
  const items = itemsFor(
    {
      orders: 2,
      ordersToPack: 3,
      draftsSoon: { count: 3, first: [show('a'), show('b', 'Kiel')] },
      withoutTickets: { count: 1, first: [show('c')] },
      undescribedImages: 1,
      missingFiles: [{ productId: 'p', product: 'Low Water', name: 'Tide.mp3' }],
      withoutFiles: [
        { productId: 'q', product: 'Slack Water', part: null },
        { productId: 'r', product: 'Box', part: 'Low Water' },
      ],
      failedMails: 2,
      failedJobs: 1,
      closedShop: 'Your shop is not open.',
      embedded: 'This is production.',
    },
    {
      unread: 1,
      lowStock: { count: 2, counted: 9, first: [{ id: 's', name: 'Tee', variant: 'M', left: 1 }] },
    },
  )
  expect(items.map(({ count, words, link: { to } }) => [count, words, to])).toEqual([
    [null, 'Your shop is not open.', '/admin/settings'],
    [3, 'orders to pack', '/admin/orders'],
    [2, 'orders need your attention', '/admin/orders'],
    [1, 'unread message', '/admin/messages'],
    [
      null,
      'A buyer of Low Water could not download Tide.mp3, because the file is missing. Please upload it again.',
      '/admin/shop/$id',
    ],
    [
      null,
      'Slack Water is published without files, so nobody can buy it. Upload files, or make it a draft.',
      '/admin/shop/$id',
    ],
    [
      null,
      'Box is published, but its part Low Water has no files. Upload files, or make it a draft.',
      '/admin/shop/$id',
    ],
    [2, 'mails could not be sent', '/admin/settings'],
    [1, 'background job failed', '/admin/settings'],
    [3, 'shows within 14 days are still drafts', '/admin/tour'],
    [1, 'show within 60 days has no ticket link', '/admin/tour/$id'],
    [2, 'products with low stock', '/admin/shop/inventory'],
    [1, 'image in the gallery has no description', '/admin/gallery'],
    [null, 'This is production.', '/admin/settings'],
  ])
  const of = (id: string) => items.find((each) => each.id === id)!
  expect(of('drafts').detail).toBe('Berlin on 10 May · Kiel on 10 May · 1 more')
  expect(of('tickets')).toMatchObject({ detail: 'Berlin on 10 May', link: { params: { id: 'c' } } })
  expect(of('stock').detail).toBe('Tee, M · 1 more')
  expect(of('to-pack').link).toMatchObject({ search: { attention: 'to-pack' } })
  expect(of('messages').link).toMatchObject({ search: { show: 'unread' } })
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
})
