import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGuessable, isPlaceholder, isTurnstileTestKey } from '#domain/settings/weak-secrets.ts'

const random = (n: number) => createHash('sha512').update(`seed ${n}`).digest()

test.each([
  ['x'.repeat(32)],
  ['change-me-'.repeat(4)],
  ['0123456789'.repeat(4)],
  ['abcdefghijklmnopqrstuvwxyz012345'],
  ['canary-secret'.repeat(4)],
  ['abababababababababababababababababab'],
])('finds that %s can be guessed', (secret) => {
  expect(isGuessable(secret)).toBe(true)
})

test('finds that keys of one byte and of bytes in a row can be guessed', () => {
  expect(isGuessable(new Uint8Array(32))).toBe(true)
  expect(isGuessable(Uint8Array.from({ length: 32 }, (_, at) => at))).toBe(true)
})

test('accepts what a generator makes, in any spelling, and a phrase of several words', () => {
  for (let n = 0; n < 2_000; n++) {
    const bytes = random(n).subarray(0, 32)
    expect(isGuessable(bytes)).toBe(false)
    for (const secret of [
      bytes.toString('hex'),
      bytes.subarray(0, 16).toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ]) {
      expect(isGuessable(secret), secret).toBe(false)
      expect(isPlaceholder(secret), secret).toBe(false)
    }
  }
  expect(isGuessable('seven lanterns drift past the old harbour wall')).toBe(false)
})

test.each(['change-me', 'whsec_change-me', 'CHANGEME', 'your-secret-key', '<password>', 'pass…', 'minioadmin'])(
  'finds the placeholder in %s',
  (secret) => {
    expect(isPlaceholder(secret)).toBe(true)
  },
)

test('knows the test keys of Turnstile', () => {
  expect(isTurnstileTestKey('1x00000000000000000000AA')).toBe(true)
  expect(isTurnstileTestKey('2x0000000000000000000000000000000AA')).toBe(true)
  expect(isTurnstileTestKey('3x00000000000000000000FF')).toBe(true)
  expect(isTurnstileTestKey('0x4AAAAAAADnPIDROrmt1Wwj')).toBe(false)
})
