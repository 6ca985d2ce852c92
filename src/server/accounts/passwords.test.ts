import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts'

test('hashes with argon2id, 19 MiB and two passes, and a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPassword('Passw0rd!'), hashPassword('Passw0rd!')])
  expect(parseOptions(one)).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(one).not.toBe(other)
})

test.each([
  ['with space around it', ' lead and trail '],
  ['with a null byte', 'a\0b'],
  ['with accents', 'A\u0308O\u0308'],
  ['of 1,024 bytes', '😀'.repeat(256)],
])('a password %s matches its hash, and similar ones do not', async (_, password) => {
  const kept = await hashPassword(password)
  expect(await passwordMatches(kept, password)).toBe(true)
  for (const other of [password.trim(), password.split('\0')[0]!, password.normalize(), password.slice(0, -2)])
    if (other !== password) expect(await passwordMatches(kept, other)).toBe(false)
})

test('no password matches an account that does not exist', async () => {
  for (const password of ['', 'Passw0rd!']) expect(await passwordMatches(undefined, password)).toBe(false)
})

test('refuses a flood of hashes instead of queueing it', async () => {
  const results = await Promise.allSettled(Array.from({ length: 260 }, () => passwordMatches('no hash', 'x')))
  const refused = results.filter((one) => one.status === 'rejected' && one.reason.reason === 'unavailable')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(100)
})
