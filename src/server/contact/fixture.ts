import { randomBytes } from 'node:crypto'
import type { Effort } from '#server/contact/altcha.ts'
import { openContactDesks } from '#server/contact/desk.ts'
import type { TurnstileOptions } from '#server/contact/turnstile.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'

/** For tests: a desk with keys of its own, whose check is soon solved unless the effort itself is what is tried. */
export const testContactDesk = (turnstile: TurnstileOptions | null = null, effort: Effort = { least: 1, most: 9 }) =>
  openContactDesks({
    sealer: createSealer({ current: randomBytes(32) }),
    keys: createDerivedKeys(randomBytes(32).toString('hex')),
    turnstile,
    effort,
  })
