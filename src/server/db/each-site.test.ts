import { eq, lt, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dataKeys } from '#server/crypto/table.ts'
import { onEachSite, sitesWith } from '#server/db/each-site.ts'
import { newId } from '#server/db/id.ts'
import { bothEngines, createTestSite, openTestDatabase } from '#tests/database.ts'

describe.each(bothEngines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function sitesWithKeys(...keys: string[][]) {
    const websiteIds: string[] = []
    for (const ofSite of keys) {
      const site = await createTestSite(database)
      for (const keyId of ofSite) await site.as('worker', (tx) => tx.insert(dataKeys).values({ keyId }))
      websiteIds.push(site.websiteId)
    }
    return websiteIds
  }
  const allKeys = sql`select ${dataKeys.keyId} from ${dataKeys} order by 1`

  test('a statement for all websites returns the rows of each only for that one', async () => {
    const [one, none, two] = await sitesWithKeys(['0000000a'], [], ['0000000b', '0000000c'])
    const found = await onEachSite(database, { websiteIds: [one!, none!, two!], role: 'worker' }, allKeys)
    expect(found).toEqual([
      { websiteId: one, answer: '0000000a' },
      { websiteId: two, answer: '0000000b' },
      { websiteId: two, answer: '0000000c' },
    ])
    expect(await onEachSite(database, { websiteIds: [none!], role: 'worker' }, allKeys)).toEqual([])
    expect(await onEachSite(database, { websiteIds: [], role: 'worker' }, allKeys)).toEqual([])
  })

  test('a statement for all websites obeys the policies of its role', async () => {
    const websiteIds = await sitesWithKeys(['0000000a'])
    await expect(onEachSite(database, { websiteIds, role: 'visitor' }, allKeys)).rejects.toThrow()
  })

  test('a statement for all websites has its values as literals', async () => {
    const [site] = await sitesWithKeys([`0000000a`])
    const sitesWhere = (condition: ReturnType<typeof eq>) =>
      sitesWith(database, { websiteIds: [site!], role: 'worker' }, sql`select '' from ${dataKeys} where ${condition}`)
    expect(await sitesWhere(eq(dataKeys.keyId, '0000000a'))).toEqual(new Set([site]))
    expect(await sitesWhere(eq(dataKeys.keyId, `' or true or '`))).toEqual(new Set())
    expect(await sitesWhere(lt(dataKeys.firstUsedAt, new Date('2020-01-01')))).toEqual(new Set())
    expect(await sitesWhere(lt(dataKeys.firstUsedAt, new Date('2120-01-01')))).toEqual(new Set([site]))
  })

  test('a statement for all websites runs over more of them than one transaction takes', async () => {
    const [site] = await sitesWithKeys(['0000000a'])
    const websiteIds = [...Array.from({ length: 600 }, newId), site!]
    expect(await onEachSite(database, { websiteIds, role: 'worker' }, allKeys)).toHaveLength(1)
  })

  test('a statement for all websites rejects a website id that is not a UUID', async () => {
    const websiteIds = [newId(), `' || pg_sleep(9) || '`]
    await expect(onEachSite(database, { websiteIds, role: 'worker' }, allKeys)).rejects.toThrow('ids of websites')
  })
})
