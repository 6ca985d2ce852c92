import type { ContactParts } from '#server/contact/actions.ts'
import { altcha, type Effort } from '#server/contact/altcha.ts'
import type { HumanCheck } from '#server/contact/human-check.ts'
import { type TurnstileOptions, turnstile } from '#server/contact/turnstile.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'

/** What the contact form of one site needs, for as long as the process lives. */
export type ContactService = ContactParts & {
  check: HumanCheck
  /** Not secret: it only says that whoever writes has seen the site. */
  publicKey: string
}

type Needs = { sealer: Sealer; keys: DerivedKeys; turnstile: TurnstileOptions | null; effort?: Effort }

export function createContactService({
  sealer,
  keys,
  turnstile: options,
  effort,
}: Needs): (websiteId: string) => ContactService {
  const check = options ? turnstile(options) : altcha(keys, effort)
  return (websiteId) => ({
    ...{ sealer, blindIndex: keys.blindIndex, check },
    // Every request has a desk, and hardly any asks for this.
    get publicKey() {
      return `pk_${keys.deriveKey('public-key', websiteId).toString('base64url')}`
    },
  })
}
