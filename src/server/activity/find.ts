import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  ilike,
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
import { activityLogs } from '#server/activity/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Whose deeds: one person's, those of all who are not among these, or of nobody who is known. */
export type Whose = { is: string } | { notAmong: readonly string[] } | 'unknown'

export type ActivitySearch = {
  q?: string | undefined
  type?: string | undefined
  action?: string | undefined
  /** Only what concerns security. */
  security?: boolean | undefined
  whose?: Whose | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export type Line = {
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

// No line is without a moment, but only in these words does the database see that its index has them in order.
const newestFirst = [sql`${log.createdAt} desc nulls last`, desc(log.id)]
const oldestFirst = [sql`${log.createdAt} asc nulls first`, asc(log.id)]

/** A page is found from the line before or after it, so that nothing moves under the reader while the log grows. */
export type Place = { size: number; before?: string | undefined; after?: string | undefined }

/** The newest first, and whether there are older and newer ones than these. */
export async function findActivity(
  tx: SiteTx,
  search: ActivitySearch,
  { size, before, after }: Place,
): Promise<{ lines: Line[]; older: boolean; newer: boolean }> {
  const upwards = after !== undefined && before === undefined
  const found = await tx
    .select(columns)
    .from(log)
    .where(and(matching(search), before ? beyond(tx, before, 'older') : after ? beyond(tx, after, 'newer') : undefined))
    .orderBy(...(upwards ? oldestFirst : newestFirst))
    .limit(size + 1)
  const more = found.length > size
  const lines = found.slice(0, size)
  if (upwards) return { lines: lines.reverse(), older: true, newer: more }
  return { lines, older: more, newer: before !== undefined }
}

/** Of these lines, the things that are gone: the newest line about each says so. */
export async function goneAmong(tx: SiteTx, lines: readonly Line[]): Promise<ReadonlySet<string>> {
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
 * What the log itself calls people: the address under which they got or lost access. So whoever is removed later, or
 * leaves, is still named beside what they have done.
 */
export async function peopleIn(tx: SiteTx, lines: readonly Line[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(lines.flatMap(({ userId }) => userId ?? []))]
  if (!ids.length) return new Map()
  const found = await tx
    .selectDistinctOn([log.resourceId], { id: log.resourceId, email: log.resourceName })
    .from(log)
    .where(and(eq(log.resourceType, 'access'), inArray(log.resourceId, ids)))
    .orderBy(log.resourceId, desc(log.createdAt), desc(log.id))
  return new Map(found.flatMap(({ id, email }) => (id && email ? [[id, email]] : [])))
}

const concernsSecurity = or(
  ...Object.entries(securityActions).map(([type, actions]) =>
    and(eq(log.resourceType, type), actions === 'all' ? undefined : inArray(log.action, [...actions])),
  ),
)

function matching({ q, type, action, security, whose, since, until }: ActivitySearch): SQL | undefined {
  return and(
    q ? ilike(log.resourceName, `%${q.replaceAll(/[%_\\]/g, '\\$&')}%`) : undefined,
    type ? eq(log.resourceType, type) : undefined,
    action ? eq(log.action, action) : undefined,
    security ? concernsSecurity : undefined,
    whose && isOf(whose),
    since && gte(log.createdAt, since),
    until && lt(log.createdAt, until),
  )
}

function isOf(whose: Whose): SQL | undefined {
  if (whose === 'unknown') return isNull(log.userId)
  return 'is' in whose ? eq(log.userId, whose.is) : notInArray(log.userId, [...whose.notAmong])
}

/** The database knows moments more finely than we do, so the line itself is asked when it was. */
function beyond(tx: SiteTx, id: string, way: 'older' | 'newer'): SQL | undefined {
  const at = aliasedTable(log, 'at')
  const moment = tx.select({ createdAt: at.createdAt }).from(at).where(eq(at.id, id))
  const [asFar, further] = way === 'older' ? [lte, lt] : [gte, gt]
  return and(asFar(log.createdAt, moment), or(further(log.createdAt, moment), further(log.id, id)))
}
