import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCachedPageServer } from '#app/http/pages/serve-cached-page.ts'
import { createHttpServer, shutDownServer } from '#app/http/server.ts'
import type { PageRenderer } from '#app/rendering.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

/** A server that makes the same page each time it has to. */
async function openServer({ status = 200, config = {}, page = `<p>${'words '.repeat(4_000)}</p>` } = {}) {
  // The dev server caches no pages.
  vi.stubEnv('DEV', false)
  const sites = createSiteRegistry([minimalSite({ isDefault: true })])
  const [log, request] = [{ request: vi.fn() }, vi.fn()]
  const cache = createSiteCache()
  const render = vi.fn<PageRenderer>(async () => ({ response: new Response(page, { status }), nonce: 'a-nonce' }))
  const pages = createCachedPageServer({
    services: { cache, clock: () => new Date(), config, log } as never,
    contextDeps: { sites, proxies: () => false, fallbackToDefaultSite: false },
    metrics: { request } as never,
    render,
  })
  const answerKnown = vi.fn(pages.answerKnown)
  const server = createHttpServer(
    (incoming, outgoing) => pages.fromCache(incoming, outgoing, () => outgoing.end('not kept')),
    { answerKnown },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async (encoding: string) => {
    const request = get({
      port,
      path: '/tour',
      headers: { host: sites.defaultSite.domain, 'accept-encoding': encoding },
    })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const { headers } = answer
    const { 'content-encoding': packedAs, 'server-timing': how } = headers
    return { packedAs, isKept: how === 'cache;desc=hit', bytes: (await buffer(answer)).length, headers }
  }
  /** Sends this text and returns all bytes of the answers, until the server closes the connection. */
  const send = async (...texts: string[]) => {
    const socket = connect(port, '127.0.0.1')
    for (const text of texts) socket.write(text)
    return (await buffer(socket)).toString('latin1')
  }
  const { domain } = sites.defaultSite
  const wasQuick = () => answerKnown.mock.results.map(({ value }) => value)
  return { ask, render, send, domain, sites, cache, log, measured: request, wasQuick, server }
}

/** Counts the compressors that this process creates during `work`. */
async function compressorsOf(work: () => Promise<unknown>): Promise<number> {
  let made = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ZLIB') made++
    },
  }).enable()
  await work().finally(() => hook.disable())
  return made
}

test('compresses a page when it is rendered, not when it is sent', async () => {
  const { ask, render } = await openServer()
  // Once per content encoding.
  expect(await compressorsOf(() => ask('br'))).toBe(2)
  const sent: Awaited<ReturnType<typeof ask>>[] = []
  const again = async () => {
    for (let n = 0; n < 50; n++) sent.push(await ask(n % 2 ? 'br' : 'gzip'))
  }
  expect(await compressorsOf(again)).toBe(0)
  expect(render).toHaveBeenCalledTimes(1)
  expect(sent.every(({ isKept, bytes }) => isKept && bytes < 1_000)).toBe(true)
  expect(new Set(sent.map(({ packedAs }) => packedAs))).toEqual(new Set(['br', 'gzip']))
})

test('renders the page for addresses without one once, and again after a change of what it shows', async () => {
  const { send, domain, render, cache } = await openServer({ status: 404 })
  const paths = ['/tour', '/history', '/tour', '/gallery']
  const all = () =>
    send(
      ...paths.map(
        (path, at) => `GET ${path} HTTP/1.1\r\nHost: ${domain}\r\n${at === 3 ? 'Connection: close\r\n' : ''}\r\n`,
      ),
    )
  const addresses = () => render.mock.calls.map(([request]) => new URL(request.url).pathname)
  const texts = splitAnswers(await all(), 4)
  expect(new Set(texts.map((text) => text.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 404 Not Found']))
  expect(new Set(texts.map((text) => text.split('\r\n\r\n')[1])).size).toBe(1)
  // Whether there is a page is found out for each address, without making the page that says so.
  expect(addresses().toSorted()).toEqual(['/_', '/gallery', '/history', '/tour'])
  const withPage = render.mock.calls.filter(([, , , options]) => !options?.withoutNotFoundPage)
  expect(withPage).toHaveLength(1)
  render.mockClear()
  await all()
  expect(addresses()).toEqual([])
  cache.invalidateAll()
  await all()
  expect(addresses()).toHaveLength(4)
})

test('a request with a session gets the page of every visitor', async () => {
  const { send, domain, render } = await openServer()
  const request = (more: string) => `GET /tour HTTP/1.1\r\nHost: ${domain}\r\n${more}\r\n`
  const text = await send(request('Cookie: session=abc\r\n'), request('Connection: close\r\n'))
  expect(text.match(/cache;desc=\w+/g)).toEqual(['cache;desc=miss', expect.stringMatching(/miss|hit/)])
  expect(render.mock.calls.map(([, , cookie]) => cookie)).toEqual([null])
})

test('only with a CDN the page says how long a CDN keeps it; everything else always revalidates', async () => {
  const without = await (await openServer()).ask('br')
  expect(without.headers).not.toHaveProperty('cdn-cache-control')
  expect(without.headers).not.toHaveProperty('cache-tag')
  const { ask, sites } = await openServer({ config: { CDN_PURGE_URL: 'http://cdn.example' } })
  const behind = await ask('br')
  expect(behind.headers).toMatchObject({ 'cdn-cache-control': 'max-age=300', 'cache-tag': sites.defaultSite.siteId })
  for (const { headers } of [without, behind]) expect(headers['cache-control']).toBe('public, no-cache')
})

describe('a request that was answered before', () => {
  const close = 'Connection: close\r\n'
  /** What differs from one answer to the next. */
  const comparable = (answer: string) =>
    answer
      .replaceAll(/x-request-id: [^\r]+|Date: [^\r]+|cache;desc=\w+[^\r]*/g, '…')
      .replaceAll(/Connection: [^\r]+\r\n(Keep-Alive: [^\r]+\r\n)?/g, '')

  test.each([
    ['the page', '', 'GET'],
    ['the page with brotli', 'Accept-Encoding: gzip, br\r\n', 'GET'],
    ['the head of the page', 'Accept-Encoding: gzip\r\n', 'HEAD'],
    ['that nothing has changed', 'If-None-Match: *\r\n', 'GET'],
  ])('gets %s in the same bytes', async (_, headers, method) => {
    const { send, domain, wasQuick } = await openServer()
    const request = (more = '') => `${method} /tour HTTP/1.1\r\nHost: ${domain}\r\n${headers}${more}\r\n`
    // The last request of a connection is never answered without the checks.
    const slow = await send(request(close))
    const [first, second, last] = splitAnswers(await send(request(), request(), request(close)), 3)
    expect(wasQuick()).toEqual([false, true, true, false])
    expect([first, second, last].map((each) => comparable(each!))).toEqual(Array(3).fill(comparable(slow)))
    expect(first).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/)
    expect(first).toMatch(
      /\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=20\r\n\r\n/,
    )
    expect(last).toContain('\r\nConnection: close\r\n')
  })

  test('is logged and measured like any other', async () => {
    const { send, domain, log, measured, wasQuick } = await openServer()
    const request = (more = '') => `GET /tour?utm_source=a@b.example HTTP/1.1\r\nHost: ${domain}\r\n${more}\r\n`
    const text = (await send(request(close))) + (await send(request(), request(close)))
    expect(wasQuick()).toEqual([false, true, false])
    const ids = [...text.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(3)
    const facts = { site: expect.any(String), method: 'GET', path: '/tour', status: 200, ms: expect.any(Number) }
    expect(log.request.mock.calls).toEqual(ids.map((requestId) => [{ requestId, ...facts }]))
    expect(measured.mock.calls).toEqual(Array(3).fill(['page', 200, expect.any(Number)]))
  })

  test.each([
    ['a second host', 'Host: other.example\r\n'],
    ['a body', 'Content-Length: 2\r\n'],
    ['something that it expects', 'Expect: wonders\r\n'],
    ['a hundred headers more', 'X-A: b\r\n'.repeat(100)],
  ])('is looked at again when it has %s', async (_, header) => {
    const { send, domain, wasQuick } = await openServer()
    const begin = `GET /tour HTTP/1.1\r\nHost: ${domain}\r\n`
    const body = header.startsWith('Content-Length') ? 'ab' : ''
    await send(`${begin}\r\n`, `${begin}${header}${close}\r\n${body}`)
    expect(wasQuick()).not.toContain(true)
  })

  test('gets the page that is rendered after an edit', async () => {
    const { send, domain, cache, render } = await openServer()
    const request = `GET /tour HTTP/1.1\r\nHost: ${domain}\r\n`
    await send(`${request}\r\n`, `${request}${close}\r\n`)
    cache.invalidateAll()
    expect(await send(`${request}${close}\r\n`)).toContain('cache;desc=miss')
    expect(render).toHaveBeenCalledTimes(2)
  })

  test('is looked at again when the sites have changed', async () => {
    const { send, domain, sites, wasQuick } = await openServer()
    const request = `GET /tour HTTP/1.1\r\nHost: ${domain}\r\n`
    await send(`${request}\r\n`, `${request}${close}\r\n`)
    const { siteId, name } = sites.defaultSite
    sites.serve({
      sites: [{ websiteId: siteId, starter: sites.defaultSite.folder, name, isClosed: true }],
      hosts: [],
    } as never)
    expect(await send(`${request}\r\n`, `${request}${close}\r\n`)).toContain('not kept')
    expect(wasQuick()).not.toContain(true)
  })

  test('is the last one of its connection when the server shuts down', async () => {
    const { send, domain, server } = await openServer()
    const request = `GET /tour HTTP/1.1\r\nHost: ${domain}\r\n\r\n`
    await send(request.replace('\r\n\r\n', `\r\n${close}\r\n`))
    const answers = send(request)
    await once(server, 'request')
    const over = shutDownServer(server, 1_000)
    expect(splitAnswers(await answers, 1)[0]).toContain('HTTP/1.1 200 OK')
    await over
  })

  test('waits for the answers before it on the same connection', async () => {
    const { send, domain } = await openServer({ page: '<p>short</p>' })
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${domain}\r\n\r\n`
    await send(request('/tour').replace('\r\n\r\n', `\r\n${close}\r\n`))
    // The first one has to be rendered, the second one is there.
    const text = await send(
      request('/history') + request('/tour') + `GET /admin HTTP/1.1\r\nHost: ${domain}\r\n${close}\r\n`,
    )
    expect([...text.matchAll(/cache;desc=\w+|not kept/g)].map(([found]) => found)).toEqual([
      ...['cache;desc=miss', 'cache;desc=hit', 'not kept'],
    ])
  })
})

/** Cuts the bytes of several answers before each status line. */
function splitAnswers(text: string, count: number): string[] {
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/)
  expect(answers).toHaveLength(count)
  return answers
}
