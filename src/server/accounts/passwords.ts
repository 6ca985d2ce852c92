import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#domain/refusal.ts'
import { Busy, createLane } from '#server/limits/lane.ts'

/** argon2id, as OWASP recommends it: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashing is dear on purpose; a flood of it must leave room for everything else. */
const lane = createLane({ atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)), mostWaiting: 200 })

const inLane = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await lane.run(work)
  } catch (error) {
    throw error instanceof Busy ? new Refusal('unavailable') : error
  }
}

export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, cost))

const random = (length: number) => randomBytes(length).toString('base64').replaceAll('=', '')
/** The hash of no password at all. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${random(16)}$${random(32)}`

/** Takes as long for an account that does not exist as for one that does. */
export const passwordMatches = (kept: string | undefined, password: string): Promise<boolean> =>
  inLane(() => verify(kept ?? nobodys, password))
