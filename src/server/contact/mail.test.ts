import { expect, test } from 'vitest'
import { contactMail } from '#server/contact/mail.ts'
import { validateMail } from '#server/mail/message.ts'

const written = (changes: { name?: string; subject?: string }) =>
  validateMail(
    contactMail({
      form: { name: 'Ann Lee', subject: 'Bremen', email: 'ann@example.com', message: 'Do you play there?', ...changes },
      site: { name: 'Marlow Quay', locale: 'en-GB' },
      to: 'hello@marlow.example',
    }),
  )
const subjectOf = (subject: string) => written({ subject }).subject

test('strips bidi controls and invisible characters from the subject', () => {
  expect(subjectOf('Invoice \u202Efdp.exe\u202C')).toBe('Marlow Quay: Invoice fdp.exe')
  expect(subjectOf('\u2066\u200Fpay\u200B\u2060pal\u00AD\uFEFF\u061C\u2069 \u{E0041}')).toBe('Marlow Quay: paypal')
})

test('strips bidi controls from name and subject in the text of the mail', () => {
  const { text, content } = written({ name: 'Ann\u202E\u2067 Lee', subject: 'Bremen\u202E' })
  expect(text).toContain('Bremen\n\nAnn Lee (ann@example.com) has sent you a message:')
  expect(content!.paragraphs[0]).toBe('Ann Lee (ann@example.com) has sent you a message:')
  expect(text + JSON.stringify(content)).not.toMatch(/[\u202E\u2067]/)
})

test('keeps the joiners of letters and emoji', () => {
  expect(subjectOf('👩\u200D🎤 نمی\u200Cخواهم')).toBe('Marlow Quay: 👩\u200D🎤 نمی\u200Cخواهم')
})
