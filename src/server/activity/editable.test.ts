import { desc, eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { editable, nextVersion } from '#server/activity/editable.ts'
import { activityLogs } from '#server/activity/table.ts'
import { announcements } from '#server/announcements/table.ts'
import { newId } from '#server/db/id.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'

type Row = typeof announcements.$inferSelect
type Draft = Pick<Row, 'title' | 'message' | 'isActive'>

const edits = editable<'announcement', Row, Draft>({
  resourceType: 'announcement',
  nameOf: ({ title }) => title,
  fields: ['title', 'message', 'isActive'],
  lock: (tx, ids) =>
    tx.select().from(announcements).where(inArray(announcements.id, ids)).orderBy(announcements.id).for('update'),
  store: async (tx, { id }, draft) => {
    const sequence = nextVersion(announcements.sequence)
    const [after] = await tx
      .update(announcements)
      .set({ ...draft, sequence })
      .where(eq(announcements.id, id))
      .returning()
    return after!
  },
})

const now = new Date('2026-05-01T12:00:00Z')
const draft: Draft = { title: 'Lisbon', message: 'A second night.', isActive: true }
const add = async (site: TestSite) =>
  (await site.as('administrator', (tx) => tx.insert(announcements).values(draft).returning()))[0]!
const update = (site: TestSite, id: string, to: Draft, expectedVersion: number) =>
  site.as('administrator', (tx) => edits.update(tx, id, to, { userId: site.userId, now, expectedVersion }))
const stored = async (site: TestSite, id: string) =>
  (await site.as('administrator', (tx) => tx.select().from(announcements).where(eq(announcements.id, id))))[0]!
const logged = (site: TestSite) =>
  site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(desc(activityLogs.createdAt)))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof Refusal ? error.reason : error),
  )

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('stores an edit as the next version, and logs the changed fields only', async () => {
    const site = await createTestSite(database)
    const { id } = await add(site)
    const after = await update(site, id, { ...draft, title: 'Porto' }, 0)
    expect(after).toMatchObject({ title: 'Porto', message: draft.message, sequence: 1 })
    expect(await logged(site)).toMatchObject([
      {
        resourceType: 'announcement',
        resourceId: id,
        resourceName: 'Porto',
        action: 'updated',
        userId: site.userId,
        details: { changes: { title: { before: 'Lisbon', after: 'Porto' } } },
        createdAt: now,
      },
    ])
  })

  test('makes no new version and no log entry when nothing differs', async () => {
    const site = await createTestSite(database)
    const { id } = await add(site)
    expect(await update(site, id, { ...draft }, 0)).toMatchObject({ sequence: 0 })
    expect(await logged(site)).toEqual([])
  })

  test('editable rejects an edit of an older version of a record, and changes nothing', async () => {
    const site = await createTestSite(database)
    const { id } = await add(site)
    await update(site, id, { ...draft, title: 'Porto' }, 0)
    expect(await refusalOf(update(site, id, { ...draft, title: 'Faro' }, 0))).toBe('conflict')
    expect(await stored(site, id)).toMatchObject({ title: 'Porto', sequence: 1 })
    expect(await logged(site)).toHaveLength(1)
  })

  test('lets only one of two simultaneous edits of the same version through', async () => {
    const site = await createTestSite(database)
    const { id } = await add(site)
    const titles = ['Porto', 'Faro']
    const outcomes = await Promise.all(titles.map((title) => refusalOf(update(site, id, { ...draft, title }, 0))))
    expect(outcomes.toSorted()).toEqual(['conflict', null])
    expect(await stored(site, id)).toMatchObject({ title: titles[outcomes.indexOf(null)], sequence: 1 })
  })

  test('does not find an unknown record, nor one of another site', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const { id } = await add(other)
    for (const unknown of [newId(), id])
      expect(await refusalOf(update(site, unknown, { ...draft, title: 'Porto' }, 0))).toBe('not-found')
    expect(await stored(other, id)).toMatchObject({ title: 'Lisbon', sequence: 0 })
  })

  test('locks several records in the order of their ids, or none when one is missing', async () => {
    const site = await createTestSite(database)
    const ids = [(await add(site)).id, (await add(site)).id]
    const locked = (wanted: string[]) => site.as('administrator', (tx) => edits.locked(tx, wanted))
    expect((await locked([...ids, ...ids].reverse())).map(({ id }) => id)).toEqual(ids.toSorted())
    expect(await refusalOf(locked([...ids, newId()]))).toBe('not-found')
  })
})
