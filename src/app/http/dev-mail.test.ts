import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import type { RequestContext } from '#api/env.ts'
import { readConfig } from '#app/config.ts'
import { devMailRoutes } from '#app/http/dev-mail.ts'
import { newId } from '#server/db/id.ts'
import { renderMailHtml } from '#server/mail/layout.ts'
import { composeMessage, type Mail } from '#server/mail/message.ts'
import { openMailFolder } from '#server/mail/outbox.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const folder = mkdtempSync(join(tmpdir(), 'stagedoor-dev-mail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const outbox = openMailFolder(folder)
const [here, elsewhere] = [siteFrom(minimalSite({ siteId: newId() })), siteFrom(minimalSite({ siteId: newId() }))]

async function send(site: { siteId: string }, mail: Partial<Mail>): Promise<string> {
  const id = newId()
  const about = { id, websiteId: site.siteId, from: { name: 'A', address: 'a@site.example' }, date: new Date() }
  const message = await composeMessage(
    { to: 'ada@example.com', subject: 'Hello', text: 'Good evening.', ...mail },
    about,
  )
  await outbox.deliver(message, { beforeLastByte: async () => {}, signal: new AbortController().signal })
  return `/dev/mail/${id}.eml`
}

type GetOptions = {
  peer?: string
  headers?: Record<string, string>
  environment?: Record<string, string>
  smtp?: boolean
}

/** As the app would ask it, with a socket whose other end is where we say. */
async function get(
  path: string,
  { peer = '127.0.0.1', headers = {}, environment = {}, smtp = false }: GetOptions = {},
) {
  const app = new Hono<{ Bindings: HttpBindings; Variables: { requestContext: RequestContext } }>()
    .use(async (c, next) => {
      c.set('requestContext', { site: here, origin: 'http://localhost', requestId: '1', address: 'x' })
      await next()
    })
    .route('/', devMailRoutes({ config: readConfig(environment), outbox: smtp ? null : outbox }))
    .all('*', (c) => c.text('the site’s own page', 404))
  const incoming = { socket: { remoteAddress: peer }, headers: { host: 'localhost:3000', ...headers } }
  const answer = await app.request(path, { headers }, { incoming } as never)
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

test('lists the mails of the site, newest first, and opens one', async () => {
  await send(elsewhere, { subject: 'A secret of another site' })
  await send(here, { subject: 'The first' })
  const path = await send(here, { subject: 'The second', text: 'Click https://site.example/reset?token=a&b=1 now' })
  const list = await get('/dev/mail')
  expect(list.status).toBe(200)
  expect(list.body).toMatch(/The second.*The first/s)
  expect(list.body).not.toContain('another site')
  expect(list.body).toContain(`href="${path}"`)
  const one = await get(path)
  expect(one.body).toContain('<td>ada@example.com</td>')
  expect(one.body).toContain('<a href="https://site.example/reset?token=a&amp;b=1"')
  expect(one.headers.get('cache-control')).toBe('no-store')
})

test('shows a mail in light and dark, with its styles and the pictures of the site, and nothing else', async () => {
  const content = { heading: 'Hello', paragraphs: ['Good evening.'] }
  const { body, headers } = await get(await send(here, { content }))
  expect(body.match(/<iframe sandbox class="(light|dark)"/g)).toHaveLength(2)
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(renderMailHtml(content, { name: 'A' }))!
  const hash = createHash('sha256').update(css).digest('base64')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; img-src 'self';/)
  expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
})

test('answers 404 for a mail of another site', async () => {
  expect((await get(await send(elsewhere, {}))).status).toBe(404)
  expect((await get('/dev/mail/..%2f..%2fsecret.eml')).status).toBe(404)
})

test('escapes the content of a mail', async () => {
  const evil = '"><script>alert(1)</script><iframe src="//evil.example">'
  const path = await send(here, { subject: evil, text: `${evil} https://x.example/"onclick=x`, html: `<p>${evil}</p>` })
  for (const { body, headers } of [await get('/dev/mail'), await get(path)]) {
    expect(body).not.toMatch(/<script|<iframe src|onclick=x"/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src-elem 'nonce-/)
    expect(headers.get('content-security-policy')).not.toContain('script-src')
  }
  expect((await get(path)).body).toMatch(/<iframe sandbox[^>]* srcdoc="&lt;p&gt;&quot;&gt;&lt;script/)
})

describe('access to /dev/mail', () => {
  test.each<[string, GetOptions]>([
    ['from another machine', { peer: '203.0.113.7' }],
    ['from another machine of the network', { peer: '192.168.1.20' }],
    [
      'from another machine that says it is this one',
      { peer: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['from an address that only begins like ours', { peer: '127.0.0.1.evil.example' }],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ['through a proxy that says so otherwise', { headers: { via: '1.1 cache' } }],
    ['with a name that was made to lead here', { headers: { host: 'evil.example:3000' } }],
    ['with a name that looks like ours', { headers: { host: 'localhost.evil.example' } }],
    ['in production', { environment: { NODE_ENV: 'production' } }],
    ['where a mail server is configured', { smtp: true }],
  ])('%s', async (_, options) => {
    const path = await send(here, {})
    for (const each of ['/dev/mail', path])
      expect(await get(each, options)).toMatchObject({ status: 404, body: 'the site’s own page' })
  })

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'accepts requests from %s, which is this machine',
    async (peer) => {
      expect((await get('/dev/mail', { peer, headers: { host: '[::1]:3000' } })).status).toBe(200)
    },
  )
})
