import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { deletedSiteRetentionDays } from '#domain/hosted-sites/hosted-site.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf, verifyAndRecordAppSecret, verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { postgresFindings } from '#server/doctor/database.ts'
import { copyTemplateDatabase, createTestSite } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { runStatementOn } from '#tests/services/postgres.ts'

const { urls, remove } = await copyTemplateDatabase()
const database = await openPostgres({ ...urls, poolSize: 2 })
afterAll(async () => {
  await database.close()
  await remove()
})

const accounts = await openAccounts(database)
const sealer = createSealer({ current: randomBytes(32) })
const secretId = secretIdOf(createDerivedKeys('the secret of the first start'))
const keys = { sealer, secretId, lost: [], lostSecrets: [] }
const folder = (await createTestSite(database)).websiteId
await verifyAndRecordDataKey(database, [folder], sealer)
await verifyAndRecordAppSecret(database, [folder], secretId)

const days = (count: number) => `now() + interval '${count} days'`
type Hosted = { confirmed?: boolean; administered?: boolean; suspended?: boolean; goneInDays?: number }

async function newHostedSite(name: string, about: Hosted = {}): Promise<string> {
  const { confirmed = true, administered = true, suspended = false, goneInDays } = about
  const site = await createTestSite(database)
  const { websiteId } = site
  await runStatementOn(
    urls.ownerUrl,
    `set row_security = off;
    insert into hosted_sites (website_id, starter, name, created_at, suspended_at, delete_after) values
      ('${websiteId}', 'musician', '${name}', now(), ${suspended ? 'now()' : 'null'}, ${goneInDays ? days(goneInDays) : 'null'});
    insert into site_hosts (host, website_id, is_main, created_at, confirmed_at, confirmation) values
      ('${name.toLowerCase()}.example', '${websiteId}', true, now(), ${confirmed ? `now(), 'person'` : 'null, null'})`,
  )
  if (administered) await accounts.newUser(site, { administers: true })
  return websiteId
}

const look = async (...subjects: string[]) =>
  (await postgresFindings({ ...urls, poolSize: 2, keys: { ...keys, websiteIds: [folder] } }))
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ state, message }) => `${state}: ${message}`)

test('reports the state of hosted sites and checks their keys', async () => {
  expect(await look('Websites')).toEqual([])
  await newHostedSite('Fine')
  expect(await look('Websites')).toEqual(['ok: 1 created in the admin area'])
  await newHostedSite('Waiting', { confirmed: false })
  await newHostedSite('Alone', { administered: false })
  await newHostedSite('Quiet', { suspended: true })
  await newHostedSite('Gone', { goneInDays: 3, confirmed: false, administered: false })
  await newHostedSite('Later', { goneInDays: deletedSiteRetentionDays })
  expect(await look('Websites')).toEqual([
    'ok: 6 created in the admin area; suspended: Quiet',
    'warn: not confirmed, so not served: waiting.example',
    'warn: without an administrator: Alone',
    'warn: deleted for good within a week: Gone',
  ])
  expect(await look('Data keys', 'App secret')).toEqual([
    'ok: 1 in use, all of them known',
    'ok: the one that the database was written with',
  ])
  const other = await newHostedSite('Other')
  const theirs = createSealer({ current: randomBytes(32) })
  await verifyAndRecordDataKey(database, [other], theirs)
  await verifyAndRecordAppSecret(database, [other], '0badc0de')
  expect(await look('Data keys', 'App secret')).toEqual([
    `bad: values are sealed with a key that is missing here (${theirs.currentKey})`,
    'bad: the database was written with another one (0badc0de)',
  ])
})

test('the doctor names five hosted websites and counts the others', async () => {
  for (let at = 0; at < 7; at++) await newHostedSite(`Many${at}`, { administered: false })
  expect(await look('Websites')).toContainEqual(
    expect.stringMatching(/^warn: without an administrator: (\w+, ){4}\w+ and \d more$/),
  )
})
