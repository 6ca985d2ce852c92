import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { AdminSettings } from '#api/admin/settings.ts'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { fixedPartNames } from '#domain/site-editor/document.ts'
import { settingsGroups } from '#domain/sites/settings.ts'
import { startApp } from '#tests/browser/harness.ts'
import { owner } from '#tests/journeys/owner-app.ts'
import { firstCases } from '#tests/long-test.ts'

const app = await startApp({ env: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const { port } = new URL(app.address())

type Sent = { host: string; path: string; method?: string; body?: object; sent?: Record<string, string> }

/** Without name resolution, which need not know `service.localhost`. */
const ask = ({ host, path, method = 'GET', body, sent }: Sent) =>
  new Promise<{ status: number; cookies: string[]; body: string }>((resolve, reject) => {
    const origin = `http://${host}:${port}`
    const headers = {
      host: `${host}:${port}`,
      origin,
      ...sent,
      ...(body && { 'content-type': 'application/json' }),
    }
    const sending = request({ host: '127.0.0.1', port, path, method, headers }, async (answer) =>
      resolve({ status: answer.statusCode!, cookies: answer.headers['set-cookie'] ?? [], body: await text(answer) }),
    )
    sending.on('error', reject)
    sending.end(body && JSON.stringify(body))
  })

/** Of the pages of single things, such as shows and products, so many of each kind. */
const mostOfKind = 2

/** The pages that the sitemap names, and one that there is not. */
async function pagesOf(host: string): Promise<Record<string, string>> {
  const sitemap = (await ask({ host, path: '/sitemap.xml' })).body
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const paths = [...new Set(named)].filter((path, _, all) => {
    const [, folder, one] = path.split('/')
    const siblings = all.filter((each) => each.startsWith(`/${folder}/`))
    return one === undefined || siblings.indexOf(path) < mostOfKind
  })
  expect(paths.length).toBeGreaterThan(4)
  const pages: Record<string, string> = {}
  for (const path of [...paths, '/nowhere']) pages[path] = (await ask({ host, path })).body.replaceAll(ofOneRequest, '')
  return pages
}

/** The nonce, and on a page that is not cached when it was rendered. */
const ofOneRequest =
  / nonce="[^"]*"|\bnonce:"[^"]*"|property="csp-nonce" content="[^"]*"|\b(u|dehydratedAt|dataUpdatedAt):\d{13}/g

/** The pages that are not the same, from the first byte that differs. */
function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  expect(Object.keys(after)).toEqual(Object.keys(before))
  return Object.entries(before).flatMap(([path, html]) => {
    const now = after[path]!
    const at = [...html].findIndex((character, place) => character !== now[place])
    if (now === html) return []
    const from = at < 0 ? html.length : at
    return [`${path}: ${html.slice(from - 40, from + 40)} became ${now.slice(from - 40, from + 40)}`]
  })
}

type Ask = <A>(method: string, path: string, body?: object) => Promise<A>

/** Calls of the owner, with a fresh confirmation. */
async function ownerOf(host: string): Promise<Ask> {
  const signIn = await ask({ host, path: '/api/auth/sign-in', method: 'POST', body: owner })
  const cookie = signIn.cookies.map((each) => each.split(';')[0]).join('; ')
  const password = { currentPassword: owner.password }
  const confirmation = { host, path: '/api/auth/confirmation', method: 'POST', body: password, sent: { cookie } }
  const { token } = JSON.parse((await ask(confirmation)).body)
  const sent = { cookie, [confirmationHeader]: token }
  return async <A>(method: string, path: string, body?: object) => {
    const answer = await ask({ host, path: `/api/admin/${path}`, method, sent, ...(body && { body }) })
    expect([path, answer.status, answer.body.slice(0, 300)]).toEqual([path, 200, expect.anything()])
    return JSON.parse(answer.body) as A
  }
}

/** Stores every part of the document as the starter has it, and publishes. */
async function publishStarter(asOwner: Ask): Promise<void> {
  let draft = await asOwner<SiteDraftAnswer>('GET', 'site/draft')
  const parts = fixedPartNames.filter((part) => draft.starter[part])
  for (const part of parts) {
    const edit = { sequence: draft.sequence, value: draft.starter[part] }
    draft = await asOwner('PUT', `site/draft/parts/${part}`, edit)
  }
  expect([draft.ownParts, draft.changes]).toEqual([parts, []])
  await asOwner('POST', 'site/draft/publish', { sequence: draft.sequence, note: '' })
}

/** Stores every group of settings as the starter has it. */
async function saveStarter(asOwner: Ask): Promise<void> {
  const { starter, sequence } = await asOwner<AdminSettings>('GET', 'settings')
  const saved = await asOwner<AdminSettings>('PUT', 'settings', { ...starter, sequence })
  expect(settingsGroups.filter((group) => starter[group] !== null && saved[group] === null)).toEqual([])
  expect(saved).toMatchObject(starter)
}

type Entries = { items: { id: string; sequence: number }[]; isOwn: boolean }

/** Edits one entry without a change, which makes the collection the owner's. */
async function takeOver(asOwner: Ask, name: string): Promise<number> {
  const { items } = await asOwner<Entries>('GET', name)
  const { id, picture: _, slug: __, ...entry } = (items[0] ?? {}) as Record<string, unknown>
  if (!id) return 0
  await asOwner('PUT', `${name}/${id}`, entry)
  const after = await asOwner<Entries>('GET', name)
  expect([after.isOwn, after.items.length]).toEqual([true, items.length])
  return items.length
}

const sites = ['localhost', 'service.localhost', 'software.localhost']
const entries: Record<string, number> = {}

test.each(firstCases(1, sites))(
  'on %s parts, settings and collections that equal the starter make the same HTML as none, byte for byte',
  async (host) => {
    const before = await pagesOf(host)
    const asOwner = await ownerOf(host)
    await publishStarter(asOwner)
    await saveStarter(asOwner)
    for (const name of ['releases', 'awards', 'press'])
      entries[name] = (entries[name] ?? 0) + (await takeOver(asOwner, name))
    expect(differing(before, await pagesOf(host))).toEqual([])
  },
)

test('the starters have records, awards and press quotes, shows and products', async () => {
  expect(entries).toEqual({ releases: 4, awards: expect.any(Number), press: expect.any(Number) })
  expect(Object.values(entries).every((count) => count > 0)).toBe(true)
  const paths = Object.keys(await pagesOf('localhost'))
  for (const folder of ['tour', 'shop']) expect(paths.some((path) => path.startsWith(`/${folder}/`))).toBe(true)
})
