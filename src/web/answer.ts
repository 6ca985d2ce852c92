import type { ClientResponse } from 'hono/client'

/** A refusal of the API as the screens see it; `message` is the sentence to show. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  readonly fields: Record<string, string>

  constructor(
    status: number,
    { error, reason, fields }: { error: string; reason: string; fields?: Record<string, string> },
  ) {
    super(error)
    this.status = status
    this.reason = reason
    this.fields = fields ?? {}
  }
}

type Answered<T> = T extends ClientResponse<infer Body, infer _Status, 'json'> ? Body : never

/** What the API answers, or the refusal that it sent instead. */
export async function answerOf<R extends ClientResponse<unknown>>(asked: Promise<R>): Promise<Answered<R>> {
  const response = await asked
  if (response.ok) return (await response.json()) as Answered<R>
  const refusal = await response
    .json()
    .catch(() => ({ error: `The server answered ${response.status}.`, reason: 'unexpected' }))
  throw new Refused(response.status, refusal as { error: string; reason: string })
}
