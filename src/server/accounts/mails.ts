import { asc, eq } from 'drizzle-orm'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { users, userWebsiteAccess } from '#server/accounts/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Mail } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'
import { type MailContent, renderMail } from '#server/mail/template.ts'

export type MailContext = Pick<AuthContext, 'site' | 'now' | 'device'>

export const accountMail = (
  { site }: MailContext,
  to: string,
  { subject, ...words }: Omit<MailContent, 'heading'> & { subject: string },
) => ({ to, subject, ...renderMail({ site, heading: subject, ...words }) }) satisfies Mail

export const passwordResetMail = (from: MailContext, to: string, token: string): Mail =>
  accountMail(from, to, {
    subject: `Choose a new password for ${from.site.name}`,
    paragraphs: [
      `Somebody, probably you, asked for a new password for your account at ${from.site.name}. The link works once, within one hour.`,
    ],
    action: { label: 'Choose a new password', href: `${from.site.origin}/reset-password?token=${token}` },
    footnote: 'If it was not you, ignore this mail: your password stays as it is.',
  })

export const verificationMail = (from: MailContext, to: string, token: string): Mail =>
  accountMail(from, to, {
    subject: `Confirm your email address for ${from.site.name}`,
    paragraphs: ['Please confirm that this is your address. The link works once, within one day.'],
    action: {
      label: 'Confirm my address',
      href: `${from.site.origin}/auth/callback?site=${from.site.siteId}&token=${token}`,
    },
    footnote: `If you did not sign up at ${from.site.name}, ignore this mail: no account is created.`,
  })

/** Sent instead of the verification where the account exists already: only the owner of the mailbox learns that. */
export const accountExistsMail = (from: MailContext, to: string): Mail =>
  accountMail(from, to, {
    subject: `You already have an account at ${from.site.name}`,
    paragraphs: [
      'Somebody, probably you, tried to sign up with this address, which has an account already. You can sign in with it, or ask for a new password.',
    ],
    action: { label: 'Sign in', href: `${from.site.origin}/admin/login` },
    footnote: 'If it was not you, ignore this mail: nothing has changed.',
  })

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

const disownPath = (token: string) => `/reset-password?token=${token}&because=not-me`

const ifItWasNotYou =
  'If it was not you, press the button: every device is signed out at once, the password stops working, and you choose a new one. The link works once, within seven days.'

type SecurityNotice = { subject: string; what: string; ifItWasYou?: string; token: string }

/** Tells the owner of an account that its password or second factor has changed. `token` is that of a disown link. */
const securityNotice = (
  from: MailContext,
  to: string,
  { subject, what, ifItWasYou = 'If it was you, there is nothing to do.', token }: SecurityNotice,
): Mail =>
  accountMail(from, to, {
    subject,
    paragraphs: [what, `When: ${from.now.toUTCString()}\nWhere: ${from.device}`, ifItWasNotYou],
    action: { label: 'It was not me: choose a new password', href: `${from.site.origin}${disownPath(token)}` },
    footnote: ifItWasYou,
  })

export const passwordChangedMail = (from: MailContext, to: string, token: string): Mail =>
  securityNotice(from, to, {
    subject: `Your password for ${from.site.name} was changed`,
    what: 'The password of your account was changed, and all other devices were signed out.',
    token,
  })

export const twoFactorOnMail = (from: MailContext, to: string, token: string): Mail =>
  securityNotice(from, to, {
    subject: `Two-factor authentication is on for ${from.site.name}`,
    what: 'From now on, signing in to your account asks for a code from your authenticator app.',
    token,
  })

const twoFactorOffSubject = (from: MailContext) => `Two-factor authentication is off for ${from.site.name}`
const securityPath = '/admin/settings?tab=security'

export const twoFactorOffMail = (from: MailContext, to: string, token: string): Mail =>
  securityNotice(from, to, {
    subject: twoFactorOffSubject(from),
    what: 'Signing in to your account no longer asks for a code from your authenticator app.',
    ifItWasYou: 'If it was you, you can turn it on again in Settings at any time.',
    token,
  })

export const recoveryUsedMail = (from: MailContext, to: string, token: string): Mail =>
  securityNotice(from, to, {
    subject: `A recovery code was used for ${from.site.name}`,
    what: 'Somebody has signed in to your account with a recovery code. Two-factor authentication is off until you set it up again in Settings, and all other devices were signed out. The device that used the code can only set up two-factor authentication or change the password until one of them is done. If somebody else entered wrong codes before, they know your password: then change it.',
    ifItWasYou: 'If it was you, turn two-factor authentication on again in Settings: until then it is off.',
    token,
  })

const confirmEmailHref = (from: MailContext, token: string) => `${from.site.origin}/admin/confirm-email?token=${token}`
const confirmEmailSubject = (from: MailContext) => `Confirm the new email address of your account at ${from.site.name}`

/** To the address that the account has; the new one gets a link of its own. */
export const confirmOldEmailMail = (
  from: MailContext,
  to: string,
  { newEmail, token }: { newEmail: string; token: string },
): Mail =>
  accountMail(from, to, {
    subject: confirmEmailSubject(from),
    paragraphs: [
      `You asked to sign in to ${from.site.name} with ${newEmail} instead of ${to}. Please check that the new address is spelled correctly and confirm the change. We have sent a second link to ${newEmail}. The address changes when you have used both.`,
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}`,
    ],
    action: { label: 'Confirm the change', href: confirmEmailHref(from, token) },
    footnote:
      'The link works once, within one day. If it was not you, do not use it: your address stays as it is. Change your password then, because somebody else knows it.',
  })

/** It does not name the old address: the new one may be misspelled, and belong to a stranger. */
export const confirmNewEmailMail = (from: MailContext, to: string, token: string): Mail =>
  accountMail(from, to, {
    subject: confirmEmailSubject(from),
    paragraphs: [
      `You asked to sign in to ${from.site.name} with this address. Please confirm that it is yours. We have sent a second link to the address that you sign in with now. The address changes when you have used both.`,
    ],
    action: { label: 'Confirm this address', href: confirmEmailHref(from, token) },
    footnote: 'The link works once, within one day. If it was not you, ignore this mail: nothing changes.',
  })

/** Sent instead of the link to an address that has an account: only the owner of the mailbox learns that. */
export const addressTakenMail = (from: MailContext, to: string): Mail =>
  accountMail(from, to, {
    subject: `You already have an account at ${from.site.name}`,
    paragraphs: [
      'Somebody, probably you, asked to use this address for another account. That is not possible, because the address already has an account of its own. Nothing has changed.',
    ],
    action: { label: 'Sign in', href: `${from.site.origin}/admin/login` },
    footnote: 'If it was not you, ignore this mail.',
  })

const emailChangedSubject = (from: MailContext) => `Your email address for ${from.site.name} was changed`

export const emailChangedMail = (
  from: MailContext,
  to: string,
  { before, token }: { before: string; token: string },
): Mail =>
  securityNotice(from, to, {
    subject: emailChangedSubject(from),
    what: `You now sign in with ${to} instead of ${before}. All other devices were signed out.`,
    token,
  })

/** To the address that the account no longer has. It carries no link into the account. */
export const formerEmailMail = (from: MailContext, to: string, newEmail: string): Mail =>
  accountMail(from, to, {
    subject: emailChangedSubject(from),
    paragraphs: [
      `Your account at ${from.site.name} now has the address ${newEmail} instead of ${to}. Both addresses have confirmed this. We send no more mails about the account to this address.`,
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}`,
    ],
    footnote:
      'If it was not you, somebody else reads your mail: change the password of your mailbox, and write to the person who runs the website, who can give you your access back.',
  })

/** Sent when "This was not me" was used, because a stranger with the mailbox may have used it. */
export const signInDisownedMail = (from: MailContext, to: string): Mail =>
  accountMail(from, to, {
    subject: `You were signed out of ${from.site.name} on every device`,
    paragraphs: [
      'Somebody, probably you, pressed “This was not me” in a mail about your account. Every device was signed out, and the password stopped working. The links in earlier mails of this kind no longer work.',
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}`,
      'If you have not chosen a new password yet, ask for a link with “Forgot your password?” on the sign-in page.',
    ],
    action: { label: 'Sign in', href: `${from.site.origin}/admin/login` },
    footnote: 'If it was not you, somebody else reads your mail: change the password of your mailbox first.',
  })

/** Sent with the mail above when a second factor was removed too. */
export const twoFactorDisownedMail = (from: MailContext, to: string): Mail =>
  accountMail(from, to, {
    subject: twoFactorOffSubject(from),
    paragraphs: [
      'Somebody, probably you, pressed “This was not me” in a mail about your account. Two-factor authentication was set up with a browser that was new at that time or later, possibly by a stranger, so it was turned off.',
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}`,
      'If you had set it up yourself, sign in and turn it on again in Settings: until then it is off.',
    ],
    action: { label: 'Turn it on again', href: `${from.site.origin}${securityPath}` },
  })

/** Sent after a sign-in with a browser that has not signed in before. */
export const newBrowserMail = (from: MailContext & Pick<AuthContext, 'address'>, to: string, token: string): Mail =>
  accountMail(from, to, {
    subject: `New sign-in to ${from.site.name}`,
    paragraphs: [
      'Somebody, probably you, has signed in to your account with a new browser.',
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}, from ${from.address}`,
      ifItWasNotYou,
    ],
    action: { label: 'This was not me', href: `${from.site.origin}${disownPath(token)}` },
    footnote: 'If it was you, there is nothing to do.',
  })

type AccessNotice = { subject: (site: string) => string; what: (site: string) => string }

const accessNotice = (what: AccessNotice['what']): AccessNotice => ({
  subject: (site) => `Access to ${site} has changed`,
  what,
})

/** The mails to every administrator about a change of access to a website. */
export const accessNotices = {
  invited: ({ by, email }: { by: string; email: string }): AccessNotice =>
    accessNotice((site) => `${by} has invited ${email} to manage ${site}. They get access when they accept.`),
  granted: ({ by, email }: { by: string; email: string }): AccessNotice =>
    accessNotice((site) => `${by} has given ${email} access to the admin area of ${site}.`),
  accepted: ({ email }: { email: string }): AccessNotice =>
    accessNotice((site) => `${email} has accepted the invitation and now has access to the admin area of ${site}.`),
  takenBack: ({ by, email }: { by: string; email: string }): AccessNotice =>
    accessNotice((site) => `${by} has withdrawn the invitation of ${email} to manage ${site}.`),
  removed: ({ by, email }: { by: string; email: string }): AccessNotice =>
    accessNotice((site) => `${by} has removed the access of ${email} to the admin area of ${site}.`),
  removalRequested: ({ by, email, at }: { by: string; email: string; at: Date }): AccessNotice =>
    accessNotice(
      (site) =>
        `${by} wants to remove the access of ${email} to ${site}. ${email} had access first, so it ends on ${at.toUTCString()}, unless ${email} stops it before.`,
    ),
  removalStopped: ({ by, email }: { by: string; email: string }): AccessNotice =>
    accessNotice(
      (site) =>
        `${email} keeps their access to ${site}: they stopped the removal that ${by} asked for. ${by} was signed out on every device.`,
    ),
  removalWithdrawn: ({ by, email }: { by: string; email: string }): AccessNotice =>
    accessNotice((site) => `${email} keeps their access to ${site}: ${by} has cancelled the removal.`),
  restored: ({ email }: { email: string }): AccessNotice =>
    accessNotice(
      (site) => `${email} has access to the admin area of ${site} again. This was done with a command on the server.`,
    ),
}

const peoplePath = '/admin/settings?tab=people'

const accessNoticeMail = (from: MailContext, to: string, { subject, what }: AccessNotice): Mail =>
  accountMail(from, to, {
    subject: subject(from.site.name),
    paragraphs: [what(from.site.name), `When: ${from.now.toUTCString()}\nWhere: ${from.device}`],
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

/** An account that was deleted by hand has no address any more. */
export async function emailOfUser(tx: SiteTx, userId: string): Promise<string> {
  const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return found?.email ?? 'a former administrator'
}

/** The administrator who made the change gets the mail too: a stranger may have made it in a stolen session. */
export async function mailAdministrators(
  tx: SiteTx,
  auth: MailContext,
  news: AccessNotice,
  except?: string,
): Promise<void> {
  const all = await tx
    .select({ userId: userWebsiteAccess.userId, email: users.email })
    .from(userWebsiteAccess)
    .innerJoin(users, eq(users.id, userWebsiteAccess.userId))
    .orderBy(asc(userWebsiteAccess.createdAt), asc(userWebsiteAccess.userId))
  for (const { userId, email } of all) if (userId !== except) await queueMail(tx, accessNoticeMail(auth, email, news))
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
