import { linkOptions } from '@tanstack/react-router'
import type { DashboardAnswer, ShowOnDashboard } from '#api/admin/dashboard.ts'
import { soonDays, ticketDays } from '#domain/tour/attention.ts'

type Somewhere = ReturnType<typeof places>[number]
/** What needs attention, in one sentence, and where it is solved. */
export type Matter = { id: string; sentence: string; link: Somewhere }

/** Only so that the types of all links are known in one place. */
const places = () => [
  toShow(''),
  linkOptions({ to: '/admin/tour' }),
  linkOptions({ to: '/admin/gallery' }),
  linkOptions({ to: '/admin/orders' }),
  toProduct(''),
  linkOptions({ to: '/admin/settings', search: {} }),
]
const toShow = (id: string) => linkOptions({ to: '/admin/tour/$id', params: { id } })
const toProduct = (id: string) => linkOptions({ to: '/admin/shop/$id', params: { id } })
const toSystem = linkOptions({ to: '/admin/settings', search: { tab: 'system' } })

/** A show by its place and day, as it stands in a sentence. */
const nameOf = ({ city, date }: ShowOnDashboard, locale: string) => {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `${city} on ${day.format(new Date(`${date}T00:00:00Z`))}`
}

/** The most pressing first. */
export function mattersOf({ attention }: Pick<DashboardAnswer, 'attention'>, locale: string): Matter[] {
  const { orders, missingFiles, withoutFiles, draftsSoon, withoutTickets, undescribedImages } = attention
  const { failedMails, failedJobs, closedShop, embedded } = attention
  const drafts = draftsSoon ?? { count: 0, first: [] }
  const ticketless = withoutTickets ?? { count: 0, first: [] }
  const moreDrafts = drafts.count - drafts.first.length
  const moreTicketless = ticketless.count - ticketless.first.length
  return [
    ...(closedShop ? [matter('closed-shop', closedShop, toSystem)] : []),
    ...(orders
      ? [
          matter(
            'orders',
            `${many(orders, 'order')} ${orders === 1 ? 'needs' : 'need'} your attention.`,
            linkOptions({ to: '/admin/orders', search: { attention: 'needed' } }),
          ),
        ]
      : []),
    ...missingFiles.map(({ productId, product, name }) =>
      matter(
        `file-${productId}-${name}`,
        `A buyer of ${product} could not get ${name}: it is not there any more. Upload it again.`,
        toProduct(productId),
      ),
    ),
    ...withoutFiles.map(({ productId, product, part }) =>
      matter(
        `without-files-${productId}-${part}`,
        part
          ? `${product} is on sale, but its part ${part} has no files. Upload them, or make it a draft.`
          : `${product} is on sale without files, so nobody can buy it. Upload them, or make it a draft.`,
        toProduct(productId),
      ),
    ),
    ...(failedMails ? [matter('mails', `${many(failedMails, 'mail')} could not be sent.`, toSystem)] : []),
    ...(failedJobs ? [matter('jobs', `${many(failedJobs, 'background job')} failed.`, toSystem)] : []),
    ...drafts.first.map((show) =>
      matter(`draft-${show.id}`, `${nameOf(show, locale)} is still a draft.`, toShow(show.id)),
    ),
    ...(moreDrafts
      ? [
          matter(
            'drafts',
            `${many(moreDrafts, 'more show')} within ${soonDays} days ${moreDrafts === 1 ? 'is a draft' : 'are drafts'}.`,
            linkOptions({ to: '/admin/tour', search: { status: 'draft', when: 'upcoming' } }),
          ),
        ]
      : []),
    ...ticketless.first.map((show) =>
      matter(`tickets-${show.id}`, `${nameOf(show, locale)} has no ticket link.`, toShow(show.id)),
    ),
    ...(moreTicketless
      ? [
          matter(
            'tickets',
            `${many(moreTicketless, 'more show')} within ${ticketDays} days ${moreTicketless === 1 ? 'has' : 'have'} no ticket link.`,
            linkOptions({ to: '/admin/tour', search: { status: 'upcoming', when: 'upcoming' } }),
          ),
        ]
      : []),
    ...(undescribedImages
      ? [
          matter(
            'images',
            `${many(undescribedImages, 'image')} in the gallery ${undescribedImages === 1 ? 'has' : 'have'} no description.`,
            linkOptions({ to: '/admin/gallery', search: { descriptions: 'missing' } }),
          ),
        ]
      : []),
    ...(embedded ? [matter('embedded', embedded, toSystem)] : []),
  ]
}

const matter = (id: string, sentence: string, link: Somewhere): Matter => ({ id, sentence, link })
const many = (count: number, thing: string) => (count === 1 ? `1 ${thing}` : `${count} ${thing}s`)
