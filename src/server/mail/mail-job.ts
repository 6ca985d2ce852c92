import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mailFailureTexts } from '#domain/mail/failure.ts'
import { type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob, type Job, type JobRun, PermanentJobError } from '#server/jobs/job.ts'
import { composeMessage, type Mail, type MailSender } from '#server/mail/message.ts'
import { mailSealContext, setMailQueue, sweepMails } from '#server/mail/queue.ts'
import { deliveryTimeoutMs } from '#server/mail/smtp.ts'
import { mails } from '#server/mail/table.ts'
import { DeliveryError, type MailTransport } from '#server/mail/transport.ts'

export type MailDeps = {
  sealer: Sealer
  transport: MailTransport
  /** The sender of a website's mails as the site is now; null for a website that is not configured here. */
  senderOf: (tx: SiteTx, websiteId: string) => Promise<MailSender | null>
  clock: () => Date
  /** Called with the id of a mail that was not accepted. */
  report: (facts: object, words: string) => void
}

type MailJob = Job<{ mailId: string }>
type ClaimedMail = { id: string; attempts: number; createdAt: Date; content: Buffer; from: MailSender | null }

/** From here on `queueMail` works on this database, once `startJobs` has been given the job. */
export function createMailJob(database: Database, post: MailDeps): { job: MailJob } {
  const job: MailJob = defineJob({
    name: 'send-mail',
    data: z.object({ mailId: z.uuid() }),
    // These are for trouble of our own, such as a database that is away; the mail server's has `nextAttemptAt`.
    tries: 100,
    patience: deliveryTimeoutMs / 1000 + 60,
    run: ({ mailId }, run) => send(post, job, mailId, run),
  })
  setMailQueue(database, { sealer: post.sealer, job })
  return { job }
}

/**
 * A mail is delivered at most once, even if this process dies: before the last byte is sent a note is stored, and a mail
 * with that note is not tried again. Two cases no sender can rule out: a server that has the mail but whose answer is lost
 * gets it again, with the same Message-ID; and a process that dies between the note and the last byte leaves the mail
 * unsent for good. A file in the outbox is named after the mail, so there it exists at most once.
 */
async function send(post: MailDeps, job: MailJob, mailId: string, run: JobRun): Promise<void> {
  const { report, clock } = post
  const mail = await run.inSite((tx) => claim(post, tx, { mailId, websiteId: run.websiteId }))
  if (!mail) return
  if (mail === 'in doubt') {
    report({ mailId }, 'a process ended while it handed over this mail, which is not sent again')
    return run.finish((tx) => markMailSent(tx, mailId, mails.handedOverAt, clock()))
  }
  let handedOver = false
  const beforeLastByte = async () => {
    await run.inSite((tx) => recordHandover(tx, mail, clock()))
    handedOver = true
  }
  try {
    await deliver(post, mail, run, beforeLastByte)
    await failpoint('mail.delivered')
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const { attempts, createdAt } = mail
    const { permanent, answered, failure } = error.details
    const startAfter = permanent ? null : nextAttemptAt(attempts, { queuedAt: createdAt, now: clock() })
    const words = startAfter ? 'a mail was not taken and will be tried again' : 'a mail was given up'
    report({ mailId, attempts, why: error.message }, words)
    if (startAfter) return run.finish((tx) => putOff(tx, job, mailId, { startAfter, failure }))
    const inDoubt = handedOver && !answered
    return run.finish((tx) => giveUp(tx, mailId, { inDoubt, failure, now: clock() }))
  }
  await run.finish((tx) => markMailSent(tx, mailId, clock(), clock()))
}

async function claim(
  { senderOf }: Pick<MailDeps, 'senderOf'>,
  tx: SiteTx,
  { mailId, websiteId }: { mailId: string; websiteId: string },
): Promise<ClaimedMail | 'in doubt' | null> {
  const { id, attempts, createdAt, content, handedOverAt } = mails
  const [mail] = await tx
    .update(mails)
    .set({ attempts: sql`${attempts} + 1` })
    .where(and(eq(id, mailId), eq(mails.state, 'queued')))
    .returning({ id, attempts, createdAt, content, handedOverAt })
  if (!mail?.content) return null
  if (mail.handedOverAt) return 'in doubt'
  return { ...mail, content: mail.content, from: await senderOf(tx, websiteId) }
}

async function deliver(
  { sealer, transport }: MailDeps,
  mail: ClaimedMail,
  { websiteId, signal }: JobRun,
  beforeLastByte: () => Promise<void>,
): Promise<void> {
  const { from } = mail
  if (!from) throw new PermanentJobError('the mail is from a website that is not here')
  const content = openMail(sealer, websiteId, mail)
  const message = await composeMessage(content, { id: mail.id, websiteId, from, date: mail.createdAt })
  await transport.deliver(message, { beforeLastByte, signal })
}

/** Only the newest try may hand the mail over; one that was thought dead finds that another has begun. */
async function recordHandover(tx: SiteTx, { id, attempts }: ClaimedMail, now: Date): Promise<void> {
  const noted = await tx
    .update(mails)
    .set({ handedOverAt: now })
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts), eq(mails.state, 'queued')))
    .returning({ id: mails.id })
  if (noted.length !== 1) throw new Error('the mail has been given to another in the meantime')
}

function openMail(sealer: Sealer, websiteId: string, { id, content }: ClaimedMail): Mail {
  try {
    return JSON.parse(sealer.open(mailSealContext(websiteId, id), content))
  } catch (error) {
    if (!(error instanceof UnreadableValueError)) throw error
    const permanent = error.reason === 'damaged'
    const failure = permanent ? mailFailureTexts.damaged : mailFailureTexts.noKey
    throw new DeliveryError(error.message, { permanent, answered: true, failure })
  }
}

type RetryLater = { startAfter: Date; failure: string }

async function putOff(tx: SiteTx, job: MailJob, mailId: string, { startAfter, failure }: RetryLater): Promise<void> {
  await tx.update(mails).set({ handedOverAt: null, failure }).where(eq(mails.id, mailId))
  await enqueue(tx, job, { mailId }, { startAfter })
}

type GivenUp = { inDoubt: boolean; failure: string; now: Date }

/** What was written stays for a while, in case its owner wants it tried again; not when the server may have it. */
async function giveUp(tx: SiteTx, mailId: string, { inDoubt, failure, now }: GivenUp): Promise<void> {
  const kept = inDoubt ? { content: null, failure: mailFailureTexts.noAnswer } : { handedOverAt: null, failure }
  await tx
    .update(mails)
    .set({ state: 'failed', ...kept })
    .where(eq(mails.id, mailId))
  await sweepMails(tx, now)
}

/** What was written is forgotten at once, and after a while that anything was. */
async function markMailSent(
  tx: SiteTx,
  mailId: string,
  sentAt: Date | typeof mails.handedOverAt,
  now: Date,
): Promise<void> {
  await tx.update(mails).set({ state: 'sent', sentAt, content: null, failure: null }).where(eq(mails.id, mailId))
  await sweepMails(tx, now)
}

const minute = 60_000
const hour = 60 * minute

/** A mail that no server has accepted by then is not tried again. */
const maxWaitMs = 24 * hour

/** When to try again: after half a minute, then twice as long each time, then hourly; null when a day is over. */
export function nextAttemptAt(attempts: number, { queuedAt, now }: { queuedAt: Date; now: Date }): Date | null {
  const wait = Math.min((minute / 2) * 2 ** (attempts - 1), hour)
  const next = new Date(+now + wait)
  return +next <= +queuedAt + maxWaitMs ? next : null
}
