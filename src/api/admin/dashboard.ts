import { Hono } from 'hono'
import { z } from 'zod'
import { ownPages } from '#api/accounts/own-pages.ts'
import { ListedMessageAnswer, presentMessage } from '#api/admin/messages.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, may } from '#api/guards.ts'
import { closedShop } from '#api/site/site.ts'
import { daysBefore, lastDays as lastDaysOf, todayIn } from '#domain/analytics/days.ts'
import { funnelOf, stepsByDay } from '#domain/analytics/figures.ts'
import { comparedDays, comparedPeriods, lastDays } from '#domain/orders/periods.ts'
import { embeddedWarning } from '#domain/sites/equipment.ts'
import { hasGallery, hasShop, hasTour, takesCards } from '#domain/sites/features.ts'
import { availabilities } from '#domain/tour/show.ts'
import { sumsOf } from '#server/analytics/sums.ts'
import { countUnread, listMessages } from '#server/contact/messages.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { missingFiles } from '#server/downloads/missing.ts'
import { countUndescribed } from '#server/gallery/attention.ts'
import { countJobs } from '#server/jobs/health.ts'
import { countMails } from '#server/mail/retry.ts'
import { countOrdersInNeed, takingsByDay, takingsOf } from '#server/orders/takings.ts'
import { lowShelves } from '#server/products/attention.ts'
import { soldWithoutFiles } from '#server/products/publishing.ts'
import { draftsSoon, nextShows, type ShowInShort, showsWithoutTickets } from '#server/tour/attention.ts'

const text = z.string()
const ShowAnswer = z.strictObject({
  id: z.uuid(),
  date: text,
  time: text.nullable(),
  zone: text,
  city: text,
  venue: text,
  country: text,
  availability: z.enum(availabilities),
})
export type ShowOnDashboard = z.output<typeof ShowAnswer>

/** Some shows by name, and how many there are in all. */
const Shows = z.strictObject({ count: z.int(), first: z.array(ShowAnswer) })

const Takings = z.strictObject({ orders: z.int(), cancelled: z.int(), revenue: z.int(), refunded: z.int() })
export type TakingsOnDashboard = z.output<typeof Takings>
const DayTakings = z.strictObject({ date: text, orders: z.int(), revenue: z.int() })
const LowShelf = z.strictObject({ id: z.uuid(), name: text, variant: text.nullable(), left: z.int() })

/** Each part is there when its feature is on; a further feature adds a further part. */
const Dashboard = z.strictObject({
  shows: z.array(ShowAnswer).nullable(),
  messages: z.strictObject({ unread: z.int(), newest: z.array(ListedMessageAnswer) }),
  /** Amounts in the smallest unit of the site's currency. */
  sales: z.strictObject({ last: Takings, before: Takings, days: z.array(DayTakings) }).nullable(),
  /** How often visitors have listened to something that is sold. */
  plays: z
    .strictObject({ last: z.int(), before: z.int(), days: z.array(z.strictObject({ date: text, plays: z.int() })) })
    .nullable(),
  lowStock: z.strictObject({ count: z.int(), first: z.array(LowShelf) }).nullable(),
  attention: z.strictObject({
    orders: z.int().nullable(),
    draftsSoon: Shows.nullable(),
    withoutTickets: Shows.nullable(),
    undescribedImages: z.int().nullable(),
    /** What somebody has paid for and could not get, for it is not there. */
    missingFiles: z.array(z.strictObject({ productId: z.uuid(), product: text, name: text })),
    /** On sale, although nothing can be downloaded: itself, or a part of a bundle. */
    withoutFiles: z.array(z.strictObject({ productId: z.uuid(), product: text, part: text.nullable() })),
    failedMails: z.int(),
    failedJobs: z.int(),
    /** Why nobody can order, and what to do about it. */
    closedShop: text.nullable(),
    /** In production: which parts are still embedded, in a sentence. */
    embedded: text.nullable(),
  }),
})
export type DashboardAnswer = z.output<typeof Dashboard>

const mostShows = 5
const mostMessages = 5
const mostNamed = 3
const mostShelves = 5

const present = ({ id, date, time, zone, city, venue, country, availability }: ShowInShort): ShowOnDashboard => ({
  id,
  date,
  time,
  zone,
  city,
  venue,
  country,
  availability,
})
const inShort = (shows: ShowInShort[]) => ({ count: shows.length, first: shows.slice(0, mostNamed).map(present) })

/** What is next and what needs doing, in one answer. */
export const dashboard = new Hono<ApiEnv>()
  .use(ownPages)
  .get('/', may('settings:read'), answers('What is next, and what needs doing.', Dashboard), async (c) => {
    const { site, now, production, equipment } = c.var
    const [tour, gallery, shop] = [hasTour(site), hasGallery(site), takesCards(site)]
    const answer = await c.var.inSite(async (tx) => ({
      shows: tour ? (await nextShows(tx, now, mostShows)).map(present) : null,
      messages: {
        unread: await countUnread(tx),
        newest: (await listMessages(tx, { unread: false, page: 1, size: mostMessages })).messages.map(presentMessage),
      },
      sales: shop ? await salesOf(tx, site, now) : null,
      plays: shop ? await playsOf(tx, site.zone, now) : null,
      lowStock: shop ? await lowShelves(tx, mostShelves) : null,
      attention: {
        orders: shop ? await countOrdersInNeed(tx) : null,
        draftsSoon: tour ? inShort(await draftsSoon(tx, now)) : null,
        withoutTickets: tour ? inShort(await showsWithoutTickets(tx, now)) : null,
        undescribedImages: gallery ? await countUndescribed(tx) : null,
        missingFiles: hasShop(site) ? (await missingFiles(tx)).slice(0, mostNamed) : [],
        withoutFiles: hasShop(site) ? (await soldWithoutFiles(tx)).slice(0, mostNamed) : [],
        failedMails: (await countMails(tx, now)).failed,
        failedJobs: (await countJobs(tx)).failed,
        closedShop: closedShop(c.var),
        embedded: production ? embeddedWarning(equipment) : null,
      },
    }))
    return c.json(answer)
  })

async function salesOf(tx: SiteTx, site: { currency: string; zone: string }, now: Date) {
  const periods = comparedPeriods(now, site.zone)
  const byDay = await takingsByDay(tx, periods.last, site)
  return {
    ...(await takingsOf(tx, periods, site.currency)),
    days: lastDays(now, site.zone).map((date) => ({ date, orders: 0, revenue: 0, ...byDay.get(date) })),
  }
}

/** As the analytics have it. */
async function playsOf(tx: SiteTx, zone: string, now: Date) {
  const today = todayIn(zone, now)
  const days = lastDaysOf(comparedDays, today)
  const period = { days, before: daysBefore(days, today), zone }
  const sums = await sumsOf(tx, period, ['preview'])
  const { now: last, before } = funnelOf(sums, period).preview
  return {
    last,
    before: before ?? 0,
    days: stepsByDay(sums, period).map(({ day, preview }) => ({ date: day, plays: preview })),
  }
}
