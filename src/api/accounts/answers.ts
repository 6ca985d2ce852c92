import { z } from 'zod'
import { timestamp } from '#api/guards.ts'
import type { EnrolledFactor, User } from '#server/accounts/users.ts'

const text = z.string()

/** The field names are those of the specification. */
export const FactorAnswer = z.strictObject({
  id: z.uuid(),
  status: z.enum(['unverified', 'verified']),
  friendly_name: text,
  created_at: timestamp,
})

export const UserAnswer = z.strictObject({ id: z.uuid(), email: text, factors: z.array(FactorAnswer) })

/** The answer of commands that return nothing. */
export const DoneAnswer = z.strictObject({ done: z.literal(true) })
export const doneAnswer = { done: true } as const

export const SignUpStatusAnswer = z.strictObject({
  status: z.enum(['verified', 'no-account', 'needs-verification', 'unknown']),
  message: text,
})

export const presentFactor = ({
  id,
  status,
  friendlyName,
  createdAt,
}: EnrolledFactor): z.output<typeof FactorAnswer> => ({
  id,
  status,
  friendly_name: friendlyName,
  created_at: createdAt.toISOString(),
})

export const presentUser = ({ id, email, factors }: User): z.output<typeof UserAnswer> => ({
  id,
  email,
  factors: factors.map(presentFactor),
})
