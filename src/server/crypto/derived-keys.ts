import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { customerNameWords } from '#domain/orders/name-words.ts'

export type DerivedKeys = {
  /**
   * 32 bytes, always the same for the same APP_SECRET. The purpose is named for the use (`session`, `recovery-code`), so
   * that no two uses share a key; without a website it is one key for all of them.
   */
  deriveKey: (purpose: string, websiteId?: string) => Buffer
  /** Finds rows by a sealed e-mail address. The same address has another index on another website. */
  blindIndex: (websiteId: string, email: string) => Buffer
  /** The same for a browser that sends `hashEmail` instead of the address. */
  blindIndexOfHash: (websiteId: string, hash: Buffer) => Buffer
  /** Finds orders by the words of a sealed name. The key is another one, so that no name can pass for an address. */
  nameIndexes: (websiteId: string, name: string) => Buffer[]
  /** The same for a browser that sends the SHA-256 of a word instead of the word. */
  nameIndexOfHash: (websiteId: string, hash: Buffer) => Buffer
}

/**
 * From APP_SECRET and not from the data key, so that a new data key leaves every index and token as it is. Another
 * APP_SECRET makes every blind index, download link and recovery code useless, so a start with one is refused
 * (`keys-in-use.ts`). Sessions and the links of accounts do not follow from it.
 */
export function createDerivedKeys(appSecret: string): DerivedKeys {
  const deriveKey = (purpose: string, websiteId = '') =>
    Buffer.from(hkdfSync('sha256', appSecret, '', JSON.stringify([purpose, websiteId]), 32))
  const keyedHash = (purpose: string) => (websiteId: string, hash: Buffer) => {
    if (hash.length !== 32) throw new Error('A SHA-256 has 32 bytes.')
    return createHmac('sha256', deriveKey(purpose, websiteId)).update(hash).digest()
  }
  const blindIndexOfHash = keyedHash('blind-index')
  const nameIndexOfHash = keyedHash('name-index')
  return {
    deriveKey,
    blindIndex: (websiteId, email) => blindIndexOfHash(websiteId, emailHash(email)),
    blindIndexOfHash,
    nameIndexes: (websiteId, name) => customerNameWords(name).map((word) => nameIndexOfHash(websiteId, sha256(word))),
    nameIndexOfHash,
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export const emailHash = (email: string): Buffer => sha256(normalizeEmail(email))
