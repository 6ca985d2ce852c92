import { expect, test } from 'vitest'
import {
  type ContactFormValues,
  contactLimits,
  contactProblems,
  counterTone,
  messageRetentionCutoff,
  normalizeContactForm,
  replyMailtoLink,
} from '#domain/contact/contact.ts'

const fine: ContactFormValues = {
  name: 'Ann',
  email: 'ann@example.com',
  subject: 'A question',
  message: 'Do you play in Bremen?',
}
const oneLine = 'Please use a single line without control characters'

test('accepts a valid contact form', () => {
  expect(contactProblems(fine)).toEqual({})
})

test('reports each empty field of the contact form', () => {
  expect(contactProblems({ name: '', email: '', subject: '', message: '' })).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    subject: 'Subject must be at least 5 characters',
    message: 'Message must be at least 10 characters',
  })
})

test.each<[keyof ContactFormValues, string, string | undefined]>([
  ['name', 'A', 'Name must be at least 2 characters'],
  ['name', 'Jo', undefined],
  ['name', '  A  ', 'Name must be at least 2 characters'],
  ['name', '😀', 'Name must be at least 2 characters'],
  ['name', 'x'.repeat(50), undefined],
  ['name', '😀'.repeat(50), undefined],
  ['name', 'x'.repeat(51), 'Name must be less than 50 characters'],
  ['name', 'Ann\r\nBcc: bob@example.com', oneLine],
  ['name', 'Ann\nLee', oneLine],
  ['name', 'Ann\0Lee', oneLine],
  ['name', 'Ann\u2028Lee', oneLine],
  ['name', 'Ann\u0085Lee', oneLine],
  ['name', 'Ann\ud800', oneLine],
  ['email', 'ann', 'Please enter a valid email address'],
  ['email', 'ann..lee@example.com', 'Please enter a valid email address'],
  ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
  ['email', 'ann@example.com,bob@example.com', 'Please enter a valid email address'],
  ['subject', 'Four', 'Subject must be at least 5 characters'],
  ['subject', 'Fives', undefined],
  ['subject', 'x'.repeat(100), undefined],
  ['subject', 'x'.repeat(101), 'Subject must be less than 100 characters'],
  ['subject', 'Hello\rX-Evil: yes', oneLine],
  ['message', 'Nine char', 'Message must be at least 10 characters'],
  ['message', 'Ten chars!', undefined],
  ['message', '          ', 'Message must be at least 10 characters'],
  ['message', 'Lines\r\nand\ttabs are fine', undefined],
  ['message', 'Nothing\0 is not', 'Message contains characters that cannot be sent'],
  ['message', 'Half an emoji \ud83d', 'Message contains characters that cannot be sent'],
  ['message', 'x'.repeat(1000), undefined],
  ['message', 'x'.repeat(1001), 'Message must be less than 1000 characters'],
])('the %s %j has the problem: %s', (field, text, problem) => {
  expect(contactProblems({ ...fine, [field]: text })).toEqual(problem ? { [field]: problem } : {})
})

test('trims the fields of a contact message and strips markup from the e-mail address', () => {
  expect(
    normalizeContactForm({
      name: ' Ann ',
      email: ' <b>ann@example.com</b>',
      subject: ' A question',
      message: 'Hello\n\nyou \n',
    }),
  ).toEqual({ name: 'Ann', email: 'ann@example.com', subject: 'A question', message: 'Hello\n\nyou' })
})

test.each([
  [0, 'plain'],
  [37, 'plain'],
  [38, 'yellow'],
  [44, 'yellow'],
  [45, 'red'],
  [51, 'red'],
])('a name of %i characters has a %s counter', (length, tone) => {
  expect(counterTone(length, contactLimits.name.max)).toBe(tone)
})

test.each([
  [749, 'plain'],
  [750, 'yellow'],
  [899, 'yellow'],
  [900, 'red'],
])('a message of %i characters has a %s counter', (length, tone) => {
  expect(counterTone(length, contactLimits.message.max)).toBe(tone)
})

test('links a reply to the sender with the subject', () => {
  expect(replyMailtoLink({ email: 'ann@example.com', subject: 'A question' })).toBe(
    'mailto:ann@example.com?subject=Re%3A%20A%20question',
  )
  expect(replyMailtoLink({ email: 'ann@example.com', subject: 'RE: A question' })).toBe(
    'mailto:ann@example.com?subject=RE%3A%20A%20question',
  )
})

test('escapes the subject of the mailto reply link so that it cannot add a mail header', () => {
  const link = replyMailtoLink({ email: "o'neil+x&cc=y@example.com", subject: 'Hello?&bcc=bob@example.com#100%' })
  const { searchParams } = new URL(link)
  expect([...searchParams.keys()]).toEqual(['subject'])
  expect(searchParams.get('subject')).toBe('Re: Hello?&bcc=bob@example.com#100%')
})

test.each([
  ['2026-05-01T12:00:00Z', '2024-05-01T12:00:00Z'],
  // Two years before a leap day there is no 29 February.
  ['2028-02-29T12:00:00Z', '2026-03-01T12:00:00Z'],
])('on %s deletes messages older than %s', (now, then) => {
  expect(messageRetentionCutoff(new Date(now))).toEqual(new Date(then))
})
