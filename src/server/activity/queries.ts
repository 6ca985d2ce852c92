import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Json } from '#domain/activity/activity.ts'
import { securityActions } from '#domain/activity/activity.ts'
import type { ActivitySearch } from '#domain/activity/activity-list.ts'
import { activityLogs } from '#server/activity/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords } from '#server/db/list.ts'

/** One user, every user but these, or lines without a user. */
export type UserFilter = { is: string } | { notAmong: readonly string[] } | 'unknown'

/** The search of the log after the days and the person of the request were resolved. */
export type ActivityFilter = Pick<ActivitySearch, 'q' | 'type' | 'action'> & {
  /** Only actions of the security log. */
  security?: boolean | undefined
  user?: UserFilter | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export type LoggedActivity = {
  id: string
  userId: string | null
  resourceType: string
  resourceId: string | null
  resourceName: string | null
  action: string
  details: Record<string, Json>
  createdAt: Date
}

const log = activityLogs
const { websiteId: _, ...columns } = getTableColumns(log)

// `createdAt` is never null, but PostgreSQL uses the index only with this wording.
const newestFirst = [sql`${log.createdAt} desc nulls last`, desc(log.id)]
const oldestFirst = [sql`${log.createdAt} asc nulls first`, asc(log.id)]

/** Keyset pagination, so that pages stay stable while the log grows. */
export type PageCursor = { size: number; before?: string | undefined; after?: string | undefined }

/** Newest first, and whether older and newer lines exist. */
export async function findActivity(
  tx: SiteTx,
  filter: ActivityFilter,
  { size, before, after }: PageCursor,
): Promise<{ lines: LoggedActivity[]; older: boolean; newer: boolean }> {
  const upwards = after !== undefined && before === undefined
  const found = await tx
    .select(columns)
    .from(log)
    .where(
      and(
        filterCondition(filter),
        before ? isBeyondEntry(tx, before, 'older') : after ? isBeyondEntry(tx, after, 'newer') : undefined,
      ),
    )
    .orderBy(...(upwards ? oldestFirst : newestFirst))
    .limit(size + 1)
  const more = found.length > size
  const lines = found.slice(0, size)
  if (upwards) return { lines: lines.reverse(), older: true, newer: more }
  return { lines, older: more, newer: before !== undefined }
}

/** The ids of deleted resources among these lines, judged by the newest line about each. */
export async function deletedResourceIds(tx: SiteTx, lines: readonly LoggedActivity[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(lines.flatMap(({ resourceId }) => resourceId ?? []))]
  const oldest = lines.at(-1)
  if (!oldest || !ids.length) return new Set()
  const newest = await tx
    .selectDistinctOn([log.resourceId], { id: log.resourceId, action: log.action })
    .from(log)
    .where(and(inArray(log.resourceId, ids), gte(log.createdAt, oldest.createdAt)))
    .orderBy(log.resourceId, desc(log.createdAt), desc(log.id))
  return new Set(newest.flatMap(({ id, action }) => (action === 'deleted' ? (id ?? []) : [])))
}

/**
 * E-mail addresses of users, read from the log lines about their access. Users without an account today keep their name
 * beside their actions. Users who never had access to this website are not named.
 */
export async function emailsOfUsers(
  tx: SiteTx,
  lines: readonly LoggedActivity[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(lines.flatMap((line) => [line.userId ?? [], accountOf(line) ?? []].flat()))]
  if (!ids.length) return new Map()
  const found = await tx
    .selectDistinctOn([log.resourceId], { id: log.resourceId, email: log.resourceName })
    .from(log)
    .where(and(eq(log.resourceType, 'access'), inArray(log.resourceId, ids)))
    .orderBy(log.resourceId, desc(log.createdAt), desc(log.id))
  return new Map(found.flatMap(({ id, email }) => (id && email ? [[id, email]] : [])))
}

/** The account of a sign-in attempt. */
export const accountOf = ({ resourceType, userId, resourceId }: LoggedActivity): string | null =>
  resourceType === 'account' && userId === null ? resourceId : null

const concernsSecurity = or(
  ...Object.entries(securityActions).map(([type, actions]) =>
    and(eq(log.resourceType, type), actions === 'all' ? undefined : inArray(log.action, [...actions])),
  ),
)

function filterCondition({ q, type, action, security, user: whose, since, until }: ActivityFilter): SQL | undefined {
  return and(
    containsWords(q, log.resourceName),
    type ? eq(log.resourceType, type) : undefined,
    action ? eq(log.action, action) : undefined,
    security ? concernsSecurity : undefined,
    whose && isByUser(whose),
    since && gte(log.createdAt, since),
    until && lt(log.createdAt, until),
  )
}

function isByUser(whose: UserFilter): SQL | undefined {
  if (whose === 'unknown') return isNull(log.userId)
  return 'is' in whose ? eq(log.userId, whose.is) : notInArray(log.userId, [...whose.notAmong])
}

/** The database stores microseconds and JavaScript milliseconds, so the moment is read by a subquery. */
function isBeyondEntry(tx: SiteTx, id: string, way: 'older' | 'newer'): SQL | undefined {
  const at = aliasedTable(log, 'at')
  const moment = tx.select({ createdAt: at.createdAt }).from(at).where(eq(at.id, id))
  const [atLeast, beyondIt] = way === 'older' ? [lte, lt] : [gte, gt]
  return and(atLeast(log.createdAt, moment), or(beyondIt(log.createdAt, moment), beyondIt(log.id, id)))
}
