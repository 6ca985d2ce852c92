import { linkOptions } from '@tanstack/react-router'
import type { DashboardAnswer, ShowOnDashboard } from '#api/admin/dashboard.ts'
import { draftSoonDays, ticketLinkDays } from '#domain/tour/needs-attention.ts'

type AdminLink = ReturnType<typeof adminLinks>[number]
/** Something to do, how many of it, and the link to where it is done. */
export type TodoItem = {
  id: string
  /** Stands in front of the words: `3` and `orders to pack`. Null for a sentence about one thing. */
  count: number | null
  words: string
  /** Names some of what is counted. */
  detail: string | null
  link: AdminLink
}

/** Only for its type: the union of all links. */
const adminLinks = () => [
  toShow(''),
  linkOptions({ to: '/admin/tour' }),
  linkOptions({ to: '/admin/gallery' }),
  linkOptions({ to: '/admin/orders' }),
  linkOptions({ to: '/admin/messages' }),
  linkOptions({ to: '/admin/shop/inventory' }),
  toProduct(''),
  linkOptions({ to: '/admin/settings', search: {} }),
]
const toShow = (id: string) => linkOptions({ to: '/admin/tour/$id', params: { id } })
const toProduct = (id: string) => linkOptions({ to: '/admin/shop/$id', params: { id } })
const toPeople = linkOptions({ to: '/admin/settings', search: { tab: 'people' } })
const toSystem = linkOptions({ to: '/admin/settings', search: { tab: 'system' } })

/** `Berlin on 10 May`. */
const nameOf = ({ city, date }: ShowOnDashboard, locale: string) => {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `${city} on ${day.format(new Date(`${date}T00:00:00Z`))}`
}

/** `2 May at 12:00 UTC`, as in the mail about it. */
function momentWords(at: string, locale: string): string {
  const day = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC', timeZoneName: 'short' }).format(new Date(at))
}

type Todo = Pick<DashboardAnswer, 'attention' | 'messages' | 'lowStock'>

/** The to-do list of the dashboard, most urgent first. */
export function todoItems({ attention, messages, lowStock }: Todo, locale: string): TodoItem[] {
  const { removals, closedShop, embedded, orders, ordersToPack, failedMails, failedJobs } = attention
  return [
    ...removals.map(({ userId, email, by, at }) =>
      sentenceItem(
        `removal-${userId}`,
        `${by} wants to remove the access of ${email}. It ends on ${momentWords(at, locale)}, unless ${email} keeps it.`,
        toPeople,
      ),
    ),
    ...(closedShop ? [sentenceItem('closed-shop', closedShop, toSystem)] : []),
    ...countedItem('to-pack', ordersToPack, ['order to pack', 'orders to pack'], {
      link: linkOptions({ to: '/admin/orders', search: { attention: 'to-pack' } }),
    }),
    ...countedItem('orders', orders, ['order needs your attention', 'orders need your attention'], {
      link: linkOptions({ to: '/admin/orders', search: { attention: 'needed' } }),
    }),
    ...countedItem('messages', messages.unread, ['unread message', 'unread messages'], {
      link: linkOptions({ to: '/admin/messages', search: { show: 'unread' } }),
    }),
    ...fileItems(attention),
    ...countedItem('mails', failedMails, ['mail could not be sent', 'mails could not be sent'], { link: toSystem }),
    ...countedItem('jobs', failedJobs, ['background job failed', 'background jobs failed'], { link: toSystem }),
    ...showItems(attention, locale),
    ...countedItem('stock', lowStock?.count, ['product with low stock', 'products with low stock'], {
      detail: lowStock?.first.map(({ name, variant }) => (variant ? `${name}, ${variant}` : name)),
      link: linkOptions({ to: '/admin/shop/inventory', search: { sort: 'left' } }),
    }),
    ...countedItem(
      'images',
      attention.undescribedImages,
      ['image in the gallery has no description', 'images in the gallery have no description'],
      { link: linkOptions({ to: '/admin/gallery', search: { descriptions: 'missing' } }) },
    ),
    ...(embedded ? [sentenceItem('embedded', embedded, toSystem)] : []),
  ]
}

const fileItems = ({ missingFiles, withoutFiles }: DashboardAnswer['attention']): TodoItem[] => [
  ...missingFiles.map(({ productId, product, name }) =>
    sentenceItem(
      `file-${productId}-${name}`,
      `A buyer of ${product} could not download ${name}, because the file is missing. Please upload it again.`,
      toProduct(productId),
    ),
  ),
  ...withoutFiles.map(({ productId, product, part }) =>
    sentenceItem(
      `without-files-${productId}-${part}`,
      part
        ? `${product} is published, but its part ${part} has no files. Upload files, or make it a draft.`
        : `${product} is published without files, so nobody can buy it. Upload files, or make it a draft.`,
      toProduct(productId),
    ),
  ),
]

/** One show is linked itself, several are linked as a list. */
function showItems({ draftsSoon, withoutTickets }: DashboardAnswer['attention'], locale: string): TodoItem[] {
  const about = (shows: typeof draftsSoon, list: AdminLink) => ({
    detail: shows?.first.map((show) => nameOf(show, locale)),
    link: shows?.count === 1 ? toShow(shows.first[0]!.id) : list,
  })
  return [
    ...countedItem(
      'drafts',
      draftsSoon?.count,
      [`show within ${draftSoonDays} days is still a draft`, `shows within ${draftSoonDays} days are still drafts`],
      about(draftsSoon, linkOptions({ to: '/admin/tour', search: { status: 'draft', when: 'upcoming' } })),
    ),
    ...countedItem(
      'tickets',
      withoutTickets?.count,
      [
        `show within ${ticketLinkDays} days has no ticket link`,
        `shows within ${ticketLinkDays} days have no ticket link`,
      ],
      about(withoutTickets, linkOptions({ to: '/admin/tour', search: { status: 'upcoming', when: 'upcoming' } })),
    ),
  ]
}

const sentenceItem = (id: string, words: string, link: AdminLink): TodoItem => ({
  id,
  count: null,
  words,
  detail: null,
  link,
})

type Counted = { link: AdminLink; detail?: string[] | undefined }

/** Nothing to do is no item. */
function countedItem(
  id: string,
  count: number | null | undefined,
  [one, several]: [string, string],
  { link, detail = [] }: Counted,
): TodoItem[] {
  if (!count) return []
  const more = count - detail.length
  const named = detail.length && more > 0 ? [...detail, `${more} more`] : detail
  return [{ id, count, words: count === 1 ? one : several, detail: named.join(' · ') || null, link }]
}
