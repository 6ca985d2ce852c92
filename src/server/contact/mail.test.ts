import { expect, test } from 'vitest'
import { contactMail } from '#server/contact/mail.ts'
import { checkedMail } from '#server/mail/mail.ts'

const subjectOf = (subject: string) =>
  checkedMail(
    contactMail({
      form: { name: 'Ann Lee', email: 'ann@example.com', subject, message: 'Do you play in Bremen?' },
      site: { name: 'Marlow Quay', locale: 'en-GB' },
      to: 'hello@marlow.example',
    }),
  ).subject

test('a subject cannot turn the line of the mailbox around, nor hide anything in it', () => {
  expect(subjectOf('Invoice \u202Efdp.exe\u202C')).toBe('Marlow Quay: Invoice fdp.exe')
  expect(subjectOf('\u2066\u200Fpay\u200B\u2060pal\u00AD\uFEFF\u061C\u2069 \u{E0041}')).toBe('Marlow Quay: paypal')
})

test('what joins letters and emoji stays', () => {
  expect(subjectOf('👩\u200D🎤 نمی\u200Cخواهم')).toBe('Marlow Quay: 👩\u200D🎤 نمی\u200Cخواهم')
})
