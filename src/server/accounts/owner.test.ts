import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listAccess } from '#server/accounts/access.ts'
import { ensureOwner } from '#server/accounts/owner.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { users } from '#server/accounts/table.ts'
import { setPassword } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'
import { unsaidPassword } from '#server/secrets.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts, outcomes, times } from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const { deskAt, newUser } = await openAccounts(database)
  const sitesOf = async (n: number) => Promise.all(times(n, () => newSite(database)))
  const emailsOf = async (site: { websiteId: string }) =>
    (await listAccess(deskAt(site))).administrators.map(({ email }) => email)
  const wanted = () => `owner-${newId()}@example.com`

  test('processes that start together make one owner of all websites, and one of them tells the password', async () => {
    const sites = await sitesOf(3)
    const siteIds = sites.map(({ websiteId }) => websiteId)
    const email = wanted()
    const before = await deskAt(sites[0]!).inSite((tx) => tx.$count(users))
    const made = await Promise.all(times(8, () => ensureOwner(database, siteIds, { email }, noon)))
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1)
    expect(await deskAt(sites[0]!).inSite((tx) => tx.$count(users))).toBe(before + 1)
    const passwords = made.flatMap(({ generatedPassword }) => generatedPassword ?? [])
    expect(passwords).toHaveLength(1)
    for (const site of sites) expect(await emailsOf(site)).toEqual([email])
    const entering = signIn(deskAt(sites[2]!), { email, password: passwords[0]!, rememberMe: false })
    expect(await outcomes([entering])).toEqual(['done'])
  })

  test('a password that was made and not said is said by the next start, until it was said or changed', async () => {
    const [site] = await sitesOf(1)
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-owner-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const unsaid = unsaidPassword(folder)
    const email = wanted()
    const start = () => ensureOwner(database, [site!.websiteId], { email }, noon, unsaid)
    // One was killed before it had made the account, the next one afterwards.
    const first = unsaid.make(email)
    expect(await start()).toMatchObject({ email, generatedPassword: first })
    expect(await start()).toMatchObject({ email, generatedPassword: first })
    const enter = (password: string) => signIn(deskAt(site!), { email, password, rememberMe: false })
    expect(await outcomes([enter(first)])).toEqual(['done'])
    const path = join(folder, 'secrets/owner-password')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    // A process that is still there says it itself.
    const kept = JSON.parse(readFileSync(path, 'utf8'))
    const init = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19]
    writeFileSync(path, JSON.stringify({ ...kept, by: `${process.ppid} ${init}` }))
    expect(await start()).not.toHaveProperty('generatedPassword')
    writeFileSync(path, JSON.stringify({ ...kept, by: `${process.ppid} 1` }))
    expect(await start()).toMatchObject({ generatedPassword: first })
    await deskAt(site!).inSite(async (tx) => {
      const [owner] = await tx.select().from(users).where(eq(users.email, email))
      await setPassword(tx, owner!.id, await hashPassword('another one'))
    })
    expect(await start()).not.toHaveProperty('generatedPassword')
    expect(existsSync(path)).toBe(false)
  })

  test('a password that was chosen is not told, and a later start changes nothing', async () => {
    const [site] = await sitesOf(1)
    const email = wanted()
    const start = (password: string) => ensureOwner(database, [site!.websiteId], { email, password }, noon)
    expect(await start('chosen by hand')).toEqual({ userId: expect.any(String), email })
    await start('another one')
    const enter = (password: string) => signIn(deskAt(site!), { email, password, rememberMe: false })
    expect(await outcomes([enter('chosen by hand'), enter('another one')])).toEqual(['done', 'wrong-credentials'])
  })

  test('a website that somebody administers keeps its people; one that is new gets the owner', async () => {
    const [old, added] = await sitesOf(2)
    const somebody = await newUser(old!, { administers: true })
    const email = wanted()
    await ensureOwner(database, [old!.websiteId, added!.websiteId], { email }, noon)
    expect(await emailsOf(old!)).toEqual([somebody.email])
    expect(await emailsOf(added!)).toEqual([email])
  })
})
