import { and, eq, max } from 'drizzle-orm'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext, SessionUser } from '#server/accounts/auth-context.ts'
import { accountMail } from '#server/accounts/mails.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { factors, userWebsiteAccess } from '#server/accounts/table.ts'
import { emailOfUser } from '#server/accounts/users.ts'
import { paymentEvents } from '#server/commerce/checkout-table.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'

/** How many administrators of this website there are, and how many of them have a second factor. */
export async function countSecondFactors(tx: SiteTx, userId: string) {
  const isOn = and(eq(factors.userId, userWebsiteAccess.userId), eq(factors.status, 'verified'))
  const rows = await tx
    .select({ userId: userWebsiteAccess.userId, factorId: factors.id })
    .from(userWebsiteAccess)
    .leftJoin(factors, isOn)
  const found = rows.map((row) => ({ userId: row.userId, isOn: row.factorId !== null }))
  return {
    people: found.length,
    protectedPeople: found.filter((each) => each.isOn).length,
    isOwnOn: found.some((each) => each.isOn && each.userId === userId),
  }
}

/** When the last event of the payment service arrived, of whatever kind. */
export async function lastPaymentEventAt(tx: SiteTx): Promise<Date | null> {
  const [found] = await tx.select({ at: max(paymentEvents.receivedAt) }).from(paymentEvents)
  return found?.at ?? null
}

/** Mails the signed-in person themselves, in the way of every mail. Returns the id under which its state is known. */
export async function sendTestMail(auth: AuthContext, { userId }: SessionUser): Promise<string> {
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.testMailOfAccount, userId)])
  const mailId = newId()
  await auth.inSite(async (tx) => {
    const mail = accountMail(auth, await emailOfUser(tx, userId), {
      subject: `A test from ${auth.site.name}`,
      paragraphs: [
        'This mail arrived, so your site can send mails.',
        'If it lies in the spam folder, look at the records under “Mail” on the page Going live.',
      ],
      action: { label: 'Open Going live', href: `${auth.site.origin}/admin/going-live` },
    })
    await queueMail(tx, mail, mailId)
  })
  return mailId
}

/** What became of a mail; why the last try failed. */
export async function mailState(tx: SiteTx, id: string) {
  const { state, failure } = mails
  const [found] = await tx.select({ state, failure }).from(mails).where(eq(mails.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}
