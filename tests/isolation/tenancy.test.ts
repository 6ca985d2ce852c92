import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ShowDraft } from '#domain/tour/draft.ts'
import { type Role, roles } from '#server/db/access.ts'
import type { Database } from '#server/db/database.ts'
import { errorCode } from '#server/db/errors.ts'
import { type EditContext, inSite, type SiteTx } from '#server/db/in-site.ts'
import { websites } from '#server/sites/table.ts'
import { createShow, deleteShows, duplicateShow, setShowStatus, updateShow } from '#server/tour/commands.ts'
import { findShows, listShows, type StoredShow, showById, showBySlug } from '#server/tour/queries.ts'
import { performances } from '#server/tour/table.ts'
import { bothEngines, createTestSite, openTestDatabase, type TestSite } from '#tests/database.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const now = new Date('2026-01-01T00:00:00Z')
const lido = ShowDraft.parse({
  date: '2026-05-01',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  city: 'Berlin',
  country: 'DE',
  status: 'upcoming',
})
/** The error of PostgreSQL for a missing grant or a violated policy. */
const denied = '42501'
const codeFrom = (work: Promise<unknown>) => work.then(() => 'done', errorCode)

// The functions that the API calls, as it calls them.
const plan = (site: TestSite, draft = lido, id?: string) =>
  site.as('administrator', (tx) => createShow(tx, draft, { userId: site.userId, now, id }))
const drop = (site: TestSite, ...ids: string[]) =>
  site.as('administrator', (tx) => deleteShows(tx, ids, { userId: site.userId, now })).then(({ changed }) => changed)
const found = (site: TestSite, role: Role = 'administrator') =>
  site.as(role, (tx) => findShows(tx, { sort: 'date', direction: 'up', page: 1, size: 100 }, now))

describe.each(bothEngines)('on %s, with one connection', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 1 })
  let [ours, theirs]: TestSite[] = []
  let show: StoredShow
  beforeAll(async () => {
    ours = await createTestSite(database)
    theirs = await createTestSite(database)
    show = await plan(ours)
  })

  test('a site sees only its own shows', async () => {
    expect(await ours!.as('visitor', (tx) => listShows(tx, now))).toHaveLength(1)
    for (const role of roles.filter((one) => ['visitor', 'administrator', 'worker'].includes(one))) {
      expect(await theirs!.as(role, (tx) => listShows(tx, now, { includePast: true }))).toEqual([])
      expect(await theirs!.as(role, (tx) => showBySlug(tx, '2026-05-01-berlin-lido', now))).toBeNull()
      expect(await found(theirs!, role)).toEqual({ shows: [], total: 0 })
    }
    expect(await found(ours!)).toEqual({ shows: [show], total: 1 })
  })

  test.each<[what: string, work: (tx: SiteTx, context: EditContext) => Promise<unknown>]>([
    ['read', (tx) => showById(tx, show.id)],
    [
      'changed',
      (tx, context) =>
        updateShow(tx, show.id, { ...lido, venue: 'SO36' }, { ...context, expectedVersion: show.sequence }),
    ],
    ['withdrawn', (tx, context) => setShowStatus(tx, [show.id], 'draft', context)],
    ['repeated', (tx, context) => duplicateShow(tx, show.id, context)],
    ['deleted', (tx, context) => deleteShows(tx, [show.id], context)],
  ])('another site’s show cannot be %s, as if it did not exist', async (_, work) => {
    const { userId } = theirs!
    await expect(theirs!.as('administrator', (tx) => work(tx, { userId, now }))).rejects.toMatchObject({
      reason: 'not-found',
    })
    expect(await found(ours!)).toEqual({ shows: [show], total: 1 })
  })

  test('a bulk delete that names another site’s show deletes nothing', async () => {
    const site = await createTestSite(database)
    const own = await plan(site)
    await expect(drop(site, own.id, show.id)).rejects.toMatchObject({ reason: 'not-found' })
    expect(await found(site)).toEqual({ shows: [own], total: 1 })
    expect(await found(ours!)).toEqual({ shows: [show], total: 1 })
  })

  test('a show may be created with the id of another site’s show, which is unchanged', async () => {
    const site = await createTestSite(database)
    const own = await plan(site, { ...lido, venue: 'SO36' }, show.id)
    expect(own).toMatchObject({ id: show.id, venue: 'SO36', sequence: 0 })
    expect(await found(ours!)).toEqual({ shows: [show], total: 1 })
    expect(await drop(site, show.id)).toBe(1)
    expect(await found(ours!)).toEqual({ shows: [show], total: 1 })
  })

  test('two sites may use the same slug', async () => {
    const added = await plan(theirs!)
    expect(added.slug).toBe('2026-05-01-berlin-lido')
    expect(await drop(theirs!, added.id)).toBe(1)
    expect(await found(ours!)).toEqual({ shows: [show], total: 1 })
  })

  test('no role can insert a row for another site into any table', async () => {
    const tables = await tablesOf(database)
    expect(tables).toContain('performances')
    for (const table of tables)
      for (const role of roles) {
        const insert = sql.raw(`insert into "${table}" (website_id) values ('${theirs!.websiteId}')`)
        expect(await codeFrom(ours!.as(role, (tx) => tx.execute(insert))), `${role} into ${table}`).toBe(denied)
      }
  })

  test('no role can move a row to another site', async () => {
    const move = ours!.as('administrator', (tx) => tx.update(performances).set({ websiteId: theirs!.websiteId }))
    expect(await codeFrom(move)).toBe(denied)
    const rename = ours!.as('worker', (tx) =>
      tx.update(websites).set({ name: 'Taken' }).where(eq(websites.websiteId, theirs!.websiteId)).returning(),
    )
    expect(await rename).toEqual([])
  })

  test('a visitor sees no draft and changes nothing', async () => {
    const site = await createTestSite(database)
    const draft = await plan(site, { ...lido, status: 'draft' })
    expect(await site.as('visitor', (tx) => tx.select().from(performances))).toEqual([])
    expect(await site.as('visitor', (tx) => showBySlug(tx, draft.slug, now))).toBeNull()
    const { userId } = site
    expect(await codeFrom(site.as('visitor', (tx) => createShow(tx, lido, { userId, now })))).toBe(denied)
    expect(await codeFrom(site.as('visitor', (tx) => tx.delete(performances)))).toBe(denied)
  })

  test('refuses a query outside inSite, and a role without a site reads no rows', async () => {
    const bare = (opening: string) =>
      database.transaction(opening, (queries) => queries.select().from(performances), waitLimitMs)
    // The role does not even learn that the table exists.
    expect(await codeFrom(bare('select 1'))).toBe('42P01')
    for (const role of ['visitor', 'administrator', 'worker']) expect(await bare(`set local role ${role}`)).toEqual([])
  })

  test('rejects an administrator without a user, a site without an id, and an unknown role', async () => {
    const { websiteId } = ours!
    const nothing = async () => null
    await expect(inSite(database, { websiteId, role: 'administrator' }, nothing)).rejects.toThrow('needs the userId')
    await expect(inSite(database, { websiteId: "' or true", role: 'visitor' }, nothing)).rejects.toThrow(
      'id of a website',
    )
    await expect(inSite(database, { websiteId, role: 'postgres' as 'visitor' }, nothing)).rejects.toThrow('no role')
    const quoted = { websiteId, role: 'visitor', userId: "o'reilly'; reset role; --\\" } as const
    const seen = await inSite(database, quoted, (tx) => tx.execute(sql`select current_setting('app.user_id') as id`))
    expect(seen.rows).toEqual([{ id: quoted.userId }])
  })

  const ends: Record<string, (database: Database, site: TestSite) => Promise<unknown>> = {
    'a commit': (_, site) => found(site),
    'an error of ours': (_, site) => site.as('administrator', () => Promise.reject(new Error('ours'))),
    'an error of the database': (_, site) => site.as('administrator', (tx) => tx.execute(sql`select 1 / 0`)),
    'a swallowed error': (_, site) =>
      site.as('administrator', async (tx) => {
        await tx.execute(sql`select 1 / 0`).catch(() => {})
      }),
    'a transaction that takes too long': (_, site) =>
      inSite(database, { ...site, role: 'administrator' }, () => new Promise(() => {}), { timeoutMs: 50 }),
    'a setting made for the session': (_, site) =>
      site.as('administrator', async (tx) => {
        await tx.execute(sql`select set_config('app.website_id', ${site.websiteId}, false)`)
        throw new Error('ours')
      }),
    ...(engine === 'postgres' && {
      'a timeout': (_: Database, site: TestSite) =>
        site.as('administrator', async (tx) => {
          await tx.execute(sql`set local statement_timeout = 50`)
          await tx.execute(sql`select pg_sleep(10)`)
        }),
      'a killed connection': (_: Database, site: TestSite) =>
        site.as('administrator', async (tx) => {
          await tx.execute(sql`set local role none`)
          await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
        }),
    }),
  }
  test.each(Object.keys(ends))('after %s the next transaction has no site and no role', async (end) => {
    await ends[end]!(database, ours!).catch(() => {})
    const { rows } = await database.transaction(
      'select 1',
      (queries) =>
        queries.execute(sql`select current_user as role, coalesce(current_setting('app.website_id', true), '') as site,
          coalesce(current_setting('app.user_id', true), '') as person`),
      waitLimitMs,
    )
    expect(rows).toEqual([{ role: 'app', site: '', person: '' }])
  })
})

/** All that belong to a website. */
async function tablesOf(database: Database): Promise<string[]> {
  const { rows } = await database.transaction(
    'select 1',
    (queries) =>
      queries.execute<{ name: string }>(sql`select relname as name from pg_class
      join pg_attribute on attrelid = pg_class.oid and attname = 'website_id'
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`),
    waitLimitMs,
  )
  return rows.map(({ name }) => name)
}
