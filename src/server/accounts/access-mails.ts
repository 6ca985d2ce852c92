import { asc, eq } from 'drizzle-orm'
import { type From, mail } from '#server/accounts/mails.ts'
import { users, userWebsiteAccess } from '#server/accounts/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Mail } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/queue.ts'

type News = { subject: (site: string) => string; what: (site: string) => string }

const changed = (what: News['what']): News => ({ subject: (site) => `Access to ${site} has changed`, what })

/** What every administrator is told when who may enter a website changes. */
export const accessMails = {
  invited: ({ by, email }: { by: string; email: string }): News =>
    changed((site) => `${by} has invited ${email} to look after ${site}. They have access once they accept.`),
  granted: ({ by, email }: { by: string; email: string }): News =>
    changed((site) => `${by} has given ${email} access to the admin area of ${site}.`),
  accepted: ({ email }: { email: string }): News =>
    changed((site) => `${email} has accepted the invitation and now has access to the admin area of ${site}.`),
  takenBack: ({ by, email }: { by: string; email: string }): News =>
    changed((site) => `${by} has taken back the invitation of ${email} to look after ${site}.`),
  removed: ({ by, email }: { by: string; email: string }): News =>
    changed((site) => `${by} has taken away the access of ${email} to the admin area of ${site}.`),
  removalAsked: ({ by, email, at }: { by: string; email: string; at: Date }): News =>
    changed(
      (site) =>
        `${by} wants to take away the access of ${email} to ${site}. ${email} had access first, so it ends on ${at.toUTCString()}, unless ${email} stops it before.`,
    ),
  removalStopped: ({ by, email }: { by: string; email: string }): News =>
    changed(
      (site) =>
        `${email} keeps their access to ${site}: they have stopped the removal that ${by} had asked for. ${by} was signed out on every device.`,
    ),
  removalWithdrawn: ({ by, email }: { by: string; email: string }): News =>
    changed((site) => `${email} keeps their access to ${site}: ${by} no longer wants to take it away.`),
  restored: ({ email }: { email: string }): News =>
    changed(
      (site) =>
        `${email} has access to the admin area of ${site} again. This was done with a command on the machine that runs the website.`,
    ),
}

const peoplePath = '/admin/settings?tab=people'

const newsMail = (from: From, to: string, { subject, what }: News): Mail =>
  mail(from, to, {
    subject: subject(from.site.name),
    paragraphs: [what(from.site.name), `When: ${from.now.toUTCString()}\nWhere: ${from.device}`],
    action: { label: 'See who has access', href: `${from.site.origin}${peoplePath}` },
    footnote:
      'Everyone with access gets this mail. If you did not expect it, change your password, sign out everywhere else, and ask the others.',
  })

/** For the one whose access is to end: the link is theirs alone. */
export const removalMail = (from: From, to: string, { by, at, token }: { by: string; at: Date; token: string }): Mail =>
  mail(from, to, {
    subject: `Your access to ${from.site.name} is about to end`,
    paragraphs: [
      `${by} wants to take away your access to the admin area of ${from.site.name}. It ends on ${at.toUTCString()}.`,
      `If you agree, there is nothing to do. If not, keep your access with the button below: that also signs ${by} out on every device.`,
    ],
    action: { label: 'Keep my access', href: `${from.site.origin}/admin/keep-access?token=${token}` },
    footnote: 'The link is for you alone and works until then.',
  })

export const accessEndedMail = (from: From, to: string, by: string): Mail =>
  mail(from, to, {
    subject: `You no longer have access to ${from.site.name}`,
    paragraphs: [
      `${by} has taken away your access to the admin area of ${from.site.name}. Your account stays as it is.`,
      `When: ${from.now.toUTCString()}`,
    ],
    footnote: 'If you think that this is a mistake, write to the people who look after the website.',
  })

/** Only an administrator whose account was deleted by hand has no address any more. */
export async function emailOf(tx: SiteTx, userId: string): Promise<string> {
  const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return found?.email ?? 'a former administrator'
}

/** Whoever has done it gets the mail too: it may have been somebody else, in their session. */
export async function tellAdministrators(tx: SiteTx, auth: From, news: News, except?: string): Promise<void> {
  const all = await tx
    .select({ userId: userWebsiteAccess.userId, email: users.email })
    .from(userWebsiteAccess)
    .innerJoin(users, eq(users.id, userWebsiteAccess.userId))
    .orderBy(asc(userWebsiteAccess.createdAt), asc(userWebsiteAccess.userId))
  for (const { userId, email } of all) if (userId !== except) await queueMail(tx, newsMail(auth, email, news))
}
