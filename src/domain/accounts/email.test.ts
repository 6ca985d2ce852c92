import { describe, expect, test } from 'vitest'
import { cleanEmail, emailProblem, normalizeEmail } from '#domain/accounts/email.ts'
import { emailTexts } from '#domain/texts/accounts.ts'

const { required, invalid, tooLong, consecutiveDots } = emailTexts
const ofLength = (n: number) => `${'a'.repeat(n - '@example.com'.length)}@example.com`

describe('accepts the address', () => {
  test.each([
    'ann@example.com',
    'ANN@EXAMPLE.COM',
    'a@b.co',
    'ann.lee@example.com',
    'ann+tour@example.com',
    "o'brien@example.ie",
    'x_y-z@example.museum',
    '123@example.com',
    'ann@mail.tour.example.co.uk',
    'ann@1and1.example.de',
    'ann@xn--mller-kva.de',
    'ann@example.xn--p1ai',
    '!#$%&*/=?^`{|}~@example.com',
    '-ann@example.com',
    ' ann@example.com ',
    'ann@example.com\r\n',
    '\u00a0ann@example.com\ufeff',
    '<b>ann@example.com</b>',
    'ann@example.com<br/>',
    ofLength(254),
  ])('%j', (typed) => {
    expect(emailProblem(typed)).toBeNull()
  })
})

describe('refuses the address', () => {
  test.each([
    ['', required],
    ['   ', required],
    ['\t\r\n', required],
    ['<b></b>', required],
    ['<ann@example.com>', required],
    ['ann', invalid],
    ['ann@', invalid],
    ['@example.com', invalid],
    ['ann@example', invalid],
    ['ann@localhost', invalid],
    ['ann@example.c', invalid],
    ['ann@example.123', invalid],
    ['ann@192.168.0.1', invalid],
    ['ann@[127.0.0.1]', invalid],
    ['ann@[IPv6:::1]', invalid],
    ['ann@@example.com', invalid],
    ['ann@example.com@evil.example', invalid],
    ['ann@-example.com', invalid],
    ['ann@example-.com', invalid],
    ['ann@exam_ple.com', invalid],
    ['ann@.example.com', invalid],
    ['ann@example.com.', invalid],
    ['.ann@example.com', invalid],
    ['ann.@example.com', invalid],
    ['ann lee@example.com', invalid],
    ['ann@exam ple.com', invalid],
    ['ann@example.com,bob@example.com', invalid],
    ['ann@example.com;bob@example.com', invalid],
    ['ann@example.com bob@example.com', invalid],
    ['ann@example.com,<i>bob@example.com', invalid],
    ['ann@example.com\r\nBcc: bob@example.com', invalid],
    ['ann@example.com\nbob', invalid],
    ['ann\r@example.com', invalid],
    ['ann\t@example.com', invalid],
    ['ann\0@example.com', invalid],
    ['ann@example.com\0', invalid],
    ['ann\u2028@example.com', invalid],
    ['"ann"@example.com', invalid],
    ['"bob@evil.example"@example.com', invalid],
    ['"ann lee"@example.com', invalid],
    ['ann(comment)@example.com', invalid],
    ['ann@(comment)example.com', invalid],
    ['Ann <ann@example.com>', invalid],
    ['Friends: ann@example.com, bob@example.com;', invalid],
    ['<<b>script>ann@example.com', invalid],
    ['ann@example.com<script>alert(1)</script>', invalid],
    ['ann>@example.com', invalid],
    ['ann\\@example.com', invalid],
    ['mailto:ann@example.com', invalid],
    ['=?utf-8?q?ann=40evil?=@example.com,', invalid],
    ['аnn@example.com', invalid], // Cyrillic а
    ['ann@exаmple.com', invalid], // Cyrillic а
    ['ann＠example.com', invalid], // full-width at
    ['ann@example。com', invalid], // ideographic full stop
    ['ann@müller.de', invalid],
    ['ann\u200b@example.com', invalid], // zero width
    ['ann\u202e@example.com', invalid], // right to left
    ['ann@example.com\ud800', invalid],
    [ofLength(255), tooLong],
    [`ann@${'b'.repeat(250)}.com`, tooLong],
    ['ann..lee@example.com', consecutiveDots],
    ['ann@example..com', consecutiveDots],
  ])('%j: %s', (typed, problem) => {
    expect(emailProblem(typed)).toBe(problem)
  })
})

test('strips markup and surrounding space from the stored address', () => {
  expect(cleanEmail(' <b>Ann@Example.com</b>\r\n')).toBe('Ann@Example.com')
})

test('treats addresses as equal that differ only in case and surrounding space', () => {
  expect(normalizeEmail(' Ann@Example.COM ')).toBe(normalizeEmail('ann@example.com'))
})

test('validates a hostile one-megabyte address in linear time', () => {
  // A pattern that backtracks at every character needs many seconds for each of these, which fails any test.
  for (const piece of ['<', '@', '.', 'a.', 'a@a.']) expect(emailProblem(piece.repeat(200_000))).toBe(invalid)
})
