import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { dataKeys } from '#server/crypto/table.ts'
import { bothEngines, createTestSite, openTestDatabase, type TestSite } from '#tests/database.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
const noted = async (site: TestSite) =>
  (await site.as('worker', (tx) => tx.select().from(dataKeys))).map(({ keyId }) => keyId)

describe.each(bothEngines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const start = (site: TestSite, current: Buffer, ...old: Buffer[]) =>
    verifyAndRecordDataKey(database, [site.websiteId], createSealer({ current, old }))

  test('records a key once, however often the server starts with it', async () => {
    const site = await createTestSite(database)
    for (let starts = 0; starts < 3; starts++) await start(site, first)
    expect(await noted(site)).toEqual([createSealer({ current: first }).currentKey])
  })

  test('refuses a start with another data key in one sentence, and records nothing', async () => {
    const site = await createTestSite(database)
    await start(site, first)
    await expect(start(site, second)).rejects.toMatchObject({
      explained: true,
      message: expect.stringMatching(
        /^The database holds values sealed with a data key that is missing .*DATA_KEYS_OLD\. If it is gone for good, name its id in DATA_KEYS_LOST: /,
      ),
    })
    expect(await noted(site)).toHaveLength(1)
    await start(site, first)
  })

  test('accepts a new key beside the old one, and then requires both', async () => {
    const site = await createTestSite(database)
    await start(site, first)
    await start(site, second, first)
    expect(await noted(site)).toHaveLength(2)
    await expect(start(site, second)).rejects.toThrow('is missing')
  })

  test('starts without a key that is declared lost, and requires it otherwise', async () => {
    const site = await createTestSite(database)
    await start(site, first)
    const sealer = createSealer({ current: second })
    const startWithout = (...lost: string[]) => verifyAndRecordDataKey(database, [site.websiteId], sealer, lost)
    await expect(startWithout('00000000')).rejects.toThrow('is missing')
    await startWithout(createSealer({ current: first }).currentKey)
    expect(await noted(site)).toHaveLength(2)
    await expect(startWithout()).rejects.toThrow('is missing')
    await start(site, second, first)
  })

  test('only the worker role reads the recorded keys', async () => {
    const site = await createTestSite(database)
    for (const role of ['visitor', 'administrator', 'checkout', 'auth_service'] as const)
      await expect(site.as(role, (tx) => tx.select().from(dataKeys))).rejects.toThrow()
  })
})
