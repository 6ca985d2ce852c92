import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listAccess } from '#server/accounts/access.ts'
import { identifyActor } from '#server/accounts/identify-actor.ts'
import { ensureOwner, restoreOwner } from '#server/accounts/owner.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { removeOrScheduleRemoval } from '#server/accounts/removal.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { users } from '#server/accounts/table.ts'
import { storePasswordHash } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'
import { pendingOwnerPassword } from '#server/secrets.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  days,
  minutes,
  noon,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
} from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const { authContextAt, newUser, signedIn, withFactor, mailsOf, linesOf, keys } = await openAccounts(database)
  const sitesOf = async (n: number) => Promise.all(repeatTimes(n, () => createTestSite(database)))
  const emailsOf = async (site: { websiteId: string }) =>
    (await listAccess(authContextAt(site))).administrators.map(({ email }) => email)
  const wanted = () => `owner-${newId()}@example.com`

  test('processes that start together create one owner, and one of them shows the password', async () => {
    const sites = await sitesOf(3)
    const siteIds = sites.map(({ websiteId }) => websiteId)
    const email = wanted()
    const before = await authContextAt(sites[0]!).inSite((tx) => tx.$count(users))
    const made = await Promise.all(repeatTimes(8, () => ensureOwner(database, siteIds, { email }, noon)))
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1)
    expect(await authContextAt(sites[0]!).inSite((tx) => tx.$count(users))).toBe(before + 1)
    const passwords = made.flatMap(({ generatedPassword }) => generatedPassword ?? [])
    expect(passwords).toHaveLength(1)
    for (const site of sites) expect(await emailsOf(site)).toEqual([email])
    const entering = signIn(authContextAt(sites[2]!), { email, password: passwords[0]!, rememberMe: false })
    expect(await outcomesOf([entering])).toEqual(['done'])
  })

  test('the next start shows a generated password that was not shown and not changed yet', async () => {
    const [site] = await sitesOf(1)
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-owner-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const pending = pendingOwnerPassword(folder)
    const email = wanted()
    const start = () => ensureOwner(database, [site!.websiteId], { email }, noon, pending)
    // The first process was killed before it had created the account, the next one afterwards.
    const first = pending.make(email)
    expect(await start()).toMatchObject({ email, generatedPassword: first })
    expect(await start()).toMatchObject({ email, generatedPassword: first })
    const enter = (password: string) => signIn(authContextAt(site!), { email, password, rememberMe: false })
    expect(await outcomesOf([enter(first)])).toEqual(['done'])
    const path = join(folder, 'secrets/owner-password')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    // A process that still runs shows it itself.
    const kept = JSON.parse(readFileSync(path, 'utf8'))
    const init = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19]
    writeFileSync(path, JSON.stringify({ ...kept, by: `${process.ppid} ${init}` }))
    expect(await start()).not.toHaveProperty('generatedPassword')
    writeFileSync(path, JSON.stringify({ ...kept, by: `${process.ppid} 1` }))
    expect(await start()).toMatchObject({ generatedPassword: first })
    await authContextAt(site!).inSite(async (tx) => {
      const [owner] = await tx.select().from(users).where(eq(users.email, email))
      await storePasswordHash(tx, owner!.id, await hashPassword('another one'))
    })
    expect(await start()).not.toHaveProperty('generatedPassword')
    expect(existsSync(path)).toBe(false)
  })

  test('a configured password is not shown, and a later start changes nothing', async () => {
    const [site] = await sitesOf(1)
    const email = wanted()
    const start = (password: string) => ensureOwner(database, [site!.websiteId], { email, password }, noon)
    expect(await start('chosen by hand')).toEqual({ userId: expect.any(String), email })
    await start('another one')
    const enter = (password: string) => signIn(authContextAt(site!), { email, password, rememberMe: false })
    expect(await outcomesOf([enter('chosen by hand'), enter('another one')])).toEqual(['done', 'wrong-credentials'])
  })

  test('a website with an administrator is unchanged; a new website gets the owner', async () => {
    const [old, added] = await sitesOf(2)
    const other = await newUser(old!, { administers: true })
    const email = wanted()
    await ensureOwner(database, [old!.websiteId, added!.websiteId], { email }, noon)
    expect(await emailsOf(old!)).toEqual([other.email])
    expect(await emailsOf(added!)).toEqual([email])
  })

  describe('restoring an owner', () => {
    const siteOf = ({ websiteId }: { websiteId: string }) => authContextAt({ websiteId }).site

    test('makes a removed owner the first administrator again and sends a mail', async () => {
      const site = (await sitesOf(1))[0]!
      const [owner, thief] = [await newUser(site), await newUser(site, { administers: true })]
      const old = await signedIn(site, owner.email)
      await restoreOwner(database, [siteOf(site)], { email: owner.email.toUpperCase() }, addMilliseconds(1 * days))
      expect(await emailsOf(site)).toEqual([owner.email, thief.email])
      // Their sessions have ended: a stolen one may be how it happened.
      expect((await identifyActor(database, keys, site.websiteId, { session: old.token }, noon)).kind).toBe('visitor')
      const mails = await mailsOf(site)
      expect(mails.map(({ to }) => to)).toEqual([owner.email, thief.email])
      expect(mails[0]!.text).toContain('This was done with a command on the server.')
      expect((await linesOf(site)).at(-1)).toMatchObject({
        action: 'restored',
        userId: null,
        resourceName: owner.email,
      })
      const { person } = await signedIn(site, owner.email, { now: addMilliseconds(1 * days) })
      expect(await removeOrScheduleRemoval(authContextAt(site), person, thief.userId)).toEqual({ takesEffectAt: null })
      expect(await emailsOf(site)).toEqual([owner.email])
    })

    test('naming a person as owner cancels a removal of that person that is not due yet', async () => {
      const site = (await sitesOf(1))[0]!
      const [owner, other] = [await newUser(site, { administers: true }), await newUser(site, { administers: true })]
      await removeOrScheduleRemoval(authContextAt(site), (await signedIn(site, other.email)).person, owner.userId)
      await restoreOwner(database, [siteOf(site)], { email: owner.email }, noon)
      expect((await listAccess(authContextAt(site))).administrators).toMatchObject([
        { email: owner.email, removalAt: null },
        { email: other.email },
      ])
    })

    test('creates a missing account with a password that is shown, on every site', async () => {
      const sites = await sitesOf(2)
      for (const site of sites) await newUser(site, { administers: true })
      const email = wanted()
      const restored = await restoreOwner(database, sites.map(siteOf), { email }, noon)
      for (const site of sites) {
        expect((await emailsOf(site))[0]).toBe(email)
        const entering = signIn(authContextAt(site), { email, password: restored.password!, rememberMe: false })
        expect(await outcomesOf([entering])).toEqual(['done'])
      }
    })

    test('changes the password and turns two-factor authentication off only with reset', async () => {
      const site = (await sitesOf(1))[0]!
      const owner = await newUser(site, { administers: true })
      await withFactor(site, (await signedIn(site, owner.email, { now: addMilliseconds(-20 * minutes) })).person)
      const enter = (typed: string) =>
        signIn(authContextAt(site), { email: owner.email, password: typed, rememberMe: false })
      const kept = await restoreOwner(database, [siteOf(site)], { email: owner.email }, noon)
      expect([kept, await enter(password)]).toEqual([
        { email: owner.email },
        expect.objectContaining({ challenge: expect.anything() }),
      ])
      const restored = await restoreOwner(database, [siteOf(site)], { email: owner.email, reset: true }, noon)
      expect(await outcomesOf([enter(password)])).toEqual(['wrong-credentials'])
      expect(await enter(restored.password!)).toHaveProperty('session')
    })
  })
})
