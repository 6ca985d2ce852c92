import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** A request has this long to arrive before its token expires. */
const renewMarginMs = 60_000

type IssuedToken = { token: string; expiresAt: string }

/**
 * The token that a page sends for uploads and decryption. It is fetched when it is first needed, is held in memory only,
 * and is renewed by the first request that needs it in its last minute.
 */
export function createBearerClient(issueToken: () => Promise<IssuedToken>) {
  let held: IssuedToken | null = null
  let pending: Promise<string> | null = null

  function renew(): Promise<string> {
    const request = issueToken().then((issued) => {
      // It was dropped while it was on its way: its session is over.
      if (pending === request) held = issued
      return issued.token
    })
    const settled = () => {
      if (pending === request) pending = null
    }
    request.then(settled, settled)
    pending = request
    return request
  }

  const bearer = {
    /** Simultaneous callers share one request to the server. */
    token(): Promise<string> {
      if (held && Date.parse(held.expiresAt) - renewMarginMs > Date.now()) return Promise.resolve(held.token)
      return pending ?? renew()
    },
    /** After a sign-out: the next request fetches a new token. */
    drop(): void {
      held = null
      pending = null
    },
    /** Sends a request with the token. A 401 drops the token. */
    async fetch(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      const token = await bearer.token()
      headers.set('authorization', `Bearer ${token}`)
      const response = await fetch(address, { ...init, headers })
      if (response.status === 401 && held?.token === token) bearer.drop()
      return response
    },
  }
  return bearer
}

export type BearerClient = ReturnType<typeof createBearerClient>

const bearers = new WeakMap<ApiClient, BearerClient>()

/** The one bearer client of this page. */
export function getBearerClient(api: ApiClient): BearerClient {
  const known = bearers.get(api) ?? createBearerClient(() => unwrapResponse(api.api.auth.token.$post()))
  bearers.set(api, known)
  return known
}
