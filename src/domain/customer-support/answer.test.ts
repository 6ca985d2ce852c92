import { expect, test } from 'vitest'
import { downloadTokenIn } from '#domain/customer-support/answer.ts'

const token = 'a1B2-_'.padEnd(43, 'x')

test.each([
  ['as it is in the mail', `https://example.com/downloads/${token}`],
  ['with something behind it', ` https://example.com/downloads/${token}?from=mail `],
  ['of one file', `https://example.com/api/download?file=1&token=${token}&x=1`],
  ['only the end of it', token],
])('finds the token in a pasted download link: %s', (_, pasted) => expect(downloadTokenIn(pasted)).toBe(token))

test.each([
  ['another page', 'https://example.com/downloads'],
  ['a link that lost its end', `https://example.com/downloads/${token.slice(1)}`],
  ['a token that is too long', `https://example.com/downloads/${token}y`],
  ['nothing', ''],
])('finds no token in pasted text: %s', (_, pasted) => expect(downloadTokenIn(pasted)).toBeNull())
