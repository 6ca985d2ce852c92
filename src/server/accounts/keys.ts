import { createHmac } from 'node:crypto'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'

/** None of these keys is in the database, so that a copy of it lets nobody in. */
export type AccountKeys = {
  /** Signs the bearer tokens of one website. */
  bearer: (siteId: string) => Buffer
  /** Signs that somebody has confirmed who they are, on one website. */
  confirmation: (siteId: string) => Buffer
  /** Recovery codes are short: without this key they could be guessed from their hashes. */
  recoveryCode: (userId: string, code: string) => string
  /** Signs what a browser is known by. */
  device: (said: string) => string
  /** Somebody whom a limit counts, without saying who it is. */
  blind: (subject: string) => string
}

export function accountKeys({ deriveKey }: Pick<DerivedKeys, 'deriveKey'>): AccountKeys {
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const [recoveryKey, limitKey, deviceKey] = [
    deriveKey('recovery-code'),
    deriveKey('rate-limit'),
    deriveKey('device-cookie'),
  ]
  return {
    bearer: (siteId) => deriveKey('bearer-token', siteId),
    confirmation: (siteId) => deriveKey('confirmation', siteId),
    recoveryCode: (userId, code) => mac(recoveryKey, `${userId} ${code}`),
    device: (said) => mac(deviceKey, said),
    blind: (subject) => mac(limitKey, subject),
  }
}
