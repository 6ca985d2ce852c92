import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/actor.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { createTestApi } from '#tests/api.ts'
import { type BenchRow, formatMs, measureTimesMs, percentile } from './bench-row.ts'
import { withBenchDatabase } from './database.ts'

const many = 5_000
const few = 25
const budget = 60

const shows = (count: number): SQL => sql`
  insert into performances (id, slug, date, zone, venue, city, country, status)
  select gen_random_uuid(), 'show-' || n, date '2020-01-01' + n, 'Europe/Berlin', 'Venue ' || n,
    (array['Berlin', 'Kiel', 'Leeds', 'Oslo'])[1 + n % 4], 'DE', (array['draft', 'upcoming'])[1 + n % 2]
  from generate_series(1, ${sql.raw(String(count))}) n`

const images = (count: number): SQL => sql`
  with made as (
    insert into pictures (id, hash, name, width, height, bytes)
    select gen_random_uuid(), lpad(to_hex(n), 16, '0'), 'picture', 1600, 1200, 1000
    from generate_series(1, ${sql.raw(String(count))}) n
    returning id)
  insert into gallery_images (id, picture_id, position, caption)
  select gen_random_uuid(), id, 1000 * row_number() over (), 'A picture' from made`

const pages = [
  { what: 'shows', path: '/api/admin/shows', fill: shows },
  { what: 'shows, searched', path: '/api/admin/shows?q=leeds', fill: null },
  { what: 'gallery images', path: '/api/admin/gallery', fill: images },
]

/** The first page of a long list, against the same page of a short one. */
export const benchLists = (): Promise<BenchRow[]> =>
  withBenchDatabase(4, async ({ database, settle }) => {
    const timedList = async (count: number) => {
      const [websiteId, userId] = [newId(), newId()]
      await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a bench' }])
      const scope = { websiteId, role: 'administrator', userId } as const
      for (const { fill } of pages)
        if (fill) await inSite(database, scope, (tx) => tx.execute(fill(count)), { timeoutMs: 60_000 })
      const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
      return createTestApi(database, { websiteId }, actor)
    }
    const [long, short] = [await timedList(many), await timedList(few)]
    await settle()
    const rows: BenchRow[] = []
    for (const { what, path } of pages) {
      const ask = (api: typeof long) => async () => {
        const answer = await api.request(path)
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
        await answer.json()
      }
      const [yardstick, measured] = [await measureTimesMs(ask(short)), await measureTimesMs(ask(long))]
      const p99 = percentile(measured, 0.99)
      rows.push({
        what: `first page of ${many} ${what}, p99`,
        budget: `≤ ${budget} ms`,
        yardstick: `${few} of them: ${formatMs(percentile(yardstick, 0.99))}`,
        measured: `${formatMs(p99)} (median ${formatMs(percentile(measured, 0.5))})`,
        isMet: p99 <= budget,
      })
    }
    return rows
  })
