import { sql } from 'drizzle-orm'
import { devices } from '#domain/analytics/device.ts'
import { failureReasons } from '#domain/downloads/events.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { products } from '#server/products/table.ts'

/** What visitors and buyers did, one thing after the other, in no other order than chance. */
export type Happening = { at: Date; productId: string } & (
  | {
      kind: 'play'
      session: string | null
      completed: boolean
      seconds: number
      device: string | null
      from: string | null
      converted: boolean
    }
  | { kind: 'cart' }
  | { kind: 'purchase'; rightId: string; cancelled: boolean; refunded: boolean }
  | { kind: 'download'; rightId: string; type: 'started' | 'paused' | 'resumed' | 'completed' }
  | { kind: 'verified'; rightId: string; bytes: number; ms: number }
  | { kind: 'failed'; rightId: string; reason: (typeof failureReasons)[number] }
)

type Wanted = { count: number; productIds: readonly string[]; since: Date; until: Date; seed?: number }

/** The same stream for the same seed (mulberry32). Buyers come first in each batch, so that there is something to download. */
export function streamOf({ count, productIds, since, until, seed = 7 }: Wanted): Happening[] {
  let state = seed
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() ** 1.6 * all.length)]!
  const rights: { rightId: string; productId: string; at: number }[] = []
  const hosts = [null, ...Array.from({ length: 14 }, (_, n) => `radio-${n}.example`)]
  return Array.from({ length: count }, (): Happening => {
    const at = new Date(+since + Math.floor(chance() * (+until - +since)))
    const productId = pick(productIds)
    const roll = chance()
    if (roll < 0.55) {
      const named = chance() < 0.8
      const completed = named && chance() < 0.4
      return {
        ...{ kind: 'play', at, productId, completed },
        session: named ? newId() : null,
        seconds: completed ? 30 : named ? Math.floor(chance() * 30) : 0,
        device: named ? pick([...devices, null]) : null,
        from: named ? pick(hosts) : null,
        converted: completed && chance() < 0.1,
      }
    }
    if (roll < 0.65) return { kind: 'cart', at, productId }
    if (roll < 0.67 || !rights.length) {
      const right = { rightId: newId(), productId, at: +at }
      rights.push(right)
      return { kind: 'purchase', ...right, at, cancelled: chance() < 0.05, refunded: chance() < 0.03 }
    }
    const { rightId, productId: bought } = rights[Math.floor(chance() * rights.length)]!
    const of = { at, productId: bought, rightId }
    if (roll < 0.75)
      return { kind: 'verified', ...of, bytes: Math.floor(chance() * 9e7), ms: Math.floor(chance() * 2e4) }
    if (roll < 0.8) return { kind: 'failed', ...of, reason: pick(failureReasons) }
    return { kind: 'download', ...of, type: pick(['completed', 'started', 'paused', 'resumed'] as const) }
  })
}

/** Any day of a stream, as the tables have it. */
export type DayIn = (at: Date) => string

const batch = 10_000

/** Rows as one text: a statement with a hundred thousand gaps takes longer to write than to carry out. */
const rowsOf = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(columns)})`

async function inBatches<T>(rows: readonly T[], work: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) await work(rows.slice(from, from + batch))
}

/** Writes down what a stream tells of, as the features would have done. To be run as `worker`, once the rights are there. */
export async function writeVisits(tx: SiteTx, stream: readonly Happening[], dayOf: DayIn): Promise<void> {
  const plays = stream.filter((each) => each.kind === 'play')
  // Each batch is made ready by itself: the database does not wait for all of them in an open transaction.
  const named = plays.filter(({ session }) => session !== null)
  const asPlays = (some: typeof named) => some.map((play) => ({ ...play, id: newId(), day: dayOf(play.at) }))
  await inBatches(named, (some) =>
    tx.execute(sql`insert into preview_plays (id, product_id, session_id, date_played, play_count, complete_plays,
    total_duration, conversion_count, device, referrer, first_played_at, last_played_at)
    select id, "productId", session, day, 1, completed::int, seconds, converted::int, device, "from", at, at
    from ${rowsOf(asPlays(some), 'id uuid, "productId" uuid, session text, day date, completed bool, seconds int, converted bool, device text, "from" text, at timestamptz')}`),
  )
  const nameless = counted(
    plays.filter(({ session }) => session === null),
    dayOf,
  )
  await tx.execute(sql`insert into preview_plays (id, product_id, date_played, play_count, first_played_at, last_played_at)
    select id, "productId", day, count, day, day from ${rowsOf(nameless, 'id uuid, "productId" uuid, day date, count int')}
    on conflict (website_id, product_id, session_id, date_played) do update
    set play_count = preview_plays.play_count + excluded.play_count`)
  const carts = counted(
    stream.filter(({ kind }) => kind === 'cart'),
    dayOf,
  )
  await tx.execute(sql`insert into cart_additions (product_id, day, added)
    select "productId", day, count from ${rowsOf(carts, '"productId" uuid, day date, count int')}
    on conflict (website_id, day, product_id) do update set added = cart_additions.added + excluded.added`)
  const complete = stream.filter((each) => each.kind === 'download').filter(({ type }) => type === 'completed')
  const first = new Map(complete.toSorted((a, b) => +b.at - +a.at).map((each) => [each.rightId, each]))
  const events = stream.filter((each) => each.kind === 'download' || each.kind === 'verified' || each.kind === 'failed')
  const asEvents = (some: typeof events) =>
    some.map((each) => ({ type: each.kind, ...each, id: newId(), first: first.get(each.rightId) === each }))
  await inBatches(events, (some) =>
    tx.execute(sql`insert into download_events (id, download_id, product_id, file_id, event_type, is_first, reason, bytes,
    duration_ms, created_at) select id, "rightId", "productId", "rightId", type, first, reason, bytes, ms, at
    from ${rowsOf(asEvents(some), 'id uuid, "rightId" uuid, "productId" uuid, type text, first bool, reason text, bytes bigint, ms int, at timestamptz')}`),
  )
}

function counted(some: readonly Happening[], dayOf: DayIn) {
  const groups = Map.groupBy(some, ({ productId, at }) => `${productId} ${dayOf(at)}`)
  return [...groups].map(([key, all]) => {
    const [productId, day] = key.split(' ')
    return { id: newId(), productId, day, count: all.length }
  })
}

/** Writes down what was bought: for each right an order of its own. To be run as `checkout`. */
export async function writePurchases(tx: SiteTx, stream: readonly Happening[]): Promise<void> {
  const bought = rowsOf(
    stream.flatMap((each) => (each.kind === 'purchase' ? { ...each, id: each.rightId } : [])),
    'id uuid, "productId" uuid, at timestamptz, cancelled bool, refunded bool',
  )
  await tx.execute(sql`insert into checkouts (id, key, request_hash, state, reference, lines, customer, country, currency,
    subtotal, shipping, vat, total, session_id, expires_at)
    select id, id::text, '', 'paid', id::text, '[]', '', 'GB', 'GBP', 900, 0, 0, 900, id::text, at from ${bought}`)
  await tx.execute(sql`insert into orders (id, checkout_id, order_reference, order_number, status, customer_email,
    customer_name, email_index, country, currency, subtotal_amount, shipping_amount, vat_amount, total_amount,
    refunded_amount, stripe_session_id, created_at) select id, id, id::text, regexp_replace(id::text, '.*(.{6})(.{6})$', '\\1-\\2'), case when cancelled then 'cancelled' else 'delivered' end,
    '', '', '', 'GB', 'GBP', 900, 0, 0, 900, case when refunded then 900 else 899 end, id::text, at from ${bought}`)
  await tx.execute(sql`insert into order_items (id, order_id, product_id, product_name, quantity, unit_price, total_price,
    vat_rate, vat_amount, is_digital, position)
    select id, id, "productId", 'A record', 1, 900, 900, 0, 0, true, 0 from ${bought}`)
  await tx.execute(sql`insert into digital_downloads (id, order_id, order_item_id, product_id, token_hash,
    downloads_allowed, created_at, expires_at)
    select id, id, id, "productId", uuid_send(id), 5, at, at + interval '30 days' from ${bought}`)
}

/** So many records to listen to, to buy and to download. To be run as `administrator`. */
export async function writeRecords(tx: SiteTx, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    slug: `record-${n}`,
    name: `Record ${n}`,
    price: 900,
  }))
  await tx.insert(products).values(made)
  return made.map(({ id }) => id)
}
