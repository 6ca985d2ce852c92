import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { normalizeEmail } from '#domain/accounts/email.ts'

export type DerivedKeys = {
  /**
   * 32 bytes, always the same for the same APP_SECRET. The purpose is named for the use (`session`, `recovery-code`), so
   * that no two uses share a key; without a website it is one key for all of them.
   */
  deriveKey: (purpose: string, websiteId?: string) => Buffer
  /** Finds rows by a sealed e-mail address. The same address has another index on another website. */
  blindIndex: (websiteId: string, email: string) => Buffer
  /** The same for a browser that sends `emailHash` instead of the address. */
  blindIndexOfHash: (websiteId: string, hash: Buffer) => Buffer
}

/**
 * From APP_SECRET and not from the data key, so that a new data key leaves every index and token as it is. Another
 * APP_SECRET makes every blind index, download link and recovery code useless, so a start with one is refused
 * (`keys-in-use.ts`). Sessions and the links of accounts do not follow from it.
 */
export function createDerivedKeys(appSecret: string): DerivedKeys {
  const deriveKey = (purpose: string, websiteId = '') =>
    Buffer.from(hkdfSync('sha256', appSecret, '', JSON.stringify([purpose, websiteId]), 32))
  const blindIndexOfHash = (websiteId: string, hash: Buffer) => {
    if (hash.length !== 32) throw new Error('The hash of an e-mail has 32 bytes.')
    return createHmac('sha256', deriveKey('blind-index', websiteId)).update(hash).digest()
  }
  return {
    deriveKey,
    blindIndex: (websiteId, email) => blindIndexOfHash(websiteId, emailHash(email)),
    blindIndexOfHash,
  }
}

export const emailHash = (email: string): Buffer => createHash('sha256').update(normalizeEmail(email)).digest()
