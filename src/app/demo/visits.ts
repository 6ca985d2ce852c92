import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { eachDay, lastDays, midnightsOf, todayIn } from '#domain/analytics/days.ts'
import type { FailureReason } from '#domain/downloads/events.ts'
import { dayMs, hourMs } from '#domain/time/lengths.ts'
import type { LocalDate } from '#domain/time/zoned.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import { asRole } from '#server/db/as-role.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { previewPlays, trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { type DemoListener, demoListeners } from '#sites/musician/demo/visits.ts'
import { seeded } from '#sites/seeded.ts'

type About = { zone: string; now: Date }

/** The demo's listeners, and what became of the downloads that were sold: so that an owner sees charts with something in them. */
export async function fillVisits(tx: SiteTx, about: About): Promise<void> {
  await asRole(tx, 'worker', async () => {
    const rights = await tx
      .select()
      .from(digitalDownloads)
      .where(isNull(digitalDownloads.revokedAt))
      .orderBy(asc(digitalDownloads.createdAt), asc(digitalDownloads.id))
    await fillPlays(tx, rights, about)
    await fillDownloads(tx, rights, about)
  })
}

type Right = typeof digitalDownloads.$inferSelect

async function fillPlays(tx: SiteTx, rights: readonly Right[], { zone, now }: About): Promise<void> {
  const heard = await tx
    .selectDistinct({ id: products.id, slug: products.slug })
    .from(products)
    .innerJoin(trackPreviews, eq(trackPreviews.productId, products.id))
    .where(and(eq(products.status, 'published'), eq(products.productType, 'digital')))
    .orderBy(asc(products.slug))
  if (!heard.length) return
  const today = todayIn(zone, now)
  const listeners = demoListeners(new Date(today))
  const days = eachDay(lastDays(1 + Math.max(...listeners.map(({ daysAgo }) => daysAgo)), today)).toReversed()
  const midnights = midnightsOf({ from: days.at(-1)!, to: today }, zone)
    .toReversed()
    .slice(1)
  const placed = listeners.map((listener) => {
    const [day, midnight] = [days[listener.daysAgo]!, midnights[listener.daysAgo]]
    const at = new Date(Math.min(+now, +midnight! + listener.hour * hourMs))
    return { ...listener, day, at, productId: heard[listener.pick % heard.length]!.id }
  })
  const named = placed.flatMap((each) => (each.session === null ? [] : { ...each, session: each.session }))
  const bought = soldTo(named, rights, zone)
  await tx.insert(previewPlays).values(
    named.map(({ productId, session, day, isComplete, seconds, device, referrer, at }) => ({
      ...{ productId, sessionId: session, datePlayed: day, playCount: 1, completePlays: Number(isComplete) },
      ...{ totalDuration: seconds, conversionCount: Number(bought.has(session)), device, referrer },
      ...{ firstPlayedAt: at, lastPlayedAt: at },
    })),
  )
  const nameless = counted(placed.filter(({ session }) => session === null))
  await tx.insert(previewPlays).values(
    nameless.map(({ productId, day, count, at }) => ({
      ...{ productId, datePlayed: day, playCount: count, firstPlayedAt: at, lastPlayedAt: at },
    })),
  )
  const known = new Set(heard.map(({ id }) => id))
  const sold = rights
    .filter(({ productId, createdAt }) => known.has(productId) && +now - +createdAt < 60 * dayMs)
    .map(({ productId, createdAt }) => ({ productId, day: todayIn(zone, createdAt), at: createdAt }))
  const added = counted([...placed.filter(({ hasPutIntoCart }) => hasPutIntoCart), ...sold])
  await tx.insert(cartAdditions).values(added.map(({ productId, day, count }) => ({ productId, day, added: count })))
}

type Placed = { productId: string; day: LocalDate; at: Date }

/** The sessions in which something was bought: of each right one listener of that day, as far as there is one. */
function soldTo(
  named: readonly (DemoListener & Placed & { session: string })[],
  rights: readonly Right[],
  zone: string,
): Set<string> {
  const sold = new Set<string>()
  for (const { productId, createdAt } of rights) {
    const day = todayIn(zone, createdAt)
    const buyer = named.find((each) => each.productId === productId && each.day === day && !sold.has(each.session))
    if (buyer) sold.add(buyer.session)
  }
  return sold
}

function counted(some: readonly Placed[]) {
  const groups = Map.groupBy(some, ({ productId, day }) => `${productId} ${day}`)
  return [...groups.values()].map((all) => ({ ...all[0]!, count: all.length }))
}

/** Most buyers take all their files home within the hour, some after a broken line, and a few not at all. */
async function fillDownloads(tx: SiteTx, rights: readonly Right[], { now }: About): Promise<void> {
  const dice = seeded(642)
  const files = await tx
    .select({ id: productFiles.id, productId: productFiles.productId, bytes: productFiles.bytes })
    .from(productFiles)
    .orderBy(asc(productFiles.position))
  const events: Event[] = []
  const counts: (typeof downloadCounts.$inferInsert)[] = []
  const usedBy = new Map<number, string[]>()
  for (const right of rights) {
    const its = files.filter(({ productId }) => productId === right.productId)
    const wanted = dice() < 0.12 ? 0 : dice() < 0.06 ? right.downloadsAllowed : dice() < 0.2 ? 2 : 1
    const done = downloadsOf(right, its, { wanted, dice, now })
    if (!done.times) continue
    events.push(...done.events)
    for (const { id: fileId } of its)
      counts.push({ downloadId: right.id, fileId, completed: done.times, completedAt: done.at, updatedAt: done.at })
    usedBy.set(done.times, [...(usedBy.get(done.times) ?? []), right.id])
  }
  if (!events.length) return
  await tx.insert(downloadEvents).values(events)
  await tx.insert(downloadCounts).values(counts)
  for (const [downloadsUsed, ids] of usedBy)
    await tx.update(digitalDownloads).set({ downloadsUsed }).where(inArray(digitalDownloads.id, ids))
}

type Event = typeof downloadEvents.$inferInsert
type File = { id: string; bytes: number }
type Buyer = { wanted: number; dice: () => number; now: Date }

const troubles: FailureReason[] = ['connection', 'connection', 'connection', 'no-room', 'damaged']

/** What happened to one right, as far as that was before now. */
function downloadsOf({ id, productId, createdAt }: Right, files: readonly File[], { wanted, dice, now }: Buyer) {
  const events: Event[] = []
  let [times, at] = [0, +createdAt + (0.1 + dice()) * hourMs]
  while (times < wanted && files.length && at + hourMs < +now) {
    for (const [n, { id: fileId, bytes }] of files.entries()) {
      const say = (event: Pick<Event, 'eventType' | 'isFirst' | 'reason' | 'bytes' | 'durationMs'>) =>
        events.push({ downloadId: id, productId, fileId, createdAt: new Date(at), ...event })
      const durationMs = Math.round(bytes / (400 + dice() ** 2 * 24_000))
      say({ eventType: 'started' })
      if (dice() < 0.25) {
        at += durationMs / 2
        say({ eventType: 'failed', reason: troubles[Math.floor(dice() * troubles.length)]! })
        at += 60_000
        say({ eventType: 'resumed' })
      }
      at += durationMs
      say({ eventType: 'completed', isFirst: times + n === 0 })
      if (dice() < 0.85) say({ eventType: 'verified', bytes, durationMs })
    }
    times++
    if (times < wanted) at += dice() * 5 * dayMs
  }
  return { events, times, at: new Date(at) }
}
