import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { sameOriginOnly } from '#api/accounts/auth-context.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, may, query } from '#api/guards.ts'
import { activityActions, type Changes, type ResourceType } from '#domain/activity/activity.ts'
import { activityCsv } from '#domain/activity/csv.ts'
import { daysBetween } from '#domain/activity/days.ts'
import { editPath, readableValue } from '#domain/activity/words.ts'
import { canBeTold } from '#domain/announcements/from-activity.ts'
import { isLocalDate } from '#domain/time/zoned.ts'
import { listAccess } from '#server/accounts/access.ts'
import {
  type ActivitySearch,
  findActivity,
  goneAmong,
  type LoggedActivity,
  peopleIn,
  type UserFilter,
} from '#server/activity/queries.ts'

const text = z.string()
const held = z.union([text, z.number(), z.boolean(), z.null(), z.array(text)])
const Entry = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Without an address they never had access here, without an id nobody knows who it was. */
  who: z.strictObject({ userId: z.uuid().nullable(), email: text.nullable() }),
  resourceType: text,
  action: text,
  /** The thing as people call it, and where it can be edited. */
  name: text.nullable(),
  path: text.nullable(),
  changes: z.array(z.strictObject({ field: text, before: held, after: held })),
  /** An announcement can be made from it. */
  canBeTold: z.boolean(),
})
export type ActivityEntry = z.output<typeof Entry>

const day = text.refine(
  (said) => isLocalDate(said) && said >= '1900' && said < '2200',
  'Please give a day like 2026-05-01.',
)
const Asked = z.object({
  q: text.trim().max(80).optional(),
  type: z.enum(Object.keys(activityActions) as [ResourceType]).optional(),
  action: text.max(40).optional(),
  /** Somebody's id, everyone who is gone, or those whom nobody knows. */
  person: z.union([z.uuid(), z.enum(['gone', 'unknown'])]).optional(),
  /** Everything, or what concerns security. */
  only: z.literal('security').optional(),
  /** Days by the clocks of the site. */
  from: day.optional(),
  to: day.optional(),
})
const Page = Asked.extend({
  before: z.uuid().optional(),
  after: z.uuid().optional(),
  size: z.coerce.number().int().min(1).max(100).default(25),
})
const mostInFile = 10_000

/** Who did what, when and to which thing. Of its details only the changed fields leave the house. */
export const activity = new Hono<ApiEnv>()
  .use(sameOriginOnly)
  .get(
    '/',
    may('activity:read'),
    query(Page),
    answers(
      'The log, the newest first, a page at a time.',
      z.strictObject({ entries: z.array(Entry), older: z.boolean(), newer: z.boolean() }),
    ),
    async (c) => {
      const emails = await addresses(c)
      const asked = c.req.valid('query')
      const { lines, gone, named, ...rest } = await c.var.inSite(async (tx) => {
        const found = await findActivity(tx, searchOf(asked, emails, c.var.site.zone), asked)
        return { ...found, gone: await goneAmong(tx, found.lines), named: await peopleIn(tx, found.lines) }
      })
      const people = new Map([...named, ...emails])
      return c.json({ entries: lines.map((line) => present(line, people, gone)), ...rest })
    },
  )
  .get(
    '/export.csv',
    may('activity:read'),
    query(Asked),
    answersAs(`The log for a spreadsheet, its newest ${mostInFile} lines.`, 'text/csv; charset=utf-8'),
    async (c) => {
      const emails = await addresses(c)
      const search = searchOf(c.req.valid('query'), emails, c.var.site.zone)
      const { lines, named } = await c.var.inSite(async (tx) => {
        const found = await findActivity(tx, search, { size: mostInFile })
        return { ...found, named: await peopleIn(tx, found.lines) }
      })
      const people = new Map([...named, ...emails])
      c.header('content-disposition', 'attachment; filename="activity.csv"')
      return c.body(
        activityCsv(lines.map((line) => ({ ...line, email: emailOf(line, people), changes: changesOf(line) }))),
      )
    },
  )

type Emails = ReadonlyMap<string, string>

/** As People shows them: those who have access. */
async function addresses(c: Context<ApiEnv>): Promise<Emails> {
  const { administrators } = await listAccess(c.var.auth)
  return new Map(administrators.map(({ userId, email }) => [userId, email]))
}

function searchOf(
  { person, only, from, to, ...asked }: z.output<typeof Asked>,
  emails: Emails,
  zone: string,
): ActivitySearch {
  return {
    ...asked,
    security: only === 'security',
    user: person ? whoseOf(person, emails) : undefined,
    ...daysBetween({ from, to }, zone),
  }
}

function whoseOf(person: string, emails: Emails): UserFilter {
  if (person === 'unknown') return person
  return person === 'gone' ? { notAmong: [...emails.keys()] } : { is: person }
}

function present(line: LoggedActivity, emails: Emails, gone: ReadonlySet<string>): ActivityEntry {
  const { id, userId, resourceType, resourceId, resourceName, action, createdAt } = line
  return {
    id,
    at: createdAt.toISOString(),
    who: { userId, email: emailOf(line, emails) },
    resourceType,
    action,
    name: resourceName,
    path: editPath({ resourceType, resourceId, isGone: resourceId !== null && gone.has(resourceId) }),
    changes: Object.entries(changesOf(line)).map(([field, { before, after }]) => ({
      field,
      before: readableValue(before),
      after: readableValue(after),
    })),
    canBeTold: canBeTold(line),
  }
}

const emailOf = ({ userId }: LoggedActivity, emails: Emails) => (userId && emails.get(userId)) || null
/** `changesBetween` has written them. */
const changesOf = ({ details }: LoggedActivity) => (details.changes ?? {}) as Changes
