import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** A request that is begun with a token has this long to arrive with it. */
const margin = 60_000

type Asked = { token: string; expiresAt: string }

/**
 * The token that a page shows for uploads and decryption. It is asked for when it is first needed, lives in memory and
 * nowhere else, and is renewed before it ends by whoever needs it then.
 */
export function createBearer(ask: () => Promise<Asked>) {
  let held: Asked | null = null
  let asking: Promise<string> | null = null

  function renew(): Promise<string> {
    const mine = ask().then((asked) => {
      // Dropped while it was on its way: it is of a session that is over.
      if (asking === mine) held = asked
      return asked.token
    })
    const settled = () => {
      if (asking === mine) asking = null
    }
    mine.then(settled, settled)
    asking = mine
    return mine
  }

  const bearer = {
    /** However many need it at the same time, the server is asked once. */
    token(): Promise<string> {
      if (held && Date.parse(held.expiresAt) - margin > Date.now()) return Promise.resolve(held.token)
      return asking ?? renew()
    },
    /** Signed out: the next one who needs a token asks anew. */
    drop(): void {
      held = null
      asking = null
    },
    /** A request that shows the token. One that is refused for it was the last. */
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

export type Bearer = ReturnType<typeof createBearer>

const bearers = new WeakMap<ApiClient, Bearer>()

/** The one token of this page. */
export function bearerOf(api: ApiClient): Bearer {
  const known = bearers.get(api) ?? createBearer(() => answerOf(api.api.auth.token.$post()))
  bearers.set(api, known)
  return known
}
