import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import type { RateLimit } from '#domain/accounts/limits.ts'
import { emailTexts } from '#domain/texts/accounts.ts'
import { contactFormTexts } from '#domain/texts/contact.ts'
import { contactTexts } from '#domain/texts/own-words.ts'

export const contactLimits = {
  name: { min: 2, max: 50 },
  subject: { min: 5, max: 100 },
  message: { min: 10, max: 1000 },
} as const

export type ContactFormValues = { name: string; email: string; subject: string; message: string }
export type ContactProblems = Partial<Record<keyof ContactFormValues, string>>

/** The message as it is validated, stored and mailed. */
export const normalizeContactForm = ({ name, email, subject, message }: ContactFormValues): ContactFormValues => ({
  name: name.trim(),
  email: cleanEmail(email),
  subject: subject.trim(),
  message: message.trim(),
})

/** One sentence per invalid field; empty when the form is valid. */
export function contactProblems(typed: ContactFormValues): ContactProblems {
  const { name, email, subject, message } = normalizeContactForm(typed)
  const { nameTooShort, nameTooLong, subjectTooShort, subjectTooLong, messageTooShort, messageTooLong } =
    contactFormTexts
  const problems = {
    name: lengthProblem(name, contactLimits.name, nameTooShort, nameTooLong) ?? lineProblem(name),
    email: emailProblem(email) && emailTexts.invalid,
    subject: lengthProblem(subject, contactLimits.subject, subjectTooShort, subjectTooLong) ?? lineProblem(subject),
    message: lengthProblem(message, contactLimits.message, messageTooShort, messageTooLong) ?? textProblem(message),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

/** Counts code points, so that an emoji is one character. */
export const characterCount = (text: string): number => [...text].length

export type CounterTone = 'plain' | 'yellow' | 'red'

export function counterTone(length: number, limit: number): CounterTone {
  if (length >= limit * 0.9) return 'red'
  if (length >= limit * 0.75) return 'yellow'
  return 'plain'
}

function lengthProblem(text: string, { min, max }: { min: number; max: number }, tooShort: string, tooLong: string) {
  const length = characterCount(text)
  return length < min ? tooShort : length > max ? tooLong : null
}

/** Name and subject go into mail headers, where a line break would start another header. */
const lineProblem = (text: string): string | null =>
  /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) ? contactTexts.oneLine : null

const textProblem = (text: string): string | null =>
  /[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\r\n]/g, '')) ? contactTexts.notText : null

/** A mailto link that opens a reply in the owner's mail program. */
export function replyMailtoLink({ email, subject }: Pick<ContactFormValues, 'email' | 'subject'>): string {
  const replySubject = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(replySubject)}`
}

const hour = 60 * 60

/** Limits per hour: high enough for visitors, too low to flood a mailbox. */
export const contactRateLimits = {
  fromAddress: { name: 'contact-address', max: 10, seconds: hour },
  ofSender: { name: 'contact-sender', max: 5, seconds: hour },
  ofSite: { name: 'contact-site', max: 300, seconds: hour },
  challengesFromAddress: { name: 'challenge-address', max: 120, seconds: hour },
} as const satisfies Record<string, RateLimit>

/** How long messages are kept after the visitor's last one. The privacy pages of the sites promise this. */
export const messageRetentionYears = 2

/** Messages of visitors whose last message is older are deleted. */
export function messageRetentionCutoff(now: Date): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - messageRetentionYears)
  return then
}
