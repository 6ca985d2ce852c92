import type { RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import {
  type EarlyRefusal,
  malformedRequest,
  type RefusedRequest,
  refusalResponse,
} from '#app/http/limits/early-refusal.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'

type Fetch = Parameters<typeof getRequestListener>[0]
type Options = {
  note: (refused: RefusedRequest) => void
  /** Hears of what is a mistake of ours. */
  failed: (error: unknown) => void
}

const unexpected: EarlyRefusal = { status: 500, error: errorPanelTexts.unexpected, reason: 'unexpected' }

/** The routes as a Node request listener. Errors outside of them are logged here; the library would answer silently. */
export function createRequestListener(fetch: Fetch, { note, failed }: Options): RequestListener {
  const errorHandler = (error: unknown): Response => {
    const isTheirs = error instanceof RequestError
    if (!isTheirs) failed(error)
    const { body, ...init } = refusalResponse(isTheirs ? malformedRequest : unexpected, { note })
    return new Response(body, init)
  }
  return getRequestListener(fetch, { errorHandler }) as RequestListener
}
