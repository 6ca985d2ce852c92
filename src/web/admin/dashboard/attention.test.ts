import { expect, test } from 'vitest'
import type { DashboardAnswer, ShowOnDashboard } from '#api/admin/dashboard.ts'
import { attentionItems } from '#web/admin/dashboard/attention.ts'

const nothing: DashboardAnswer['attention'] = {
  removals: [],
  orders: 0,
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
const show = (id: string): ShowOnDashboard => ({
  id,
  date: '2026-05-10',
  time: null,
  zone: 'Europe/Berlin',
  city: 'Berlin',
  venue: 'Lido',
  country: 'DE',
  availability: 'scheduled',
})
const itemsFor = (attention: Partial<typeof nothing>) =>
  attentionItems({ attention: { ...nothing, ...attention } }, 'en-GB')

test('returns nothing when nothing needs attention', () => {
  expect(itemsFor({})).toEqual([])
  expect(itemsFor({ orders: null, draftsSoon: null, withoutTickets: null, undescribedImages: null })).toEqual([])
})

test('names a pending removal of access first', () => {
  const removal = { userId: 'u', email: 'ada@example.com', by: 'eve@example.com', at: '2026-05-02T12:00:00.000Z' }
  const [first] = itemsFor({ removals: [removal], closedShop: 'Your shop is not open.' })
  expect(first).toMatchObject({ link: { to: '/admin/settings', search: { tab: 'people' } } })
  expect(first!.sentence).toMatch(
    /^eve@example.com wants to remove the access of ada@example.com. It ends on 2 May.* 12:00 UTC, unless ada@example.com keeps it.$/,
  )
})

test('returns a text with a link for each item that needs attention, most urgent first', () => {
  const matters = itemsFor({
    orders: 2,
    draftsSoon: { count: 3, first: [show('a'), show('b')] },
    withoutTickets: { count: 3, first: [show('c')] },
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
  })
  expect(matters.map(({ sentence, link: { to } }) => [sentence, to])).toEqual([
    ['Your shop is not open.', '/admin/settings'],
    ['2 orders need your attention.', '/admin/orders'],
    [
      'A buyer of Low Water could not download Tide.mp3, because the file is missing. Please upload it again.',
      '/admin/shop/$id',
    ],
    [
      'Slack Water is published without files, so nobody can buy it. Upload files, or make it a draft.',
      '/admin/shop/$id',
    ],
    ['Box is published, but its part Low Water has no files. Upload files, or make it a draft.', '/admin/shop/$id'],
    ['2 mails could not be sent.', '/admin/settings'],
    ['1 background job failed.', '/admin/settings'],
    ['Berlin on 10 May is still a draft.', '/admin/tour/$id'],
    ['Berlin on 10 May is still a draft.', '/admin/tour/$id'],
    ['1 more show within 14 days is a draft.', '/admin/tour'],
    ['Berlin on 10 May has no ticket link.', '/admin/tour/$id'],
    ['2 more shows within 60 days have no ticket link.', '/admin/tour'],
    ['1 image in the gallery has no description.', '/admin/gallery'],
    ['This is production.', '/admin/settings'],
  ])
  expect(matters[7]!.link).toMatchObject({ params: { id: 'a' } })
  expect(new Set(matters.map(({ id }) => id)).size).toBe(matters.length)
})
