import { escapeLiteral } from 'pg'
import { uuidShape } from '#domain/uuid.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { isCollision, refused } from '#server/db/errors.ts'
import { type Role, roles } from '#server/db/roles.ts'
import { assertNoneOpen } from '#server/db/transaction.ts'
import { deadlineMs } from '#server/test-mode.ts'

/** Whose rows, and who acts. An administrator is always somebody. */
export type Scope = { websiteId: string; role: Role; userId?: string | undefined }

/** The administrator who edits, and when. Commands take it as a parameter and write it into the activity log. */
export type EditContext = { userId: string; now: Date }
/** Like `EditContext`, also for changes that the system makes by itself: then `userId` is null. */
export type ChangeContext = { userId: string | null; now: Date }

declare const insideOneSite: unique symbol
export type SiteTx = Queries & { readonly [insideOneSite]: true }

type Options = {
  /** The work may be run again, up to twice, when another transaction stood in its way. It must do nothing outside. */
  retry?: boolean
  /** How long the transaction may stay open, in milliseconds. */
  longest?: number
}

const usualLongest = deadlineMs(5_000)

const scopes = new WeakMap<SiteTx, { database: Database; scope: Scope }>()

/**
 * Inside, PostgreSQL shows one website's rows and lets the role do what the tables allow it; no query needs to say so.
 * There is no other way to a website's table. Role and website belong to the transaction and end with it.
 */
export async function inSite<T>(
  database: Database,
  scope: Scope,
  work: (tx: SiteTx) => Promise<T>,
  { retry = false, longest = usualLongest }: Options = {},
): Promise<T> {
  assertNoneOpen('inSite')
  const opening = openingOf(scope)
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(
        opening,
        (queries) => {
          // The brand says that the opening statements have run, which no type could show.
          const tx = queries as SiteTx
          scopes.set(tx, { database, scope })
          return work(tx)
        },
        longest,
      )
    } catch (error) {
      if (!retry || attempt === 3 || !isCollision(error)) throw refused(error)
    }
  }
}

/** Where a transaction takes place. */
export function placeOf(tx: SiteTx): { database: Database; scope: Scope } {
  const place = scopes.get(tx)
  if (!place) throw new Error('This tx did not come from inSite.')
  return place
}

let readOnly = ''

/** For a test app that several tests share: from now on a write fails, because the next test would see it. */
export function refuseWrites(): void {
  readOnly = 'set transaction read only; '
}

/** One text for one round trip, hence literals; nothing gets this far that is not an id or a known role. */
function openingOf({ websiteId, role, userId = '' }: Scope): string {
  if (!uuidShape.test(websiteId)) throw new Error('inSite needs the id of a website.')
  if (!roles.includes(role)) throw new Error(`There is no role ${role}.`)
  if (role === 'administrator' && !userId) throw new Error('An administrator is somebody: inSite needs the userId.')
  return `${readOnly}set local role ${role}; set local app.website_id = '${websiteId}'; set local app.user_id = ${escapeLiteral(userId)}`
}
