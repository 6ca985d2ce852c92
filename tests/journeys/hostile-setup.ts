import type { BrowserContextOptions } from 'playwright-core'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { sites as definitions } from '#sites/index.ts'
import { confirmationHeadersOf, type OwnersApp, ownersBrowser } from '#tests/journeys/owner-app.ts'
import { createPayloadTally, type Tally } from '#tests/journeys/text-fields.ts'

export type Id = { id: string }
export type SluggedRow = Id & { slug: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
type Ask = <T>(method: Method, path: string, body?: object) => Promise<T>

export type HostileSetup = {
  origin: string
  folder: string
  websiteId: string
  /** The browser in which the owner is signed in. */
  browser: BrowserContextOptions
  cookie: string
  owner: Ask
  /** The same after the owner has entered the password again. */
  confirmedOwner: () => Promise<Ask>
  /** Each visitor has another address, so that none reaches a rate limit. */
  visitor: (headers?: Record<string, string>) => Ask
  tally: Tally
}

/** A server, its writers, and a tally of what was accepted. */
export async function openHostileSetup(app: OwnersApp): Promise<HostileSetup> {
  const origin = app.address()
  const browser = await ownersBrowser(app)
  const cookies = typeof browser.storageState === 'object' ? browser.storageState.cookies : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const tally = createPayloadTally(await (await fetch(`${origin}/api/openapi.json`)).json())

  const asking =
    (extraHeaders: Record<string, string>): Ask =>
    async (method, path, body) => {
      const isPlain = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array)
      // A new connection: an idle one may be closed just when it is used again.
      const headers = {
        origin,
        connection: 'close',
        ...extraHeaders,
        ...(isPlain && { 'content-type': 'application/json' }),
      }
      const sent = isPlain ? JSON.stringify(body) : (body as BodyInit | undefined)
      const answer = await fetch(origin + path, { method, headers, ...(sent !== undefined && { body: sent }) })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      if (method !== 'GET') tally.note(method, path, body instanceof FormData ? Object.fromEntries(body) : body)
      return answer.json()
    }

  let visitors = 0
  return {
    origin,
    folder: app.folder,
    browser,
    cookie,
    tally,
    websiteId: createSiteRegistry(definitions).defaultSite.siteId,
    owner: asking({ cookie }),
    confirmedOwner: async () => asking({ cookie, ...(await confirmationHeadersOf(origin, cookie)) }),
    visitor: (extraHeaders = {}) => {
      const at = ++visitors
      return asking({ 'x-forwarded-for': `198.18.${at >> 8}.${at & 255}`, ...extraHeaders })
    },
  }
}
