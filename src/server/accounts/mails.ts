import type { AuthContext } from '#server/accounts/auth-context.ts'
import { letter, type Words } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mail.ts'

export type From = Pick<AuthContext, 'site' | 'now' | 'device'>

export const mail = (
  { site }: From,
  to: string,
  { subject, ...words }: Omit<Words, 'site' | 'heading'> & { subject: string },
) => ({ to, subject, ...letter({ site, heading: subject, ...words }) }) satisfies Mail

export const resetMail = (from: From, to: string, token: string): Mail =>
  mail(from, to, {
    subject: `Choose a new password for ${from.site.name}`,
    paragraphs: [
      `Somebody, probably you, asked for a new password for your account at ${from.site.name}. The link is good for one hour, and once.`,
    ],
    action: { label: 'Choose a new password', href: `${from.site.origin}/reset-password?token=${token}` },
    footnote: 'If it was not you, ignore this mail: your password stays as it is.',
  })

export const verificationMail = (from: From, to: string, token: string): Mail =>
  mail(from, to, {
    subject: `Confirm your email address for ${from.site.name}`,
    paragraphs: ['Please confirm that this is your address. The link is good for one day, and once.'],
    action: {
      label: 'Confirm my address',
      href: `${from.site.origin}/auth/callback?site=${from.site.siteId}&token=${token}`,
    },
    footnote: `If you did not sign up at ${from.site.name}, ignore this mail: no account is made.`,
  })

/** Goes out instead of the verification where there is an account already; only the mailbox learns which it was. */
export const knownAddressMail = (from: From, to: string): Mail =>
  mail(from, to, {
    subject: `You already have an account at ${from.site.name}`,
    paragraphs: [
      'Somebody, probably you, tried to sign up with this address, which has an account already. You can sign in with it, or ask for a new password.',
    ],
    action: { label: 'Sign in', href: `${from.site.origin}/admin/login` },
    footnote: 'If it was not you, ignore this mail: nothing has changed.',
  })

export const invitationMail = (from: From, to: string, token: string): Mail =>
  mail(from, to, {
    subject: `You are invited to look after ${from.site.name}`,
    paragraphs: [
      `You may help to look after the website of ${from.site.name}. Choose a password to begin; the link is good for seven days, and once.`,
    ],
    action: { label: 'Accept the invitation', href: `${from.site.origin}/admin/sign-up?invitation=${token}` },
    footnote: 'If you do not know what this is about, ignore this mail.',
  })

export const accessMail = (from: From, to: string): Mail =>
  mail(from, to, {
    subject: `You now have access to ${from.site.name}`,
    paragraphs: [
      `You may now look after the website of ${from.site.name}. Sign in with the account that you have already.`,
    ],
    action: { label: 'Sign in', href: `${from.site.origin}/admin/login` },
  })

/** Tells the owner of an account that the way into it has changed. */
const notice = (from: From, to: string, subject: string, what: string): Mail =>
  mail(from, to, {
    subject,
    paragraphs: [what, `When: ${from.now.toUTCString()}\nWhere: ${from.device}`],
    action: { label: 'It was not me: choose a new password', href: `${from.site.origin}/admin/login` },
    footnote: 'If it was you, there is nothing to do.',
  })

export const passwordChangedMail = (from: From, to: string): Mail =>
  notice(
    from,
    to,
    `Your password for ${from.site.name} was changed`,
    'The password of your account was changed, and all other devices were signed out.',
  )

export const twoFactorOnMail = (from: From, to: string): Mail =>
  notice(
    from,
    to,
    `Two-factor authentication is on for ${from.site.name}`,
    'From now on, signing in to your account asks for a code of your authenticator app.',
  )

export const twoFactorOffMail = (from: From, to: string): Mail =>
  notice(
    from,
    to,
    `Two-factor authentication is off for ${from.site.name}`,
    'Signing in to your account no longer asks for a code of your authenticator app.',
  )

export const recoveryUsedMail = (from: From, to: string): Mail =>
  notice(
    from,
    to,
    `A recovery code was used for ${from.site.name}`,
    'Somebody has signed in to your account with a recovery code. Two-factor authentication is off until you set it up again in Settings, and all other devices were signed out. The device that used the code reaches only two-factor authentication and Change Password until one of them is done. The reason: somebody who knows your password may have entered wrong codes so that you would use a recovery code. If you did not enter the wrong codes yourself, change your password.',
  )

/** Goes out for a sign-in with a browser that nobody has signed in with before. */
export const newBrowserMail = (from: From & Pick<AuthContext, 'address'>, to: string, token: string): Mail =>
  mail(from, to, {
    subject: `New sign-in to ${from.site.name}`,
    paragraphs: [
      'Somebody, probably you, has signed in to your account with a new browser.',
      `When: ${from.now.toUTCString()}\nWhere: ${from.device}, from ${from.address}`,
      'If it was not you, press the button: every device is signed out at once, the password stops working, and you choose a new one. The link is good for seven days, and once.',
    ],
    action: {
      label: 'This was not me',
      href: `${from.site.origin}/reset-password?token=${token}&because=not-me`,
    },
    footnote: 'If it was you, there is nothing to do.',
  })
