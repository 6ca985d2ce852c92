import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { grantAccess } from '#server/accounts/access.ts'
import { requestPasswordReset } from '#server/accounts/change-password.ts'
import { removeOrScheduleRemoval } from '#server/accounts/removal.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { signUp } from '#server/accounts/sign-up.ts'
import { createBearerToken, createConfirmationToken } from '#server/accounts/tokens.ts'
import type { Role } from '#server/db/access.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts, outcomesOf, password, tokenInMail } from '#tests/fixtures/accounts.ts'

const readers: Record<string, Role> = {
  users: 'auth_service',
  factors: 'auth_service',
  recovery_codes: 'auth_service',
  sessions: 'auth_service',
  challenges: 'auth_service',
  one_time_tokens: 'auth_service',
  user_website_access: 'auth_service',
  rate_limits: 'auth_service',
  installation_limits: 'auth_service',
  activity_logs: 'administrator',
  mails: 'worker',
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, signedIn, withFactor, mailsOf, keys } = await openAccounts(database)

  test('credentials in a copy of the database cannot be used to sign in', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site, { administers: true })
    const { person, token } = await signedIn(site, email)
    const address = '192.0.2.99'
    const auth = authContextAt(site, { address })
    await requestPasswordReset(auth, { email })
    await grantAccess(auth, person, { email: 'guest@example.com' })
    const guest = await newUser(site, { administers: true })
    await removeOrScheduleRemoval(auth, (await signedIn(site, guest.email)).person, person.userId)
    const signedUp = await signUp(auth, { email: 'new@example.com', password: 'Harbour-Light 1!' })
    const links = (await mailsOf(site)).filter(({ text }) => /(token|invitation)=/.test(text)).map(tokenInMail)
    const { secret, recoveryCodes } = await withFactor(site, person)
    const entered = await signIn(auth, { email, password, rememberMe: false })
    await outcomesOf([signIn(auth, { email: 'typed-by-mistake@example.com', password, rememberMe: false })])
    const challenge = 'challenge' in entered ? entered.challenge.token : ''
    const of = { siteId: site.websiteId, sessionId: person.sessionId }
    const bearer = createBearerToken(keys, of, noon).token
    const confirmation = createConfirmationToken(keys, of, noon).token

    let dump = ''
    for (const [table, role] of Object.entries(readers)) {
      const { rows } = await site.as(role, (tx) =>
        tx.execute(sql.raw(`select to_jsonb(t)::text as row from ${table} t`)),
      )
      expect(rows.length, table).toBeGreaterThan(0)
      dump += JSON.stringify(rows)
    }
    expect(links).toHaveLength(4)
    expect(recoveryCodes).toHaveLength(10)
    const secrets = [token, challenge, signedUp.token, bearer, confirmation, ...links, secret, ...recoveryCodes]
    for (const one of [...secrets, password, 'Harbour-Light 1!', 'typed-by-mistake']) {
      expect(one.length).toBeGreaterThanOrEqual(8)
      // PostgreSQL shows bytes in hexadecimal.
      for (const form of [one, Buffer.from(one).toString('hex'), Buffer.from(one).toString('base64')])
        expect(dump.includes(form), `${one} as ${form}`).toBe(false)
    }
  })

  test('only the role auth_service can read credentials', async () => {
    const site = await createTestSite(database)
    const tables = Object.keys(readers).filter((table) => readers[table] === 'auth_service')
    for (const table of tables)
      for (const role of ['visitor', 'administrator', 'checkout', 'worker'] as const) {
        if (table === 'user_website_access' && role === 'administrator') continue
        const read = site.as(role, (tx) => tx.execute(sql.raw(`select 1 from ${table}`)))
        await expect(read, `${role} reads ${table}`).rejects.toMatchObject({ cause: { code: '42501' } })
      }
  })
})
