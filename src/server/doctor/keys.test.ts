import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf, verifyAndRecordAppSecret, verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { postgresFindings } from '#server/doctor/database.ts'
import type { ConfiguredKeys } from '#server/doctor/keys.ts'
import { copyTemplateDatabase, createTestSite } from '#tests/database.ts'
import { runStatementOn } from '#tests/services/postgres.ts'

const keysWith = (secret: string, websiteId: string) => {
  const secretId = secretIdOf(createDerivedKeys(secret))
  const sealer = createSealer({ current: randomBytes(32) })
  return { sealer, secretId, lost: [], lostSecrets: [], websiteIds: [websiteId] }
}

describe('on PostgreSQL', async () => {
  const { urls, remove } = await copyTemplateDatabase()
  const database = await openPostgres({ ...urls, poolSize: 2 })
  afterAll(async () => {
    await database.close()
    await remove()
  })
  const { websiteId } = await createTestSite(database)
  const own = keysWith('the secret of the first start', websiteId)
  await verifyAndRecordDataKey(database, [websiteId], own.sealer)
  await verifyAndRecordAppSecret(database, [websiteId], own.secretId)

  const looked = async (keys: ConfiguredKeys) =>
    (await postgresFindings({ ...urls, poolSize: 2, keys }))
      .filter(({ subject }) => ['Data keys', 'App secret'].includes(subject))
      .map(({ subject, state, message }) => [subject, state, message])

  test('compares the keys with those that the database was written with', async () => {
    expect(await looked(own)).toEqual([
      ['Data keys', 'ok', '1 in use, all of them known'],
      ['App secret', 'ok', 'the one that the database was written with'],
    ])
    expect(await looked(keysWith('another one', websiteId))).toEqual([
      ['Data keys', 'bad', `values are sealed with a key that is missing here (${own.sealer.currentKey})`],
      ['App secret', 'bad', `the database was written with another one (${own.secretId})`],
    ])
    expect(await looked(null)).toEqual([
      ['Data keys', 'bad', 'none is here, and the database was written with one'],
      ['App secret', 'bad', 'none is here, and the database was written with one'],
    ])
  })

  test('the doctor reports keys that cannot be compared as bad', async () => {
    await runStatementOn(urls.ownerUrl, 'revoke select on data_keys, app_secrets from worker')
    expect(await looked(own)).toEqual([
      ['Data keys', 'bad', expect.stringContaining('permission denied')],
      ['App secret', 'bad', expect.stringContaining('permission denied')],
    ])
  })
})
