import { randomUUID } from 'node:crypto'
import { securityHeadersWithoutPage } from '#app/http/security-headers.ts'
import { refusalTexts } from '#domain/texts/own-words.ts'

/** A request that is refused before any route sees it. */
export type EarlyRefusal = { status: number; error: string; reason: string }

export const malformedRequest: EarlyRefusal = { status: 400, error: refusalTexts.malformed, reason: 'malformed' }

/** For the metrics and the log. */
export type RefusedRequest = Pick<EarlyRefusal, 'status' | 'reason'> & { requestId: string }

type Options = { note: (problem: RefusedRequest) => void; https?: boolean }

/** Answers a request that no route sees. The rest of the connection is not read. */
export function refusalResponse({ status, error, reason }: EarlyRefusal, { note, https = false }: Options) {
  const requestId = randomUUID()
  note({ requestId, status, reason })
  const body = JSON.stringify({ error, reason })
  const headers = {
    ...securityHeadersWithoutPage({ https }),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    'x-request-id': requestId,
  }
  return { status, headers, body }
}
