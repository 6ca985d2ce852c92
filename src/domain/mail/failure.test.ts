import { expect, test } from 'vitest'
import { type SmtpFailure, smtpFailureText } from '#domain/mail/failure.ts'

test.each<[SmtpFailure, string]>([
  [{ code: 'EENVELOPE', command: 'RCPT TO', status: 550 }, 'The mail server refused the recipient (550).'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', status: 553 }, 'The mail server refused the sender (553).'],
  [{ code: 'EMESSAGE', command: 'DATA', status: 554 }, 'The mail server refused the mail (554).'],
  [
    { code: 'EAUTH', command: 'AUTH PLAIN', status: 535 },
    'The mail server did not accept our name and password (535).',
  ],
  [{ code: 'ETLS', command: 'STARTTLS' }, 'There was no secure connection to the mail server.'],
  [{ code: 'ESOCKET', command: 'CONN' }, 'The mail server could not be reached.'],
  [{ code: 'TimeoutError' }, 'The mail server could not be reached.'],
  [{}, 'The mail server did not accept the mail.'],
  [{ command: 'EHLO', status: 421 }, 'The mail server did not accept the mail (421).'],
])('the SMTP failure %o is described as “%s”', (trouble, sentence) => {
  expect(smtpFailureText(trouble)).toBe(sentence)
})
