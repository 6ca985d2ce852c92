import { randomBytes } from 'node:crypto'
import { openContactDesks } from '#server/contact/desk.ts'
import type { TurnstileOptions } from '#server/contact/turnstile.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'

/** For tests: a desk with keys of its own. */
export const testContactDesk = (turnstile: TurnstileOptions | null = null) =>
  openContactDesks({
    sealer: createSealer({ current: randomBytes(32) }),
    keys: createDerivedKeys(randomBytes(32).toString('hex')),
    turnstile,
  })
