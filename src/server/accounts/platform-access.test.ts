import { describe, expect, test } from 'vitest'
import { identifyActor } from '#server/accounts/identify-actor.ts'
import { grantPlatformAccess, listPlatformAccess, revokePlatformAccess } from '#server/accounts/platform-access.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { errorCode } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { websites } from '#server/sites/table.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts } from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)

  async function newPerson({ administers }: { administers: boolean }) {
    const site = await createTestSite(database)
    const { email, userId } = await accounts.newUser(site, { administers })
    const { token } = await accounts.signedIn(site, email)
    return {
      site,
      email,
      asAccounts: site.as.bind(null, 'auth_service'),
      actor: () => identifyActor(database, accounts.keys, site.websiteId, { session: token }, noon),
      asPlatform: <T>(websiteId: string, work: Parameters<typeof inSite<T>>[2]) =>
        inSite(database, { websiteId, role: 'platform', userId }, work),
    }
  }

  test('platform access is granted to an account, shown in the list, and ends with the next request', async () => {
    const { email, asAccounts, actor } = await newPerson({ administers: true })
    expect(await actor()).not.toHaveProperty('hasPlatformAccess')
    expect(await asAccounts((tx) => grantPlatformAccess(tx, email.toUpperCase(), noon))).toBe(true)
    expect(await asAccounts((tx) => grantPlatformAccess(tx, email, noon))).toBe(true)
    expect(await actor()).toMatchObject({ kind: 'administrator', hasPlatformAccess: true })
    expect(await asAccounts(listPlatformAccess)).toContainEqual({ email, grantedAt: noon })
    expect(await asAccounts((tx) => revokePlatformAccess(tx, email))).toBe(true)
    expect(await asAccounts((tx) => revokePlatformAccess(tx, email))).toBe(false)
    expect(await actor()).not.toHaveProperty('hasPlatformAccess')
    expect(await asAccounts((tx) => grantPlatformAccess(tx, 'nobody@example.com', noon))).toBe(false)
  })

  test('platform access opens no website', async () => {
    const { email, asAccounts, actor } = await newPerson({ administers: false })
    await asAccounts((tx) => grantPlatformAccess(tx, email, noon))
    expect(await actor()).toMatchObject({ kind: 'signed-in' })
    expect(await actor()).not.toHaveProperty('hasPlatformAccess')
  })

  test('the role platform creates websites for a person with platform access, and reads no data of a site', async () => {
    const { site, email, asAccounts, asPlatform } = await newPerson({ administers: true })
    const made = newId()
    const create = () => asPlatform(made, (tx) => tx.insert(websites).values({ websiteId: made, name: 'New' }))
    expect(await create().catch(errorCode)).toBe('42501')
    await asAccounts((tx) => grantPlatformAccess(tx, email, noon))
    await create()
    expect(await asPlatform(site.websiteId, (tx) => tx.select().from(orders)).catch(errorCode)).toBe('42501')
    await asAccounts((tx) => revokePlatformAccess(tx, email))
    expect(await asPlatform(made, (tx) => tx.select().from(websites))).toEqual([])
  })
})
