import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, may, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { activityActions, type Changes, type ResourceType } from '#domain/activity/activity.ts'
import { activityList } from '#domain/activity/activity-list.ts'
import { activityCsv } from '#domain/activity/csv.ts'
import { instantRangeOfDays } from '#domain/activity/days.ts'
import { editPathOfResource, formatChangedValue } from '#domain/activity/words.ts'
import { canBeAnnounced } from '#domain/announcements/from-activity.ts'
import { listAccess } from '#server/accounts/access.ts'
import {
  type ActivityFilter,
  accountOf,
  deletedResourceIds,
  emailsOfUsers,
  findActivity,
  type LoggedActivity,
  type UserFilter,
} from '#server/activity/queries.ts'

const text = z.string()
const loggedValue = z.union([text, z.number(), z.boolean(), z.null(), z.array(text)])
const EntryAnswer = z.strictObject({
  id: z.uuid(),
  at: timestamp,
  /** `email` is null for a user without access to this site, `userId` for an unknown user. */
  who: z.strictObject({ userId: z.uuid().nullable(), email: text.nullable() }),
  resourceType: text,
  action: text,
  /** The name of the resource, and the path of its editor. */
  name: text.nullable(),
  path: text.nullable(),
  changes: z.array(z.strictObject({ field: text, before: loggedValue, after: loggedValue })),
  /** What a signed-in user was doing when a password or code of theirs was wrong. */
  during: text.nullable(),
  /** Browser and system, where they were recorded. */
  device: text.nullable(),
  /** An announcement can be drafted from it. */
  canBeAnnounced: z.boolean(),
})
export type ActivityEntry = z.output<typeof EntryAnswer>

const LogQuery = listQuerySchema(activityList).extend({
  type: z.enum(Object.keys(activityActions) as [ResourceType]).optional(),
})
const LogFilters = LogQuery.omit({ before: true, after: true, size: true })
const maxCsvRows = 10_000

/** Who did what, when and to which thing. Of its details only the changed fields, the device, and what was tried are sent to the client. */
export const activityRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get(
    '/',
    may('activity:read'),
    query(LogQuery),
    answers(
      'Lists the activity log, newest first, a page at a time.',
      z.strictObject({ entries: z.array(EntryAnswer), older: z.boolean(), newer: z.boolean() }),
    ),
    async (c) => {
      const emails = await readAdministratorEmails(c)
      const page = c.req.valid('query')
      const { lines, gone, named, ...rest } = await c.var.inSite(async (tx) => {
        const found = await findActivity(tx, activityFilterOf(page, emails, c.var.site.zone), page)
        return {
          ...found,
          gone: await deletedResourceIds(tx, found.lines),
          named: await emailsOfUsers(tx, found.lines),
        }
      })
      const people = new Map([...named, ...emails])
      return c.json({ entries: lines.map((line) => present(line, people, gone)), ...rest })
    },
  )
  .get(
    '/export.csv',
    may('activity:read'),
    query(LogFilters),
    answersAs(`Exports the newest ${maxCsvRows} lines of the activity log.`, 'text/csv; charset=utf-8'),
    async (c) => {
      const emails = await readAdministratorEmails(c)
      const search = activityFilterOf(c.req.valid('query'), emails, c.var.site.zone)
      const { lines, named } = await c.var.inSite(async (tx) => {
        const found = await findActivity(tx, search, { size: maxCsvRows })
        return { ...found, named: await emailsOfUsers(tx, found.lines) }
      })
      const people = new Map([...named, ...emails])
      c.header('content-disposition', 'attachment; filename="activity.csv"')
      return c.body(
        activityCsv(
          lines.map((line) => ({
            ...line,
            ...textsOf(line),
            email: emailOf(line, people),
            name: resourceNameOf(line, people),
            changes: changesOf(line),
          })),
        ),
      )
    },
  )

type EmailsByUserId = ReadonlyMap<string, string>

/** The addresses of the administrators. */
async function readAdministratorEmails(c: Context<ApiEnv>): Promise<EmailsByUserId> {
  const { administrators } = await listAccess(c.var.auth)
  return new Map(administrators.map(({ userId, email }) => [userId, email]))
}

function activityFilterOf(
  { person, only, from, to, ...filters }: z.output<typeof LogFilters>,
  emails: EmailsByUserId,
  zone: string,
): ActivityFilter {
  return {
    ...filters,
    security: only === 'security',
    user: person ? userFilterOf(person, emails) : undefined,
    ...instantRangeOfDays({ from, to }, zone),
  }
}

function userFilterOf(person: string, emails: EmailsByUserId): UserFilter {
  if (person === 'unknown') return person
  return person === 'gone' ? { notAmong: [...emails.keys()] } : { is: person }
}

function present(line: LoggedActivity, emails: EmailsByUserId, gone: ReadonlySet<string>): ActivityEntry {
  const { id, userId, resourceType, resourceId, action, createdAt } = line
  return {
    id,
    at: createdAt.toISOString(),
    who: { userId, email: emailOf(line, emails) },
    resourceType,
    action,
    name: resourceNameOf(line, emails),
    path: editPathOfResource({ resourceType, resourceId, isGone: resourceId !== null && gone.has(resourceId) }),
    changes: Object.entries(changesOf(line)).map(([field, { before, after }]) => ({
      field,
      before: formatChangedValue(before),
      after: formatChangedValue(after),
    })),
    ...textsOf(line),
    canBeAnnounced: canBeAnnounced(line),
  }
}

const emailOf = ({ userId }: LoggedActivity, emails: EmailsByUserId) => (userId && emails.get(userId)) || null
/** A failed sign-in has no name; it shows the address of the account when that is an administrator of this site. */
const resourceNameOf = (line: LoggedActivity, emails: EmailsByUserId) =>
  line.resourceName ?? emails.get(accountOf(line) ?? '') ?? null
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const textsOf = ({ details }: LoggedActivity) => ({ during: textOf(details.during), device: textOf(details.device) })
/** As `changedFieldValues` has written them. */
const changesOf = ({ details }: LoggedActivity) => (details.changes ?? {}) as Changes
