import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { PartName, SiteDocument } from '#domain/site-editor/document.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { owner } from '#tests/journeys/owner.ts'

/** Settings of an application whose owner `signedIn` is. */
export const ownerSettings = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password }

type Ask = <A>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<A>

/** The cookies of the signed-in owner. */
export async function sessionOf(port: number): Promise<string> {
  const origin = `http://localhost:${port}`
  const answer = await fetch(`${origin}/api/auth/sign-in`, jsonRequest(owner, { headers: { origin } }))
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

/** Calls of the signed-in owner to the admin API. */
export async function signInOwner(port: number): Promise<Ask> {
  const origin = `http://localhost:${port}`
  const cookie = await sessionOf(port)
  return async <A>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const request = jsonRequest(body, { method, headers: { origin, cookie } })
    const answer = await fetch(`${origin}/api/admin/${path}`, request)
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as A
  }
}

/** Stores these parts in the draft, null for one as in the starter; returns what publishes it. */
export async function storeDraftParts(
  ask: Ask,
  parts: { [P in PartName]?: SiteDocument[P] | null },
): Promise<() => Promise<SiteDraftAnswer>> {
  let { sequence } = await ask<SiteDraftAnswer>('GET', 'site/draft')
  for (const [part, value] of Object.entries(parts))
    ({ sequence } = await ask<SiteDraftAnswer>('PUT', `site/draft/parts/${part}`, { sequence, value }))
  return () => ask('POST', 'site/draft/publish', { sequence, note: '' })
}
