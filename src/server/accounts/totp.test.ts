import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { generateTotpSecret, matchingTimeStep, otpauthUri, timeStepAt, totpCode } from '#server/accounts/totp.ts'

/** The secret of the RFC's appendix B, "12345678901234567890". */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is %s, as RFC 6238 says', (seconds, code) => {
  expect(totpCode(secret, timeStepAt(at(seconds)))).toBe(code)
})

test('oathtool computes the codes that we accept, for secrets that we generate', () => {
  for (let n = 0; n < 5; n++) {
    const made = generateTotpSecret()
    const now = new Date(1_800_000_000_000 + n * 7_777_777)
    const args = ['--totp', '--base32', made, '--now', now.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')]
    const code = execFileSync('oathtool', args, { encoding: 'utf8' }).trim()
    expect(matchingTimeStep(made, code, now, null)).toBe(timeStepAt(now))
  }
})

describe('TOTP codes of', () => {
  const now = at(1_000_000_020)
  const step = timeStepAt(now)
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('the step %i away is accepted: %s', (away, accepted) => {
    expect(matchingTimeStep(secret, totpCode(secret, step + away), now, null)).toBe(accepted ? step + away : null)
  })

  test.each([29_000, -29_000])('a clock that is %i ms off is accepted', (off) => {
    expect(matchingTimeStep(secret, totpCode(secret, timeStepAt(new Date(+now + off))), now, null)).not.toBeNull()
  })

  test.each([61_000, -61_000])('a clock that is %i ms off is refused', (off) => {
    expect(matchingTimeStep(secret, totpCode(secret, timeStepAt(new Date(+now + off))), now, null)).toBeNull()
  })

  test('a used step and earlier ones are not accepted again, even when the clock is set back', () => {
    expect(matchingTimeStep(secret, totpCode(secret, step), now, step)).toBeNull()
    expect(matchingTimeStep(secret, totpCode(secret, step - 1), now, step)).toBeNull()
    expect(matchingTimeStep(secret, totpCode(secret, step), at(1_000_000_020 - 30), step)).toBeNull()
    expect(matchingTimeStep(secret, totpCode(secret, step + 1), now, step)).toBe(step + 1)
  })
})

test.each(['', '28708', '2870822', '28708a', '２８７０８２', '287082\0'])('%j is not a code', (code) => {
  expect(matchingTimeStep(secret, code, at(59), null)).toBeNull()
})

test('a secret has 160 bits and is new each time', () => {
  const made = Array.from({ length: 100 }, generateTotpSecret)
  for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(made).size).toBe(100)
})

test('the otpauth URI escapes the names of site and account', () => {
  const uri = new URL(otpauthUri(secret, { issuer: 'Felt & Hammer: pianos', account: 'a+b@example.com' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toMatch(/\/Felt & Hammer: pianos:a\+b@example\.com$/)
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret,
    issuer: 'Felt & Hammer: pianos',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
