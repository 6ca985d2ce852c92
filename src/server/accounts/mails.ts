import type { AuthContext } from '#server/accounts/auth-context.ts'
import type { Mail } from '#server/mail/message.ts'
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
