import type { ClientResponse } from 'hono/client'
import type { Reason } from '#domain/refusal.ts'

/** `connection-lost`: an upload ended without an answer of the API. */
type ApiErrorReason = Reason | 'connection-lost'

/** A refusal or error that the API sent; `message` is the sentence to show. */
export class ApiError extends Error {
  readonly status: number
  readonly reason: ApiErrorReason
  readonly fields: Record<string, string>
  /** Numbers that a screen may need beside the sentence, such as the attempts that are left. */
  readonly facts: Record<string, number>

  constructor(status: number, { error, reason, fields, facts }: RefusalBody) {
    super(error)
    this.status = status
    this.reason = reason
    this.fields = fields ?? {}
    this.facts = facts ?? {}
  }
}

/** The link of a mail was used before, or its time is over. */
export const isLinkExpiredError = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'link-invalid'

type RefusalBody = {
  error: string
  reason: ApiErrorReason
  fields?: Record<string, string>
  facts?: Record<string, number>
}

type JsonBody<T> = T extends ClientResponse<infer Body, infer _Status, 'json'> ? Body : never

/** The body of the API's answer; throws an `ApiError` when the API declined. */
export async function unwrapResponse<R extends ClientResponse<unknown>>(request: Promise<R>): Promise<JsonBody<R>> {
  const response = await request
  if (response.ok) return (await response.json()) as JsonBody<R>
  throw await apiErrorFromResponse(response)
}

/** A proxy answers so when the process behind it has just ended. */
const isProxyError = ({ status }: { status: number }) => status === 502 || status === 504

/** Sends a request again when its answer was lost with the server process. For idempotent requests only. */
export async function retryAfterLostResponse<R extends { status: number }>(send: () => Promise<R>): Promise<R> {
  const first = await send().catch((error: unknown) => {
    if (error instanceof TypeError) return null
    throw error
  })
  return first && !isProxyError(first) ? first : send()
}

export async function apiErrorFromResponse(response: {
  status: number
  json: () => Promise<unknown>
}): Promise<ApiError> {
  const refusal = await response
    .json()
    .catch(() => ({ error: `The server answered ${response.status}.`, reason: 'unexpected' }))
  return new ApiError(response.status, refusal as RefusalBody)
}

/** Three retries, and none after a refusal, which would be the same again. */
export const shouldRetryQuery = (failures: number, error: Error): boolean =>
  failures < 3 && !(error instanceof ApiError && error.status < 500)
