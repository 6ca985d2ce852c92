import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDerivedKeys, emailHash } from '#server/crypto/derived-keys.ts'

const secret = 'a secret of at least thirty-two characters'
const { deriveKey, blindIndex, blindIndexOfHash } = createDerivedKeys(secret)
const hex = (bytes: Buffer) => bytes.toString('hex')

test('every purpose, website and secret derives its own key, always the same', () => {
  const keys = [
    deriveKey('session'),
    deriveKey('session', 'a1'),
    deriveKey('session', 'a2'),
    deriveKey('bearer-token', 'a1'),
    deriveKey('session","a1'),
    createDerivedKeys(`${secret}!`).deriveKey('session'),
  ]
  expect(new Set(keys.map(hex)).size).toBe(keys.length)
  expect(keys.every(({ length }) => length === 32)).toBe(true)
  expect(createDerivedKeys(secret).deriveKey('session', 'a1')).toEqual(keys[1])
})

test('the blind index is HMAC(site key, SHA-256(normalised e-mail)), so a browser can send the hash', () => {
  const inBrowser = createHash('sha256').update('ada@example.com').digest()
  const siteKey = Buffer.from(hkdfSync('sha256', secret, '', '["blind-index","a1"]', 32))
  const expected = createHmac('sha256', siteKey).update(inBrowser).digest()
  expect(blindIndex('a1', 'ada@example.com')).toEqual(expected)
  expect(blindIndexOfHash('a1', inBrowser)).toEqual(expected)
})

test('the blind index ignores case and spaces, and differs per address and website', () => {
  const found = hex(blindIndex('a1', 'ada@example.com'))
  for (const same of ['Ada@Example.COM', '  ada@example.com '])
    expect(hex(blindIndex('a1', same)), JSON.stringify(same)).toBe(found)
  expect(hex(blindIndex('a1', 'adb@example.com'))).not.toBe(found)
  expect(hex(blindIndex('a2', 'ada@example.com'))).not.toBe(found)
})

test('the blind index rejects a value that is not a hash', () => {
  expect(() => blindIndexOfHash('a1', Buffer.from('ada@example.com'))).toThrow('32 bytes')
  expect(emailHash('ada@example.com')).toHaveLength(32)
})
