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
])('rejects the guessable secret %s', (secret) => {
  expect(isGuessable(secret)).toBe(true)
})

test('rejects keys of equal or consecutive bytes', () => {
  expect(isGuessable(new Uint8Array(32))).toBe(true)
  expect(isGuessable(Uint8Array.from({ length: 32 }, (_, at) => at))).toBe(true)
})

test('accepts random keys in hex and base64, and a phrase of several words', () => {
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
  'recognises %s as a placeholder',
  (secret) => {
    expect(isPlaceholder(secret)).toBe(true)
  },
)

test('recognises the test keys of Turnstile', () => {
  expect(isTurnstileTestKey('1x00000000000000000000AA')).toBe(true)
  expect(isTurnstileTestKey('2x0000000000000000000000000000000AA')).toBe(true)
  expect(isTurnstileTestKey('3x00000000000000000000FF')).toBe(true)
  expect(isTurnstileTestKey('0x4AAAAAAADnPIDROrmt1Wwj')).toBe(false)
})
