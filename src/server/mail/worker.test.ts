import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createSealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createMailJob } from '#server/mail/mail-job.ts'
import { parseMessage } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'
import { smtpTransport } from '#server/mail/smtp.ts'
import { mails } from '#server/mail/table.ts'
import { copyTemplateDatabase, createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { longTest } from '#tests/long-test.ts'

const mail = { to: 'canary-7f3a@example.com', subject: 'Canary-7f3a subject', text: 'canary-7f3a text' }
const hour = 3_600_000

/** Starts a worker for mails only. Its clock is an hour behind, so that the next try is due at once. */
async function startWorker(database: Database, smtpUrl: string) {
  const site = await createTestSite(database)
  const warnings: string[] = []
  const { job } = createMailJob(database, {
    sealer: createSealer({ current: randomBytes(32) }),
    transport: smtpTransport(smtpUrl, 'marlow.example'),
    senderOf: async () => ({ name: 'Marlow Quay', address: 'hello@marlow.example' }),
    clock: () => new Date(Date.now() - hour),
    report: (facts, words) => warnings.push(`${words} ${JSON.stringify(facts)}`),
  })
  const report = (error: unknown, words: string) => warnings.push(`${words} ${(error as Error).stack}`)
  const jobs = await startJobs(database, { jobs: [job], report })
  return {
    warnings,
    stop: jobs.stop,
    queue: () => site.as('visitor', (tx) => queueMail(tx, mail)),
    /** Resolves when the mails are in these states, in the order in which they were queued. */
    states: (...states: string[]) =>
      expect
        .poll(async () => {
          const found = await site.as('worker', (tx) => tx.select().from(mails).orderBy(mails.id))
          return found.map(({ state }) => state)
        })
        .toEqual(states),
  }
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('the worker retries a mail until the mail server accepts it', async () => {
    const server = await startSmtpServer({ RCPT: '451 4.7.1 later' })
    const worker = await startWorker(database, server.url)
    await worker.queue()
    await server.until(() => server.commands.some((line) => line.startsWith('RCPT')))
    server.answer({ '.': 'cut' })
    await server.until(() => server.received.length > 0)
    server.answer({})
    await worker.states('sent')
    await worker.stop()
    expect(server.received.length).toBeGreaterThanOrEqual(2)
    const messages = await Promise.all(server.received.map(({ bytes }) => parseMessage(bytes)))
    const ids = messages.map(({ headers }) => headers.find(([name]) => name === 'Message-ID')?.[1])
    expect(new Set(ids).size).toBe(1)
    expect(server.received.at(-1)!.to).toEqual([`RCPT TO:<${mail.to}>`])
    expect(worker.warnings.every((words) => words.startsWith('a mail was not taken and will be tried again'))).toBe(
      true,
    )
  })
})

describe('no plain text of a mail is stored', () => {
  /** The canary as it is, and as it would look in base64 or hexadecimal. */
  const forms = [mail.to, mail.subject, mail.text, 'canary-7f3a'].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64').slice(0, -4),
    Buffer.from(text).toString('hex'),
  ])
  const found = (where: Buffer | string) => forms.filter((form) => where.includes(form))

  /** One mail waits, one was sent, one was refused with words that hold the address. */
  async function threeMails(database: Database) {
    const server = await startSmtpServer()
    const worker = await startWorker(database, server.url)
    await worker.queue()
    await worker.states('sent')
    server.answer({ RCPT: `550 5.1.1 <${mail.to}> unknown` })
    await worker.queue()
    await worker.states('sent', 'failed')
    server.answer({ RCPT: 'hang' })
    await worker.queue()
    await server.until(() => server.commands.filter((line) => line.startsWith('RCPT')).length === 3)
    await worker.states('sent', 'failed', 'queued')
    expect(found(server.received[0]!.bytes)).not.toEqual([])
    return worker
  }

  test('stores no plain text of a mail in PostgreSQL rows, jobs or the log', async () => {
    const { urls, remove } = await copyTemplateDatabase()
    const database = await openPostgres({ ...urls, poolSize: 4 })
    const worker = await threeMails(database)
    const owner = new pg.Client({ connectionString: urls.ownerUrl })
    await owner.connect()
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    const dump: string[] = []
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`)
      dump.push(...rows.map(({ row }) => row))
    }
    await owner.end()
    await worker.stop()
    await database.close()
    await remove()
    expect(dump.filter((row) => row.includes('send-mail')).length).toBeGreaterThanOrEqual(3)
    expect(found(dump.join('\n'))).toEqual([])
    expect(found(worker.warnings.join('\n'))).toEqual([])
  })

  longTest('stores no plain text of a mail in PGlite files or the log', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'stagedoor-canary-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const folder = join(parent, 'db')
    cpSync(inject('pgliteTemplate'), folder, { recursive: true })
    const database = await openPglite({ folder, durable: false })
    const worker = await threeMails(database)
    await worker.stop()
    await database.close()
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
    const contents = files.map((path) => readFileSync(path))
    expect(contents.some((bytes) => bytes.includes('send-mail'))).toBe(true)
    expect(contents.flatMap(found)).toEqual([])
    expect(found(worker.warnings.join('\n'))).toEqual([])
  })
})
