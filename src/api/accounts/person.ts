import type { Context } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Person } from '#server/accounts/auth-context.ts'

/** Who is signed in, on a route that is for such people only. */
export function person(c: Context<ApiEnv>): Person {
  const { actor } = c.var
  if (actor.kind === 'visitor') throw new Refusal('not-signed-in')
  const { userId, sessionId } = actor
  return { userId, sessionId }
}
