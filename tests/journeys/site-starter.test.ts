import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fixedParts, type SiteDocument } from '#domain/site-editor/document.ts'
import { startApp } from '#tests/browser/harness.ts'
import { owner } from '#tests/journeys/people.ts'

const app = await startApp({ env: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const { port } = new URL(app.address())

type Sent = { host: string; path: string; method?: string; body?: object; cookie?: string }

/** Without name resolution, which need not know `service.localhost`. */
const ask = ({ host, path, method = 'GET', body, cookie }: Sent) =>
  new Promise<{ status: number; cookies: string[]; body: string }>((resolve, reject) => {
    const origin = `http://${host}:${port}`
    const headers = {
      host: `${host}:${port}`,
      origin,
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const sending = request({ host: '127.0.0.1', port, path, method, headers }, async (answer) =>
      resolve({ status: answer.statusCode!, cookies: answer.headers['set-cookie'] ?? [], body: await text(answer) }),
    )
    sending.on('error', reject)
    sending.end(body && JSON.stringify(body))
  })

/** All pages with an address of their own that the sitemap names. */
async function pagesOf(host: string): Promise<Record<string, string>> {
  const sitemap = (await ask({ host, path: '/sitemap.xml' })).body
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const fixed = [...new Set(paths)].filter((path) => path.split('/').length === 2)
  expect(fixed.length).toBeGreaterThan(4)
  const pages: Record<string, string> = {}
  for (const path of fixed)
    pages[path] = (await ask({ host, path })).body.replaceAll(
      / nonce="[^"]*"|\bnonce:"[^"]*"|content="[^"]*" property="csp-nonce"/g,
      '',
    )
  return pages
}

test.each(['localhost', 'service.localhost', 'software.localhost'])(
  'on %s a document that equals the starter makes the same HTML as no document, byte for byte',
  async (host) => {
    const before = await pagesOf(host)
    const signIn = await ask({ host, path: '/api/auth/sign-in', method: 'POST', body: owner })
    const cookie = signIn.cookies.map((each) => each.split(';')[0]).join('; ')
    const edit = async (method: string, path: string, body: object) => {
      const answer = await ask({ host, path: `/api/admin/site/draft${path}`, method, body, cookie })
      expect([path, answer.status, answer.body.slice(0, 200)]).toEqual([path, 200, expect.anything()])
      return JSON.parse(answer.body) as {
        sequence: number
        starter: SiteDocument
        ownParts: string[]
        changes: object[]
      }
    }
    let draft = JSON.parse((await ask({ host, path: '/api/admin/site/draft', cookie })).body) as Awaited<
      ReturnType<typeof edit>
    >
    const parts = fixedParts.filter((part) => draft.starter[part])
    for (const part of parts)
      draft = await edit('PUT', `/parts/${part}`, { sequence: draft.sequence, value: draft.starter[part] })
    expect([draft.ownParts, draft.changes]).toEqual([parts, []])
    await edit('POST', '/publish', { sequence: draft.sequence, note: '' })
    expect(await pagesOf(host)).toEqual(before)
  },
)
