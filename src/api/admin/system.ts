import { Hono } from 'hono'
import { z } from 'zod'
import { ownPages } from '#api/accounts/own-pages.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may } from '#api/guards.ts'
import { equipmentAnswer, HouseEquipment } from '#api/site/site.ts'
import { databaseName } from '#server/db/name.ts'
import { countJobs, failedJobs, retryJobs } from '#server/jobs/health.ts'
import { countMails, dropMails, failedMails, retryMails } from '#server/mail/retry.ts'

const moment = z.iso.datetime()
const text = z.string()

const System = z.strictObject({
  ...HouseEquipment.shape,
  version: text,
  builtAt: moment.nullable(),
  database: text,
  /** Of the disk that the data folder is on, in bytes. */
  room: z.strictObject({ free: z.number(), total: z.number() }).nullable(),
  jobs: z.strictObject({
    waiting: z.int(),
    failed: z.int(),
    newest: z.array(z.strictObject({ id: z.uuid(), name: text, failedAt: moment, tries: z.int() })),
  }),
  /** Of the last 30 days. */
  mails: z.strictObject({
    queued: z.int(),
    failed: z.int(),
    newest: z.array(
      z.strictObject({
        id: z.uuid(),
        createdAt: moment,
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
const Chosen = z.object({ ids: ids.optional() })
const Counted = z.strictObject({ changed: z.int() })
const mostListed = 50

/** How the house is: what it runs on, and what it could not do. */
export const system = new Hono<ApiEnv>()
  .use(ownPages)
  .get('/', may('settings:read'), answers('What the house runs on, and how it is.', System), async (c) => {
    const { running, now } = c.var
    const { database, jobs, mails } = await c.var.inSite(async (tx) => ({
      database: await databaseName(tx),
      jobs: { ...(await countJobs(tx)), newest: await failedJobs(tx, mostListed) },
      mails: { ...(await countMails(tx, now)), newest: await failedMails(tx, now, mostListed) },
    }))
    const room = await running.room()
    return c.json({
      ...equipmentAnswer(c.var),
      version: running.version,
      builtAt: running.builtAt?.toISOString() ?? null,
      database,
      room: room && { free: room.free, total: room.total },
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
        newest: mails.newest.map(({ id, createdAt, attempts, failure, mayRetry }) => ({
          id,
          createdAt: createdAt.toISOString(),
          attempts,
          failure,
          mayRetry,
        })),
      },
    })
  })
  .post(
    '/mails/retry',
    may('system:edit'),
    body(Chosen),
    answers('How many mails wait to be sent again.', Counted),
    async (c) => {
      const { ids = null } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('mail', (tx, context) => retryMails(tx, ids, context)) })
    },
  )
  .post(
    '/mails/removal',
    may('system:edit'),
    body(z.object({ ids })),
    answers('How many failed mails were given up.', Counted),
    async (c) => {
      const { ids: chosen } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('mail', (tx, context) => dropMails(tx, chosen, context)) })
    },
  )
  .post(
    '/jobs/retry',
    may('system:edit'),
    body(Chosen),
    answers('How many jobs wait to be done again.', Counted),
    async (c) => {
      const { ids = null } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('jobs', (tx, context) => retryJobs(tx, ids, context)) })
    },
  )
