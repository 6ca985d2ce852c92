import { and, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { failedMailDays } from '#domain/mail/failure.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { mails } from '#server/mail/table.ts'

/** How long it is remembered that there was a mail, and what became of it. */
const rememberedDays = 90

/** First what was written is forgotten, then that anything was. */
export async function sweepMails(tx: SiteTx, now: Date): Promise<void> {
  await tx
    .update(mails)
    .set({ content: null })
    .where(
      and(eq(mails.state, 'failed'), isNotNull(mails.content), lt(mails.createdAt, daysBefore(now, failedMailDays))),
    )
  await tx.delete(mails).where(and(ne(mails.state, 'queued'), lt(mails.createdAt, daysBefore(now, rememberedDays))))
}

export const daysBefore = (now: Date, days: number): Date => new Date(+now - days * 86_400_000)
