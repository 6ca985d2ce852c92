import { sql } from 'drizzle-orm'
import { escapeLiteral } from 'pg'
import { uuidPattern } from '#domain/uuid.ts'
import { needsUser, type Role, roles } from '#server/db/access.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { isSerializationFailure, toRefusal } from '#server/db/errors.ts'
import { assertNoOpenTransaction } from '#server/db/transaction.ts'
import { deadlineMs } from '#server/test-mode.ts'

/** The website whose rows are visible, and the role. The roles `administrator` and `preview` need a user. */
export type Scope = { websiteId: string; role: Role; userId?: string | undefined }

/** The administrator who edits, and when. Commands take it as a parameter and write it into the activity log. */
export type EditContext = { userId: string; now: Date }
/** Like `EditContext`, also for changes that the system makes by itself: then `userId` is null. */
export type ChangeContext = { userId: string | null; now: Date }

declare const insideOneSite: unique symbol
export type SiteTx = Queries & { readonly [insideOneSite]: true }

type Options = {
  /** Runs the work again, up to twice, after a serialization failure. The work must have no effect outside. */
  retry?: boolean
  /** How long the transaction may stay open. */
  timeoutMs?: number
}

const defaultTimeoutMs = deadlineMs(5_000)

type TxScope = Scope & { database: Database }

const scopes = new WeakMap<SiteTx, TxScope>()

/**
 * Inside, PostgreSQL shows the rows of one website and allows the role what the policies of the tables allow; queries need
 * no condition for it. There is no other way to a website's tables. Role and website end with the transaction.
 */
export async function inSite<T>(
  database: Database,
  scope: Scope,
  work: (tx: SiteTx) => Promise<T>,
  { retry = false, timeoutMs = defaultTimeoutMs }: Options = {},
): Promise<T> {
  assertNoOpenTransaction('inSite')
  const opening = openingStatements(scope)
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(
        opening,
        (queries) => {
          // The brand states that the opening statements have run, which the compiler cannot know.
          const tx = queries as SiteTx
          scopes.set(tx, { ...scope, database })
          return work(tx)
        },
        timeoutMs,
      )
    } catch (error) {
      if (!retry || attempt === 3 || !isSerializationFailure(error)) throw toRefusal(error)
    }
  }
}

/** The scope that `inSite` opened a transaction with, and its database. */
export function scopeOf(tx: SiteTx): TxScope {
  const scope = scopes.get(tx)
  if (!scope) throw new Error('This tx did not come from inSite.')
  return scope
}

let readOnly = ''

/** For a test app that several tests share: every later write fails, because the next test would see it. */
export function makeTransactionsReadOnly(): void {
  readOnly = 'set transaction read only; '
}

/** One text for one round trip, hence literals; only ids and known roles get here. */
function openingStatements({ websiteId, role, userId = '' }: Scope): string {
  if (!uuidPattern.test(websiteId)) throw new Error('inSite needs the id of a website.')
  if (!roles.includes(role)) throw new Error(`There is no role ${role}.`)
  if (needsUser(role) && !userId) throw new Error(`The role ${role} needs the userId.`)
  return `${readOnly}set local role ${role}; set local app.website_id = '${websiteId}'; set local app.user_id = ${escapeLiteral(userId)}`
}

/**
 * Runs part of a transaction in another role, on the same website. `none` is the login itself, which only has rights on
 * the job tables.
 */
export async function asRole<T>(tx: SiteTx, role: Role | 'none', work: () => Promise<T>): Promise<T> {
  const before = rolesNow.get(tx) ?? scopeOf(tx).role
  await tx.execute(sql.raw(`set local role ${role}`))
  rolesNow.set(tx, role)
  const result = await work()
  await tx.execute(sql.raw(`set local role ${before}`))
  rolesNow.set(tx, before)
  return result
}

/** The current role of a transaction inside `asRole`, to which a nested `asRole` returns. */
const rolesNow = new WeakMap<SiteTx, Role | 'none'>()
