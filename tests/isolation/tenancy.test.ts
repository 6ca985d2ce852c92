import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ShowDraft } from '#domain/tour/draft.ts'
import type { Database } from '#server/db/database.ts'
import { codeOf } from '#server/db/errors.ts'
import { inSite } from '#server/db/in-site.ts'
import { roles } from '#server/db/roles.ts'
import { websites } from '#server/sites/table.ts'
import {
  addShow,
  allShows,
  changeShow,
  listShows,
  removeShow,
  type StoredShow,
  showBySlug,
} from '#server/tour/actions.ts'
import { performances } from '#server/tour/table.ts'
import { engines, newSite, openTestDatabase, type TestSite } from '#tests/database.ts'

const now = new Date('2026-01-01T00:00:00Z')
const lido = ShowDraft.parse({
  ...{ date: '2026-05-01', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE', status: 'upcoming' },
})
/** What PostgreSQL calls it, whether a grant is missing or a policy says no. */
const denied = '42501'
const codeFrom = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

describe.each(engines)('on %s, with one connection', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 1 })
  let [ours, theirs]: TestSite[] = []
  let show: StoredShow
  beforeAll(async () => {
    ours = await newSite(database)
    theirs = await newSite(database)
    show = await ours.as('administrator', (tx) => addShow(tx, lido))
  })

  test('a site sees its own shows and no other’s', async () => {
    expect(await ours!.as('visitor', (tx) => listShows(tx, now))).toHaveLength(1)
    for (const role of roles.filter((one) => ['visitor', 'administrator', 'worker'].includes(one))) {
      expect(await theirs!.as(role, (tx) => listShows(tx, now, { includePast: true }))).toEqual([])
      expect(await theirs!.as(role, (tx) => showBySlug(tx, '2026-05-01-berlin-lido', now))).toBeNull()
    }
  })

  test('another site’s show can be neither changed nor removed, as if it did not exist', async () => {
    await expect(theirs!.as('administrator', (tx) => changeShow(tx, show, lido, now))).rejects.toMatchObject({
      reason: 'not-found',
    })
    await expect(theirs!.as('administrator', (tx) => removeShow(tx, show.id))).rejects.toMatchObject({
      reason: 'not-found',
    })
    expect(await ours!.as('administrator', (tx) => allShows(tx))).toHaveLength(1)
  })

  test('the same address may exist on two sites', async () => {
    const added = await theirs!.as('administrator', (tx) => addShow(tx, lido))
    expect(added.slug).toBe('2026-05-01-berlin-lido')
    await theirs!.as('administrator', (tx) => removeShow(tx, added.id))
  })

  test('no role writes a row into another site, on any table there is', async () => {
    const tables = await tablesOf(database)
    expect(tables).toContain('performances')
    for (const table of tables)
      for (const role of roles) {
        const insert = sql.raw(`insert into "${table}" (website_id) values ('${theirs!.websiteId}')`)
        expect(await codeFrom(ours!.as(role, (tx) => tx.execute(insert))), `${role} into ${table}`).toBe(denied)
      }
  })

  test('no row moves to another site', async () => {
    const move = ours!.as('administrator', (tx) => tx.update(performances).set({ websiteId: theirs!.websiteId }))
    expect(await codeFrom(move)).toBe(denied)
    const rename = ours!.as('worker', (tx) =>
      tx.update(websites).set({ name: 'Taken' }).where(eq(websites.websiteId, theirs!.websiteId)).returning(),
    )
    expect(await rename).toEqual([])
  })

  test('a visitor sees no draft and changes nothing', async () => {
    const site = await newSite(database)
    const draft = await site.as('administrator', (tx) => addShow(tx, { ...lido, status: 'draft' }))
    expect(await site.as('visitor', (tx) => tx.select().from(performances))).toEqual([])
    expect(await site.as('visitor', (tx) => showBySlug(tx, draft.slug, now))).toBeNull()
    expect(await codeFrom(site.as('visitor', (tx) => addShow(tx, lido)))).toBe(denied)
    expect(await codeFrom(site.as('visitor', (tx) => tx.delete(performances)))).toBe(denied)
  })

  test('whoever forgets inSite may do nothing, and a role without a site sees nothing', async () => {
    const bare = (opening: string) =>
      database.transaction(opening, (queries) => queries.select().from(performances), 5_000)
    // It does not even learn that there is such a table.
    expect(await codeFrom(bare('select 1'))).toBe('42P01')
    for (const role of ['visitor', 'administrator', 'worker']) expect(await bare(`set local role ${role}`)).toEqual([])
  })

  test('an administrator is somebody, a site has an id, a role is known', async () => {
    const { websiteId } = ours!
    const nothing = async () => null
    await expect(inSite(database, { websiteId, role: 'administrator' }, nothing)).rejects.toThrow('somebody')
    await expect(inSite(database, { websiteId: "' or true", role: 'visitor' }, nothing)).rejects.toThrow(
      'id of a website',
    )
    await expect(inSite(database, { websiteId, role: 'postgres' as 'visitor' }, nothing)).rejects.toThrow('no role')
    const quoted = { websiteId, role: 'visitor', userId: "o'reilly'; reset role; --\\" } as const
    const seen = await inSite(database, quoted, (tx) => tx.execute(sql`select current_setting('app.user_id') as id`))
    expect(seen.rows).toEqual([{ id: quoted.userId }])
  })

  const ends: Record<string, (database: Database, site: TestSite) => Promise<unknown>> = {
    'a commit': (_, site) => site.as('administrator', (tx) => allShows(tx)),
    'an error of ours': (_, site) => site.as('administrator', () => Promise.reject(new Error('ours'))),
    'an error of the database': (_, site) => site.as('administrator', (tx) => tx.execute(sql`select 1 / 0`)),
    'a swallowed error': (_, site) =>
      site.as('administrator', async (tx) => {
        await tx.execute(sql`select 1 / 0`).catch(() => {})
      }),
    'a transaction that takes too long': (_, site) =>
      inSite(database, { ...site, role: 'administrator' }, () => new Promise(() => {}), { longest: 50 }),
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
  test.each(Object.keys(ends))('after %s the next one finds no site and no role', async (end) => {
    await ends[end]!(database, ours!).catch(() => {})
    const { rows } = await database.transaction(
      'select 1',
      (queries) =>
        queries.execute(sql`select current_user as role, coalesce(current_setting('app.website_id', true), '') as site,
          coalesce(current_setting('app.user_id', true), '') as person`),
      5_000,
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
    5_000,
  )
  return rows.map(({ name }) => name)
}
