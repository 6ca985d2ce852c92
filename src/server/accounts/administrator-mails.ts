import { asc, eq } from 'drizzle-orm'
import { accountMail, type MailContext } from '#server/accounts/mails.ts'
import { users, userWebsiteAccess } from '#server/accounts/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Mail } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'

export const invitationMail = (from: MailContext, to: string, token: string): Mail =>
  accountMail(from, to, {
    subject: `You are invited to manage ${from.site.name}`,
    paragraphs: [
      `You are invited to help manage the website of ${from.site.name}. Choose a password to begin. The link works once, within seven days.`,
    ],
    action: { label: 'Accept the invitation', href: `${from.site.origin}/admin/sign-up?invitation=${token}` },
    footnote: 'If you did not expect this, ignore this mail.',
  })

export const accessGrantedMail = (from: MailContext, to: string): Mail =>
  accountMail(from, to, {
    subject: `You now have access to ${from.site.name}`,
    paragraphs: [
      `You can now manage the website of ${from.site.name}. Sign in with the account that you already have.`,
    ],
    action: { label: 'Sign in', href: `${from.site.origin}/admin/login` },
  })

/** The sentence about a change, for the name of the site. */
type AccessNotice = (site: string) => string

/** The mails to every administrator about a change of access to a website. */
export const accessNotices = {
  invited:
    ({ by, email }: { by: string; email: string }): AccessNotice =>
    (site) =>
      `${by} has invited ${email} to manage ${site}. They get access when they accept.`,
  granted:
    ({ by, email }: { by: string; email: string }): AccessNotice =>
    (site) =>
      `${by} has given ${email} access to the admin area of ${site}.`,
  accepted:
    ({ email }: { email: string }): AccessNotice =>
    (site) =>
      `${email} has accepted the invitation and now has access to the admin area of ${site}.`,
  takenBack:
    ({ by, email }: { by: string; email: string }): AccessNotice =>
    (site) =>
      `${by} has withdrawn the invitation of ${email} to manage ${site}.`,
  removed:
    ({ by, email }: { by: string; email: string }): AccessNotice =>
    (site) =>
      `${by} has removed the access of ${email} to the admin area of ${site}.`,
  removalRequested:
    ({ by, email, at }: { by: string; email: string; at: Date }): AccessNotice =>
    (site) =>
      `${by} wants to remove the access of ${email} to ${site}. ${email} had access first, so it ends on ${at.toUTCString()}, unless ${email} stops it before.`,
  removalStopped:
    ({ by, email }: { by: string; email: string }): AccessNotice =>
    (site) =>
      `${email} keeps their access to ${site}: they stopped the removal that ${by} asked for. ${by} was signed out on every device.`,
  removalWithdrawn:
    ({ by, email }: { by: string; email: string }): AccessNotice =>
    (site) =>
      `${email} keeps their access to ${site}: ${by} has cancelled the removal.`,
  restored:
    ({ email }: { email: string }): AccessNotice =>
    (site) =>
      `${email} has access to the admin area of ${site} again. This was done with a command on the server.`,
}

const peoplePath = '/admin/settings?tab=people'

const accessNoticeMail = (from: MailContext, to: string, notice: AccessNotice): Mail =>
  accountMail(from, to, {
    subject: `Access to ${from.site.name} has changed`,
    paragraphs: [notice(from.site.name), `When: ${from.now.toUTCString()}\nWhere: ${from.device}`],
    action: { label: 'See who has access', href: `${from.site.origin}${peoplePath}` },
    footnote:
      'Everyone with access gets this mail. If you did not expect it, change your password, sign out everywhere else, and ask the others.',
  })

/** Only the administrator to be removed gets the link. */
export const accessRemovalMail = (
  from: MailContext,
  to: string,
  { by, at, token }: { by: string; at: Date; token: string },
): Mail =>
  accountMail(from, to, {
    subject: `Your access to ${from.site.name} is about to end`,
    paragraphs: [
      `${by} wants to remove your access to the admin area of ${from.site.name}. It ends on ${at.toUTCString()}.`,
      `If you agree, there is nothing to do. If not, keep your access with the button below: that also signs ${by} out on every device.`,
    ],
    action: { label: 'Keep my access', href: `${from.site.origin}/admin/keep-access?token=${token}` },
    footnote: 'The link is only for you and works until then.',
  })

export const accessEndedMail = (from: MailContext, to: string, by: string): Mail =>
  accountMail(from, to, {
    subject: `You no longer have access to ${from.site.name}`,
    paragraphs: [
      `${by} has removed your access to the admin area of ${from.site.name}. Your account still exists.`,
      `When: ${from.now.toUTCString()}`,
    ],
    footnote: 'If you think this is a mistake, write to the administrators of the website.',
  })

/** The administrator who made the change gets the mail too: a stranger may have made it in a stolen session. */
export async function mailAdministrators(
  tx: SiteTx,
  auth: MailContext,
  notice: AccessNotice,
  except?: string,
): Promise<void> {
  const all = await tx
    .select({ userId: userWebsiteAccess.userId, email: users.email })
    .from(userWebsiteAccess)
    .innerJoin(users, eq(users.id, userWebsiteAccess.userId))
    .orderBy(asc(userWebsiteAccess.createdAt), asc(userWebsiteAccess.userId))
  for (const { userId, email } of all) if (userId !== except) await queueMail(tx, accessNoticeMail(auth, email, notice))
}

type ContactAddressChange = { by: string; before: string | null; after: string | null }

/** Goes to every administrator and to the address that gets the messages no longer. */
export const contactAddressMail = (from: MailContext, to: string, { by, before, after }: ContactAddressChange): Mail =>
  accountMail(from, to, {
    subject: `The contact address of ${from.site.name} was changed`,
    paragraphs: [
      `${by} has changed where messages from the contact page of ${from.site.name} go. Before: ${before ?? 'no address'}. Now: ${after ?? 'no address'}.`,
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}`,
    ],
    action: { label: 'See the settings', href: `${from.site.origin}/admin/settings?tab=site` },
    footnote:
      'Everyone with access gets this mail, and so does the previous address. If you did not expect it, change your password, sign out everywhere else, and ask the others.',
  })
