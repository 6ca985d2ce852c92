import { Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, timestamp } from '#api/guards.ts'
import { InfrastructureAnswer, presentInfrastructure } from '#api/site/site.ts'
import { describeDatabaseVersion } from '#server/db/server-info.ts'
import { countJobs, failedJobs, retryJobs } from '#server/jobs/health.ts'
import { countQueuedAndFailedMails, dismissMails, failedMails, retryMails } from '#server/mail/failed-mails.ts'
import { versionInState } from '#server/site-editor/versions.ts'

const text = z.string()

const System = z.strictObject({
  ...InfrastructureAnswer.shape,
  version: text,
  builtAt: timestamp.nullable(),
  database: text,
  /** Why the website is not shown as it was published; null when it is. */
  publishedProblem: text.nullable(),
  /** Bytes on the disk of the data folder. */
  room: z.strictObject({ free: z.number(), total: z.number() }).nullable(),
  /** The last backup of this installation; null when none is in its backup folder. */
  backup: z.strictObject({ lastAt: timestamp.nullable(), areAutomatic: z.boolean() }),
  jobs: z.strictObject({
    waiting: z.int(),
    failed: z.int(),
    newest: z.array(z.strictObject({ id: z.uuid(), name: text, failedAt: timestamp, tries: z.int() })),
  }),
  /** Of the last 30 days. */
  mails: z.strictObject({
    /** No mail server is set up: mails are written to files and not delivered. */
    areFiles: z.boolean(),
    queued: z.int(),
    failed: z.int(),
    newest: z.array(
      z.strictObject({
        id: z.uuid(),
        createdAt: timestamp,
        attempts: z.int(),
        failure: text.nullable(),
        mayRetry: z.boolean(),
      }),
    ),
  }),
})
export type SystemAnswer = z.output<typeof System>

const ids = z.array(z.uuid()).min(1).max(100)
/** Without ids: all of them. */
const Selection = z.object({ ids: ids.optional() })
const ChangedCount = z.strictObject({ changed: z.int() })
const maxListed = 50

/** The state of this installation: its version and services, failed jobs and failed mails. */
export const systemRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get(
    '/',
    may('settings:read'),
    answers(
      'Returns version, services, disk space, the last backup, and the failed jobs and mails of this installation.',
      System,
    ),
    async (c) => {
      const { now } = c.var
      const { running } = c.var.services
      const { database, published, jobs, mails } = await c.var.inSite(async (tx) => ({
        published: await versionInState(tx, 'published'),
        database: await describeDatabaseVersion(tx),
        jobs: { ...(await countJobs(tx)), newest: await failedJobs(tx, maxListed) },
        mails: { ...(await countQueuedAndFailedMails(tx, now)), newest: await failedMails(tx, now, maxListed) },
      }))
      const diskSpace = await running.diskSpace()
      const backups = running.backups(now)
      return c.json({
        ...presentInfrastructure(c.var.services, c.var.site),
        version: running.version,
        builtAt: running.builtAt?.toISOString() ?? null,
        database,
        publishedProblem: published?.problem ?? null,
        room: diskSpace && { free: diskSpace.free, total: diskSpace.total },
        backup: { lastAt: backups.lastAt?.toISOString() ?? null, areAutomatic: backups.areAutomatic },
        jobs: {
          ...jobs,
          newest: jobs.newest.map(({ id, name, failedAt, tries }) => ({
            id,
            name,
            failedAt: failedAt.toISOString(),
            tries,
          })),
        },
        mails: {
          ...mails,
          areFiles: c.var.services.localMails.stay,
          newest: mails.newest.map(({ id, createdAt, attempts, failure, mayRetry }) => ({
            id,
            createdAt: createdAt.toISOString(),
            attempts,
            failure,
            mayRetry,
          })),
        },
      })
    },
  )
  .post(
    '/mails/retry',
    may('system:edit'),
    body(Selection),
    answers('Queues failed mails again; returns the count.', ChangedCount),
    async (c) => {
      const { ids = null } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('mail', (tx, context) => retryMails(tx, ids, context)) })
    },
  )
  .post(
    '/mails/bulk-delete',
    may('system:edit'),
    body(z.object({ ids })),
    answers('Deletes failed mails; returns the count.', DeleteAnswer),
    async (c) => c.json(await c.var.edit('mail', (tx, context) => dismissMails(tx, c.req.valid('json').ids, context))),
  )
  .post(
    '/jobs/retry',
    may('system:edit'),
    body(Selection),
    answers('Queues failed jobs again; returns the count.', ChangedCount),
    async (c) => {
      const { ids = null } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('jobs', (tx, context) => retryJobs(tx, ids, context)) })
    },
  )
