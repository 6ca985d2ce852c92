import { expect, test } from 'vitest'
import { contactMail } from '#server/contact/mail.ts'
import { checkedMail } from '#server/mail/mail.ts'

const written = (said: { name?: string; subject?: string }) =>
  checkedMail(
    contactMail({
      form: { name: 'Ann Lee', subject: 'Bremen', email: 'ann@example.com', message: 'Do you play there?', ...said },
      site: { name: 'Marlow Quay', locale: 'en-GB' },
      to: 'hello@marlow.example',
    }),
  )
const subjectOf = (subject: string) => written({ subject }).subject

test('a subject cannot turn the line of the mailbox around, nor hide anything in it', () => {
  expect(subjectOf('Invoice \u202Efdp.exe\u202C')).toBe('Marlow Quay: Invoice fdp.exe')
  expect(subjectOf('\u2066\u200Fpay\u200B\u2060pal\u00AD\uFEFF\u061C\u2069 \u{E0041}')).toBe('Marlow Quay: paypal')
})

test('neither a name nor a subject turns what the mail itself says', () => {
  const { text, html } = written({ name: 'Ann\u202E\u2067 Lee', subject: 'Bremen\u202E' })
  expect(text).toContain('Bremen\n\nAnn Lee (ann@example.com) has written to you:')
  expect(html).toContain('Ann Lee (ann@example.com) has written to you:')
  expect(text + html).not.toMatch(/[\u202E\u2067]/)
})

test('what joins letters and emoji stays', () => {
  expect(subjectOf('👩\u200D🎤 نمی\u200Cخواهم')).toBe('Marlow Quay: 👩\u200D🎤 نمی\u200Cخواهم')
})
