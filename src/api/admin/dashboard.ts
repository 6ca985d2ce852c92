import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin, requireSessionUser } from '#api/accounts/auth-context.ts'
import { lastCheckStates } from '#api/admin/going-live.ts'
import { ListedMessageSchema, presentMessage } from '#api/admin/messages.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, may, timestamp } from '#api/guards.ts'
import { closedShopNotice, usesTestPayments } from '#api/site/site.ts'
import { lastDays, precedingDayRange, todayIn } from '#domain/analytics/days.ts'
import { funnelOf, stepsByDay } from '#domain/analytics/figures.ts'
import { backupsResult } from '#domain/going-live/backups-and-second-factor.ts'
import { isPublicHostName } from '#domain/going-live/domain.ts'
import { comparisonDates, comparisonPeriodDays, comparisonPeriods } from '#domain/orders/periods.ts'
import { type ChecklistState, checklistIds, checklistState } from '#domain/set-up/checklist.ts'
import { guideFor, guides } from '#domain/set-up/set-up.ts'
import { hasGallery, hasShop, hasTour, takesCards } from '#domain/sites/features.ts'
import { embeddedWarning } from '#domain/sites/infrastructure.ts'
import { availabilities } from '#domain/tour/show.ts'
import { type Administrator, listAccess } from '#server/accounts/access.ts'
import { sumMeasures } from '#server/analytics/queries.ts'
import { countUnread, listMessages } from '#server/contact/messages.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { hasDemoOrders, hasDemoVisits } from '#server/demo/demo-content.ts'
import { missingFiles } from '#server/downloads/missing-files.ts'
import { countImagesWithoutAlt } from '#server/gallery/queries.ts'
import { paymentModeOf } from '#server/going-live/checks.ts'
import { countSecondFactors } from '#server/going-live/queries.ts'
import { countJobs } from '#server/jobs/health.ts'
import { countQueuedAndFailedMails } from '#server/mail/failed-mails.ts'
import { countOrdersNeedingAttention, countOrdersToPack } from '#server/orders/needs-attention.ts'
import { revenueByDay, revenueFigures } from '#server/orders/revenue.ts'
import { lowStockItems } from '#server/products/low-stock.ts'
import { publishedWithoutFiles } from '#server/products/publishing.ts'
import { readOwnContent, readSetUp } from '#server/set-up/state.ts'
import { draftShowsSoon, nextShows, type ShowSummary, showsWithoutTickets } from '#server/tour/dashboard-shows.ts'

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

/** The first shows and the number of all. */
const CountedShows = z.strictObject({ count: z.int(), first: z.array(ShowAnswer) })

const RevenueSums = z.strictObject({ orders: z.int(), cancelled: z.int(), revenue: z.int(), refunded: z.int() })
export type RevenueOnDashboard = z.output<typeof RevenueSums>
const DayRevenue = z.strictObject({ date: text, orders: z.int(), revenue: z.int() })
const LowStockItem = z.strictObject({ id: z.uuid(), name: text, variant: text.nullable(), left: z.int() })

/** A part is null when its feature is off. */
const Dashboard = z.strictObject({
  shows: z.array(ShowAnswer).nullable(),
  messages: z.strictObject({ unread: z.int(), newest: z.array(ListedMessageSchema) }),
  /** Amounts in minor units of the site's currency. */
  sales: z.strictObject({ last: RevenueSums, before: RevenueSums, days: z.array(DayRevenue) }).nullable(),
  /** Preview plays. */
  plays: z
    .strictObject({ last: z.int(), before: z.int(), days: z.array(z.strictObject({ date: text, plays: z.int() })) })
    .nullable(),
  /** Whether the owner is asked to make the website theirs, or reminded of it. */
  guide: z.enum(guides).nullable(),
  /** What is left to do for the set-up; null before the owner has chosen, when dismissed, and when all is done. */
  checklist: z.array(z.strictObject({ id: z.enum(checklistIds), isDone: z.boolean() })).nullable(),
  /** Whether the figures include those of the demo. */
  includesDemo: z.strictObject({ orders: z.boolean(), visits: z.boolean() }),
  /** `counted`: how many stock items of published products there are; none in an empty shop. */
  lowStock: z.strictObject({ count: z.int(), counted: z.int(), first: z.array(LowStockItem) }).nullable(),
  attention: z.strictObject({
    /** Administrators who are about to lose their access. */
    removals: z.array(z.strictObject({ userId: z.uuid(), email: text, by: text, at: timestamp })),
    orders: z.int().nullable(),
    ordersToPack: z.int().nullable(),
    draftsSoon: CountedShows.nullable(),
    withoutTickets: CountedShows.nullable(),
    undescribedImages: z.int().nullable(),
    /** Files that a buyer paid for and that are missing in the object store. */
    missingFiles: z.array(z.strictObject({ productId: z.uuid(), product: text, name: text })),
    /** Published products without files, or bundles with such a part. */
    withoutFiles: z.array(z.strictObject({ productId: z.uuid(), product: text, part: text.nullable() })),
    failedMails: z.int(),
    failedJobs: z.int(),
    /** Why the shop takes no orders, and what to do about it. */
    closedShop: text.nullable(),
    /** In production: a sentence that names the parts that are still embedded. */
    embedded: text.nullable(),
  }),
})
export type DashboardAnswer = z.output<typeof Dashboard>

/** What waits for the owner, for the sidebar. A count is null when its feature is off. */
const TaskCounts = z.strictObject({
  ordersToPack: z.int().nullable(),
  unreadMessages: z.int(),
  draftsDue: z.int().nullable(),
  lowStock: z.int().nullable(),
  failedMails: z.int(),
  /** Payments are tests, in which no money moves. */
  isSandbox: z.boolean(),
  /** No mail server is set up: mails are only written to files. */
  mailsAreFiles: z.boolean(),
})
export type SidebarCounts = z.output<typeof TaskCounts>

const maxShows = 5
const maxMessages = 5
const maxNamedShows = 3
const maxStockItems = 5

const present = ({ id, date, time, zone, city, venue, country, availability }: ShowSummary): ShowOnDashboard => ({
  id,
  date,
  time,
  zone,
  city,
  venue,
  country,
  availability,
})
const countAndFirst = (shows: ShowSummary[]) => ({
  count: shows.length,
  first: shows.slice(0, maxNamedShows).map(present),
})

export const dashboardRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get(
    '/',
    may('settings:read'),
    answers('Returns next shows, sales, messages and what needs attention.', Dashboard),
    async (c) => {
      const { site, now } = c.var
      const { production, infrastructure, contactService } = c.var.services
      const [tour, gallery, shop] = [hasTour(site), hasGallery(site), takesCards(site)]
      const removals = pendingRemovals(await listAccess(c.var.auth), now)
      const { userId } = requireSessionUser(c)
      const { isOwnOn } = await c.var.auth.inSite((tx) => countSecondFactors(tx, userId))
      const answer = await c.var.inSite(async (tx) => ({
        ...(await setUpOf(c, tx, isOwnOn)),
        shows: tour ? (await nextShows(tx, now, maxShows)).map(present) : null,
        messages: {
          unread: await countUnread(tx),
          newest: (await listMessages(tx, contactService, { unread: false, page: 1, size: maxMessages })).messages.map(
            presentMessage,
          ),
        },
        sales: shop ? await salesOf(tx, site, now) : null,
        plays: shop ? await playsOf(tx, site.zone, now) : null,
        includesDemo: { orders: await hasDemoOrders(tx), visits: await hasDemoVisits(tx) },
        lowStock: shop ? await lowStockItems(tx, maxStockItems) : null,
        attention: {
          removals,
          orders: shop ? await countOrdersNeedingAttention(tx) : null,
          ordersToPack: shop ? await countOrdersToPack(tx) : null,
          draftsSoon: tour ? countAndFirst(await draftShowsSoon(tx, now)) : null,
          withoutTickets: tour ? countAndFirst(await showsWithoutTickets(tx, now)) : null,
          undescribedImages: gallery ? await countImagesWithoutAlt(tx) : null,
          missingFiles: hasShop(site) ? (await missingFiles(tx)).slice(0, maxNamedShows) : [],
          withoutFiles: hasShop(site) ? (await publishedWithoutFiles(tx)).slice(0, maxNamedShows) : [],
          failedMails: (await countQueuedAndFailedMails(tx, now)).failed,
          failedJobs: (await countJobs(tx)).failed,
          closedShop: closedShopNotice(site, c.var.services.payments),
          embedded: production ? embeddedWarning(infrastructure) : null,
        },
      }))
      return c.json(answer)
    },
  )
  .get(
    '/counts',
    may('settings:read'),
    answers('Returns how many orders, messages, drafts, products and mails wait for the owner.', TaskCounts),
    async (c) => {
      const { site, now } = c.var
      const shop = takesCards(site)
      const counts = await c.var.inSite(async (tx) => ({
        ordersToPack: shop ? await countOrdersToPack(tx) : null,
        unreadMessages: await countUnread(tx),
        draftsDue: hasTour(site) ? (await draftShowsSoon(tx, now)).length : null,
        lowStock: shop ? (await lowStockItems(tx, 1)).count : null,
        failedMails: (await countQueuedAndFailedMails(tx, now)).failed,
      }))
      const { payments, localMails } = c.var.services
      return c.json({ ...counts, isSandbox: usesTestPayments(site, payments), mailsAreFiles: localMails.stay })
    },
  )

async function setUpOf(c: Context<ApiEnv>, tx: SiteTx, hasSecondFactor: boolean) {
  const setUp = await readSetUp(tx)
  const isLed = setUp.state !== null && setUp.state !== 'dismissed'
  return { guide: guideFor(setUp), checklist: isLed ? await checklistOf(c, tx, hasSecondFactor) : null }
}

/** Reads rows, settings and memory only; sends no request to another server. */
async function checklistOf(c: Context<ApiEnv>, tx: SiteTx, hasSecondFactor: boolean): Promise<ChecklistState | null> {
  const { site, now, services, actor } = c.var
  return checklistState(site, actor, {
    has: await readOwnContent(tx),
    lastChecked: lastCheckStates(site),
    takesRealMoney: paymentModeOf(services.payments.provider) === 'live',
    sendsMails: services.goingLive.mail !== null,
    isAtPublicName: isPublicHostName(new URL(services.origin).hostname),
    hasSecondFactor,
    hasBackup: backupsResult({ ...services.running.backups(now), now }).state === 'ok',
  })
}

function pendingRemovals({ administrators }: { administrators: Administrator[] }, now: Date) {
  const emails = new Map(administrators.map(({ userId, email }) => [userId, email]))
  return administrators.flatMap(({ userId, email, removalBy, removalAt }) =>
    removalBy && removalAt && removalAt > now
      ? [{ userId, email, by: emails.get(removalBy) ?? '', at: removalAt.toISOString() }]
      : [],
  )
}

async function salesOf(tx: SiteTx, site: { currency: string; zone: string }, now: Date) {
  const periods = comparisonPeriods(now, site.zone)
  const byDay = await revenueByDay(tx, periods.last, site)
  return {
    ...(await revenueFigures(tx, periods, site.currency)),
    days: comparisonDates(now, site.zone).map((date) => ({ date, orders: 0, revenue: 0, ...byDay.get(date) })),
  }
}

/** The same figures as in the analytics. */
async function playsOf(tx: SiteTx, zone: string, now: Date) {
  const today = todayIn(zone, now)
  const days = lastDays(comparisonPeriodDays, today)
  const period = { days, before: precedingDayRange(days, today), zone }
  const sums = await sumMeasures(tx, period, ['preview'])
  const { now: last, before } = funnelOf(sums, period).preview
  return {
    last,
    before: before ?? 0,
    days: stepsByDay(sums, period).map(({ day, preview }) => ({ date: day, plays: preview })),
  }
}
