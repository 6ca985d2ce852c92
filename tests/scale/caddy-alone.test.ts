import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { refusalTexts } from '#domain/texts/own-words.ts'
import { freePort } from '#tests/browser/process.ts'
import { startCaddy } from '#tests/scale/caddy.ts'

/** A stand-in for a web process: passes health checks, and answers the rest as the test sets it. */
async function startUpstream(rest: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') response.end('ok')
    else rest(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close().closeAllConnections())
  return { port: (server.address() as { port: number }).port, server }
}

const received: string[] = []
const upstream = await startUpstream((request, response) => {
  received.push(`${request.method} ${request.url}`)
  // A frozen process accepts the request and does not answer; a backup takes its time.
  if (request.url === '/api/admin/set-up/own') setTimeout(() => response.end('answered'), 900)
  else if (request.url !== '/frozen') response.end('answered')
})
const port = await freePort()
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://localhost:${port}${path}`, { ...init, headers: { ...init.headers, host: 'localhost' } })
await startCaddy({
  sites: [`http://localhost:${port}`],
  web: [upstream],
  env: { STAGEDOOR_WAIT: '300ms' },
  isUp: async () => (await ask('/')).status === 200,
})

test('Caddy waits longer for a request that makes a backup first', async () => {
  const answer = await ask('/api/admin/set-up/own', { method: 'POST', body: 'words' })
  expect([answer.status, await answer.text()]).toEqual([200, 'answered'])
})

test('Caddy passes no request of a visitor to the internal addresses', async () => {
  expect((await ask('/internal/tls-allowed?domain=a.example')).status).toBe(404)
  expect(received.join()).not.toContain('/internal/')
})

test('Caddy answers 504 with Retry-After when a process does not answer', async () => {
  const answer = await ask('/frozen', { method: 'POST', body: 'words' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, '5'])
  expect(received).toContain('POST /frozen')
})

test('Caddy answers 503 as HTML or JSON when no process is left', async () => {
  upstream.server.close().closeAllConnections()
  const [page, answer] = await Promise.all([ask('/tour'), ask('/api/site')])
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toMatch(/Back in a moment.*try again in a few seconds/s)
  for (const [name, value] of Object.entries({ 'retry-after': '5', 'cache-control': 'no-store', server: null }))
    expect(page.headers.get(name), name).toBe(value)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ error: refusalTexts.unavailable, reason: 'unavailable' })
})
