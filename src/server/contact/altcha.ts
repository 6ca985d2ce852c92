import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { humanCheckLifetimeMs } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import type { HumanCheck } from '#server/contact/human-check.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'

const proofOfWorkSettings = { algorithm: 'PBKDF2/SHA-256', cost: 1_000 }

/** The range of key derivations that a visitor's browser computes. Creating and checking a challenge costs us one each. */
export type ProofOfWorkRange = { min: number; max: number }

/** One or two seconds on a phone. */
export const defaultProofOfWork: ProofOfWorkRange = { min: 1_500, max: 4_500 }

const SolutionSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(proofOfWorkSettings.algorithm),
      cost: z.literal(proofOfWorkSettings.cost),
      keyLength: z.literal(32),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      keyPrefix: z.string().max(200),
      keySignature: z.string().max(200),
      expiresAt: z.number(),
      data: z.object({ action: z.string().max(40), site: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(200) }).loose(),
})

/** Proof of work, created and verified here: no third party learns of the visitor. */
export function createAltchaCheck(
  { deriveKey: secretFor }: Pick<DerivedKeys, 'deriveKey'>,
  effort = defaultProofOfWork,
): HumanCheck {
  const secret = (purpose: string) => secretFor(purpose).toString('base64url')
  const secrets = {
    hmacSignatureSecret: secret('human-check'),
    hmacKeySignatureSecret: secret('human-check-key'),
  }
  return {
    offer: { provider: 'altcha' },
    challenge: ({ websiteId, action, now }) =>
      createChallenge({
        algorithm: proofOfWorkSettings.algorithm,
        cost: proofOfWorkSettings.cost,
        counter: randomInt(effort.min, effort.max),
        deriveKey,
        data: { action, site: websiteId },
        expiresAt: new Date(+now + humanCheckLifetimeMs),
        ...secrets,
      }),
    verify: async (token, { websiteId, action, now }) => {
      const solved = SolutionSchema.safeParse(decodeToken(token))
      if (!solved.success) throw new Refusal('human-check-failed')
      const { parameters } = solved.data.challenge
      const expiresAt = new Date(parameters.expiresAt * 1000)
      const { data } = parameters
      if (data.site !== websiteId || data.action !== action || expiresAt <= now) throw new Refusal('human-check-failed')
      // The schema has checked every field that is used; the type of the library also names optional ones.
      const { challenge, solution } = solved.data as unknown as Payload & { challenge: Challenge }
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(() => null)
      if (!result?.verified) throw new Refusal('human-check-failed')
      // The same token can be encoded in many ways, but the signed nonce is always the same.
      return { once: parameters.nonce, expiresAt }
    },
  }
}

function decodeToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return null
  }
}
