import type { ClientResponse } from 'hono/client'

/** A refusal of the API as the screens see it; `message` is the sentence to show. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  readonly fields: Record<string, string>
  /** What a screen may need beside the sentence: how many tries are left. */
  readonly facts: Record<string, number>

  constructor(status: number, { error, reason, fields, facts }: Refusal) {
    super(error)
    this.status = status
    this.reason = reason
    this.fields = fields ?? {}
    this.facts = facts ?? {}
  }
}

type Refusal = { error: string; reason: string; fields?: Record<string, string>; facts?: Record<string, number> }

type Answered<T> = T extends ClientResponse<infer Body, infer _Status, 'json'> ? Body : never

/** What the API answers, or the refusal that it sent instead. */
export async function answerOf<R extends ClientResponse<unknown>>(asked: Promise<R>): Promise<Answered<R>> {
  const response = await asked
  if (response.ok) return (await response.json()) as Answered<R>
  throw await refusalIn(response)
}

/** What a proxy says when the process behind it has just ended. */
const isCutOff = ({ status }: { status: number }) => status === 502 || status === 504

/**
 * Asks once more when the answer was lost with the process that was to give it. Only for what may be done twice as well
 * as once.
 */
export async function askedTwice<R extends { status: number }>(ask: () => Promise<R>): Promise<R> {
  const first = await ask().catch((error: unknown) => {
    if (error instanceof TypeError) return null
    throw error
  })
  return first && !isCutOff(first) ? first : ask()
}

export async function refusalIn(response: { status: number; json: () => Promise<unknown> }): Promise<Refused> {
  const refusal = await response
    .json()
    .catch(() => ({ error: `The server answered ${response.status}.`, reason: 'unexpected' }))
  return new Refused(response.status, refusal as Refusal)
}

/** Three times, but what was refused is refused again: only a failure may pass. */
export const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 3 && !(error instanceof Refused && error.status < 500)
