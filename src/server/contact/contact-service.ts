import { createAltchaCheck, type ProofOfWorkRange } from '#server/contact/altcha.ts'
import type { HumanCheck } from '#server/contact/human-check.ts'
import type { ContactDeps } from '#server/contact/receive-message.ts'
import { createTurnstileCheck, type TurnstileOptions } from '#server/contact/turnstile.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'

/** What the contact form of one site needs, for as long as the process lives. */
export type ContactService = ContactDeps & {
  check: HumanCheck
  /** Not secret: the client got it from a page of this site. */
  publicKey: string
}

type Deps = { sealer: Sealer; keys: DerivedKeys; turnstile: TurnstileOptions | null; effort?: ProofOfWorkRange }

export function createContactService({
  sealer,
  keys,
  turnstile: options,
  effort,
}: Deps): (websiteId: string) => ContactService {
  const check = options ? createTurnstileCheck(options) : createAltchaCheck(keys, effort)
  return (websiteId) => ({
    sealer,
    blindIndex: keys.blindIndex,
    check,
    // Computed lazily: the service is created for every request, and few need the key.
    get publicKey() {
      return `pk_${keys.deriveKey('public-key', websiteId).toString('base64url')}`
    },
  })
}
