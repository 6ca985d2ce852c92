import type { ContactForm } from '#domain/contact/form.ts'

/** Opens the owner's own mail program with an answer begun. */
export function answerLink({ email, subject }: Pick<ContactForm, 'email' | 'subject'>): string {
  const about = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(about)}`
}
