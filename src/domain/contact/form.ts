import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { emailTexts } from '#domain/texts/accounts.ts'
import { contactFormTexts } from '#domain/texts/contact.ts'
import { ourContactTexts } from '#domain/texts/our-words.ts'

export const contactLimits = {
  name: { min: 2, max: 50 },
  subject: { min: 5, max: 100 },
  message: { min: 10, max: 1000 },
} as const

export type ContactForm = { name: string; email: string; subject: string; message: string }
export type ContactProblems = Partial<Record<keyof ContactForm, string>>

/** The message as it is checked, stored and sent. */
export const cleanContact = ({ name, email, subject, message }: ContactForm): ContactForm => ({
  name: name.trim(),
  email: cleanEmail(email),
  subject: subject.trim(),
  message: message.trim(),
})

/** The problem of each field that has one; no fields when the form can be sent. */
export function contactProblems(typed: ContactForm): ContactProblems {
  const { name, email, subject, message } = cleanContact(typed)
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

/** In characters as people count them, not in halves of an emoji. */
export const lengthOf = (text: string): number => [...text].length

export type CounterTone = 'plain' | 'yellow' | 'red'

export function counterTone(length: number, limit: number): CounterTone {
  if (length >= limit * 0.9) return 'red'
  if (length >= limit * 0.75) return 'yellow'
  return 'plain'
}

function lengthProblem(text: string, { min, max }: { min: number; max: number }, tooShort: string, tooLong: string) {
  const length = lengthOf(text)
  return length < min ? tooShort : length > max ? tooLong : null
}

/** Name and subject become lines in the head of an e-mail: a line break there would begin another line. */
const lineProblem = (text: string): string | null =>
  /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) ? ourContactTexts.oneLine : null

const textProblem = (text: string): string | null =>
  /[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\r\n]/g, '')) ? ourContactTexts.notText : null
