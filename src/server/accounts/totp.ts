import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { totpCodeLength } from '#domain/accounts/second-factor.ts'

/** RFC 6238 as every authenticator app implements it: SHA-1, steps of 30 seconds, six digits. */
const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in base32, the form that people type into their app. */
export function generateTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)]!)
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const timeStepAt = (now: Date): number => Math.floor(+now / 1000 / stepSeconds)

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** totpCodeLength).padStart(totpCodeLength, '0')
}

/**
 * The time step that a code belongs to, or null. Clocks differ, so the steps before and after the current one are
 * accepted too; steps up to `used` are not.
 */
export function matchingTimeStep(secret: string, code: string, now: Date, used: number | null): number | null {
  const current = timeStepAt(now)
  const given = Buffer.from(code)
  const matching = [current - 1, current, current + 1].filter((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return matching.find((step) => used === null || step > used) ?? null
}

/** The `otpauth:` URI in the QR code. */
export function otpauthUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits: totpCodeLength, period: stepSeconds })
  return `otpauth://totp/${label}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
