import { describe, expect, test } from 'vitest'
import { recordActivity } from '#server/activity/record.ts'
import { activityLogs } from '#server/activity/table.ts'
import { roles } from '#server/db/access.ts'
import { errorCode } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'

const now = new Date('2026-05-01T12:00:00Z')
const denied = '42501'
const codeFrom = (work: Promise<unknown>) => work.then(() => 'done', errorCode)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('shows an entry to the administrators of its website only', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const { userId } = site
    const activity = { resourceType: 'access', action: 'granted', userId, resourceName: 'ada@example.com' } as const
    await site.as('administrator', (tx) => recordActivity(tx, activity, now))
    const read = (where: typeof site) => where.as('administrator', (tx) => tx.select().from(activityLogs))
    expect(await read(site)).toMatchObject([{ ...activity, details: {}, createdAt: now }])
    expect(await read(other)).toEqual([])
  })

  test('lets no role update or delete an entry, and only administrators read one', async () => {
    const site = await createTestSite(database)
    for (const role of roles) {
      expect(await codeFrom(site.as(role, (tx) => tx.update(activityLogs).set({ action: 'x' }))), role).toBe(denied)
      expect(await codeFrom(site.as(role, (tx) => tx.delete(activityLogs))), role).toBe(denied)
      const reads = await codeFrom(site.as(role, (tx) => tx.select().from(activityLogs)))
      expect(reads, role).toBe(role === 'administrator' ? 'done' : denied)
    }
  })

  test('rejects an entry in the name of another user', async () => {
    const site = await createTestSite(database)
    const foreign = { resourceType: 'account', action: 'signed_in', userId: newId() } as const
    for (const role of ['visitor', 'administrator', 'checkout', 'worker'] as const)
      expect(await codeFrom(site.as(role, (tx) => recordActivity(tx, foreign, now))), role).toBe(denied)
  })
})
