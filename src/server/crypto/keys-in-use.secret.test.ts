import { describe, expect, test } from 'vitest'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf, verifyAndRecordAppSecret } from '#server/crypto/keys-in-use.ts'
import { appSecrets } from '#server/crypto/table.ts'
import { bothEngines, createTestSite, openTestDatabase, type TestSite } from '#tests/database.ts'

const idOf = (secret: string) => secretIdOf(createDerivedKeys(secret.padEnd(32, '.')))
const [first, second] = [idOf('first'), idOf('second')]
const noted = async (...sites: TestSite[]) =>
  (await Promise.all(sites.map((site) => site.as('worker', (tx) => tx.select().from(appSecrets)))))
    .flat()
    .map(({ secretId }) => secretId)

describe.each(bothEngines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const start = (sites: TestSite[], id: string, ...lost: string[]) =>
    verifyAndRecordAppSecret(
      database,
      sites.map(({ websiteId }) => websiteId),
      id,
      lost,
    )

  test('the first start records the id of APP_SECRET, and later starts must use the same', async () => {
    const site = await createTestSite(database)
    for (let starts = 0; starts < 3; starts++) await start([site], first)
    await expect(start([site], second)).rejects.toMatchObject({
      explained: true,
      message: expect.stringMatching(
        /^The database was written with another APP_SECRET .*bring back .*export or erase .*name its id in APP_SECRETS_LOST: /,
      ),
    })
    expect(await noted(site)).toEqual([first])
    await start([site], first)
  })

  test('a start refused by one website records no secret for a new one', async () => {
    const [old, added] = [await createTestSite(database), await createTestSite(database)]
    await start([old], first)
    await expect(start([added, old], second)).rejects.toThrow('another APP_SECRET')
    await start([added, old], first)
    expect(await noted(added, old)).toEqual([first, first])
  })

  test('accepts one new secret in place of a lost one, and no third', async () => {
    const site = await createTestSite(database)
    await start([site], first)
    await expect(start([site], second, '00000000')).rejects.toThrow(`its id is ${first}`)
    await start([site], second, first)
    await start([site], second)
    await expect(start([site], idOf('third'), first)).rejects.toThrow(`its id is ${second}`)
    expect(await noted(site)).toEqual([second])
  })

  test('only the worker role reads the recorded secrets', async () => {
    const site = await createTestSite(database)
    for (const role of ['visitor', 'administrator', 'checkout', 'auth_service'] as const)
      await expect(site.as(role, (tx) => tx.select().from(appSecrets))).rejects.toThrow()
  })
})

test('of processes that start at once with different secrets, those with one secret continue', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 8 })
  for (let round = 0; round < 10; round++) {
    const sites = [await createTestSite(database), await createTestSite(database)]
    const ids = [first, second, idOf('third'), first, second, idOf('third'), first, second]
    const websiteIds = sites.map(({ websiteId }) => websiteId)
    const starts = await Promise.allSettled(ids.map((id) => verifyAndRecordAppSecret(database, websiteIds, id)))
    const [inUse, same] = await noted(...sites)
    expect(same).toBe(inUse)
    expect(starts.map(({ status }) => status === 'fulfilled')).toEqual(ids.map((id) => id === inUse))
  }
})
