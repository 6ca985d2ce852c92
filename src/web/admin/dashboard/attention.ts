import { linkOptions } from '@tanstack/react-router'
import type { DashboardAnswer, ShowOnDashboard } from '#api/admin/dashboard.ts'
import { soonDays, ticketDays } from '#domain/tour/attention.ts'

type AdminLink = ReturnType<typeof adminLinks>[number]
/** A sentence about what needs attention, and the link to where it is solved. */
export type AttentionItem = { id: string; sentence: string; link: AdminLink }

/** Only for its type: the union of all links. */
const adminLinks = () => [
  toShow(''),
  linkOptions({ to: '/admin/tour' }),
  linkOptions({ to: '/admin/gallery' }),
  linkOptions({ to: '/admin/orders' }),
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

/** Most urgent first. */
export function attentionItems({ attention }: Pick<DashboardAnswer, 'attention'>, locale: string): AttentionItem[] {
  const { orders, missingFiles, withoutFiles, draftsSoon, withoutTickets, undescribedImages } = attention
  const { removals, failedMails, failedJobs, closedShop, embedded } = attention
  const drafts = draftsSoon ?? { count: 0, first: [] }
  const ticketless = withoutTickets ?? { count: 0, first: [] }
  const moreDrafts = drafts.count - drafts.first.length
  const moreTicketless = ticketless.count - ticketless.first.length
  return [
    ...removals.map(({ userId, email, by, at }) =>
      item(
        `removal-${userId}`,
        `${by} wants to remove the access of ${email}. It ends on ${momentWords(at, locale)}, unless ${email} keeps it.`,
        toPeople,
      ),
    ),
    ...(closedShop ? [item('closed-shop', closedShop, toSystem)] : []),
    ...(orders
      ? [
          item(
            'orders',
            `${many(orders, 'order')} ${orders === 1 ? 'needs' : 'need'} your attention.`,
            linkOptions({ to: '/admin/orders', search: { attention: 'needed' } }),
          ),
        ]
      : []),
    ...missingFiles.map(({ productId, product, name }) =>
      item(
        `file-${productId}-${name}`,
        `A buyer of ${product} could not download ${name}, because the file is missing. Please upload it again.`,
        toProduct(productId),
      ),
    ),
    ...withoutFiles.map(({ productId, product, part }) =>
      item(
        `without-files-${productId}-${part}`,
        part
          ? `${product} is published, but its part ${part} has no files. Upload files, or make it a draft.`
          : `${product} is published without files, so nobody can buy it. Upload files, or make it a draft.`,
        toProduct(productId),
      ),
    ),
    ...(failedMails ? [item('mails', `${many(failedMails, 'mail')} could not be sent.`, toSystem)] : []),
    ...(failedJobs ? [item('jobs', `${many(failedJobs, 'background job')} failed.`, toSystem)] : []),
    ...drafts.first.map((show) =>
      item(`draft-${show.id}`, `${nameOf(show, locale)} is still a draft.`, toShow(show.id)),
    ),
    ...(moreDrafts
      ? [
          item(
            'drafts',
            `${many(moreDrafts, 'more show')} within ${soonDays} days ${moreDrafts === 1 ? 'is a draft' : 'are drafts'}.`,
            linkOptions({ to: '/admin/tour', search: { status: 'draft', when: 'upcoming' } }),
          ),
        ]
      : []),
    ...ticketless.first.map((show) =>
      item(`tickets-${show.id}`, `${nameOf(show, locale)} has no ticket link.`, toShow(show.id)),
    ),
    ...(moreTicketless
      ? [
          item(
            'tickets',
            `${many(moreTicketless, 'more show')} within ${ticketDays} days ${moreTicketless === 1 ? 'has' : 'have'} no ticket link.`,
            linkOptions({ to: '/admin/tour', search: { status: 'upcoming', when: 'upcoming' } }),
          ),
        ]
      : []),
    ...(undescribedImages
      ? [
          item(
            'images',
            `${many(undescribedImages, 'image')} in the gallery ${undescribedImages === 1 ? 'has' : 'have'} no description.`,
            linkOptions({ to: '/admin/gallery', search: { descriptions: 'missing' } }),
          ),
        ]
      : []),
    ...(embedded ? [item('embedded', embedded, toSystem)] : []),
  ]
}

const item = (id: string, sentence: string, link: AdminLink): AttentionItem => ({ id, sentence, link })
const many = (count: number, thing: string) => (count === 1 ? `1 ${thing}` : `${count} ${thing}s`)
