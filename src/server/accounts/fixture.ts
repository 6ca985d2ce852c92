import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { hashSync } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import { defaultRequirements } from '#domain/accounts/password.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AccountParts, Desk, Person } from '#server/accounts/desk.ts'
import { finishEnrollment, startEnrollment } from '#server/accounts/enrollment.ts'
import { giveAccess } from '#server/accounts/give-access.ts'
import { accountKeys } from '#server/accounts/keys.ts'
import { livingSession } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { makeAccount } from '#server/accounts/sign-up.ts'
import { codeAt, stepAt } from '#server/accounts/totp.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import type { Role } from '#server/db/roles.ts'
import { startJobs } from '#server/jobs/start.ts'
import type { Mail } from '#server/mail/mail.ts'
import { contentPlace } from '#server/mail/queue.ts'
import { openPost } from '#server/mail/send.ts'
import { mails } from '#server/mail/table.ts'
import { patience } from '#tests/patience.ts'

/** For tests: everybody has this password, hashed so that comparing it takes no time. */
export const password = 'Night-Ferry 7!'
const cheap = hashSync(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })

export const noon = new Date('2026-05-01T12:00:00Z')
export const later = (ms: number, from = noon) => new Date(+from + ms)
export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours

type Place = { websiteId: string }
export type TestAccounts = Awaited<ReturnType<typeof openAccounts>>
type DeskOptions = Partial<Pick<Desk, 'now' | 'address' | 'tokens' | 'device'>>

export const testKeys = () => ({
  sealer: createSealer({ current: randomBytes(32) }),
  keys: accountKeys(createDerivedKeys(randomBytes(32).toString('hex'))),
})

/** Accounts on a test database, with mails that are queued for real and never sent. */
export async function openAccounts(database: Database) {
  const { keys, sealer } = testKeys()
  const parts: AccountParts = { keys, sealer }
  const { job } = openPost(database, {
    sealer,
    carrier: { deliver: () => Promise.reject(new Error('never sent')) },
    senderOf: () => null,
    clock: () => noon,
    report: () => {},
  })
  const jobs = await startJobs(database, { jobs: [job], work: false, report: console.error })
  afterAll(() => jobs.stop())

  const deskAt = ({ websiteId }: Place, options: DeskOptions = {}): Desk => ({
    ...parts,
    site: {
      siteId: websiteId,
      name: 'Marlow Quay',
      locale: 'en-GB',
      origin: 'https://site.example',
      passwords: defaultRequirements,
    },
    now: noon,
    inSite: (work) => inSite(database, { websiteId, role: 'auth_service' }, work),
    address: newId(),
    device: 'Firefox on Linux',
    tokens: {},
    ...options,
  })

  /** The activity log, the oldest line first. */
  const linesOf = ({ websiteId }: Place) =>
    inSite(database, { websiteId, role: 'administrator', userId: newId() }, (tx) =>
      tx.select().from(activityLogs).orderBy(activityLogs.id),
    )

  return {
    ...parts,
    database,
    deskAt,
    /** Somebody new, with `password`. */
    newUser: async (site: Place, { administers = false, passwordHash = cheap } = {}) => {
      const email = `${newId()}@example.com`
      const userId = await deskAt(site).inSite(async (tx) => {
        const id = (await makeAccount(tx, { now: noon }, { email, passwordHash }))!
        const grant = { userId: id, email, grantedBy: null, action: 'granted' } as const
        if (administers) await giveAccess(tx, { now: noon }, grant)
        return id
      })
      return { userId, email }
    },
    /** A browser in which somebody is signed in. */
    signedIn: async (site: Place, email: string, { now = noon, rememberMe = false } = {}) => {
      const entered = await signIn(deskAt(site, { now }), { email, password, rememberMe })
      if (!('session' in entered)) throw new Error('A second factor is asked for.')
      const { token } = entered.session
      const living = await deskAt(site).inSite((tx) => livingSession(tx, { token }, now))
      const person: Person = { userId: living!.userId, sessionId: living!.id }
      return { token, person }
    },
    /** Sets up two-factor authentication a while before noon. */
    withFactor: async (site: Place, person: Person) => {
      const desk = deskAt(site, { now: later(-10 * minutes) })
      const { secret, factorId } = await startEnrollment(desk, person, { currentPassword: password })
      const code = codeAt(secret, stepAt(desk.now))
      const { recoveryCodes } = await finishEnrollment(desk, person, { factorId, code })
      return { secret, factorId, recoveryCodes }
    },
    /** What waits to be sent in the name of a website, the oldest first. */
    mailsOf: ({ websiteId }: Place): Promise<Mail[]> =>
      inSite(database, { websiteId, role: 'worker' }, async (tx) => {
        const found = await tx.select({ id: mails.id, content: mails.content }).from(mails).orderBy(mails.id)
        return found.map(({ id, content }) => JSON.parse(sealer.open(contentPlace(websiteId, id), content!)))
      }),
    activityOf: async (site: Place) => (await linesOf(site)).map(({ action }) => action),
    linesOf,
  }
}

/** The token in the link of a mail. */
export const tokenIn = (mail: Mail | undefined): string => /(?:token|invitation)=([\w-]{43})/.exec(mail!.text)![1]!

/** What each of several that run at the same time comes to: `done`, or the reason of its refusal. */
export const outcomes = (all: Promise<unknown>[]): Promise<string[]> =>
  Promise.all(
    all.map((one) =>
      one.then(
        () => 'done',
        (error) => error.reason ?? String(error),
      ),
    ),
  )

/** On a busy machine the database has no time for some of many: each of them asks again until it has, as a person would. */
export async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + patience; ; await after(50))
    try {
      return await ask()
    } catch (error) {
      const isToComeAgain = error instanceof Refusal && error.reason === 'unavailable'
      if (!isToComeAgain || Date.now() > until) throw error
    }
}

export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
export const howMany = (all: string[]) =>
  Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]))

/**
 * For PostgreSQL: while somebody else holds a row, has several begin, each when the one before it waits for something,
 * and then lets all go on at once. What each does before it must wait, it has done by then.
 */
export async function allAtOnce(
  database: Database,
  { websiteId }: Place,
  lock: (tx: SiteTx) => Promise<unknown>,
  begin: (() => Promise<unknown>)[],
  role: Role = 'auth_service',
): Promise<string[]> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const scope = { websiteId, role } as const
  const hold = async (tx: SiteTx) => {
    await lock(tx)
    locked.resolve()
    await release.promise
  }
  const holding = inSite(database, scope, hold, { longest: 60_000 })
  await locked.promise
  const waiting = () =>
    inSite(database, scope, async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`select count(distinct pid) as n from pg_locks
        where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`)
      return Number(rows[0]!.n)
    })
  const begun: Promise<string[]>[] = []
  for (const one of begin) {
    begun.push(outcomes([one()]))
    await expect.poll(waiting).toBeGreaterThanOrEqual(begun.length)
  }
  release.resolve()
  await holding
  return (await Promise.all(begun)).flat()
}
