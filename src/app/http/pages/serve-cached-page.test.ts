import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCachedPageServer } from '#app/http/pages/serve-cached-page.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

/** A server that makes the same page each time it has to. */
async function openServer({ status = 200, config = {} } = {}) {
  // The dev server caches no pages.
  vi.stubEnv('DEV', false)
  const sites = createSiteRegistry([minimalSite({ isDefault: true })])
  const page = `<p>${'words '.repeat(4_000)}</p>`
  const render = vi.fn(async () => ({ response: new Response(page, { status }), nonce: 'a-nonce' }))
  const pages = createCachedPageServer({
    services: { cache: createSiteCache(), clock: () => new Date(), config, log: { info: () => {} } } as never,
    contextDeps: { sites, proxies: () => false, fallbackToDefaultSite: false },
    metrics: { request: () => {} } as never,
    render,
  })
  const server = createServer((request, response) => pages.fromCache(request, response, () => response.end('not kept')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
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
  return { ask, render, siteId: sites.defaultSite.siteId }
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

test('sends requests for a missing page through the load limits', async () => {
  const { ask, render } = await openServer({ status: 404 })
  await ask('br')
  expect(render).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 5; n++) expect(await ask('br')).toMatchObject({ bytes: 'not kept'.length })
  expect(render).toHaveBeenCalledTimes(1)
})

test('only with a CDN the page says how long a CDN keeps it; everything else always revalidates', async () => {
  const without = await (await openServer()).ask('br')
  expect(without.headers).not.toHaveProperty('cdn-cache-control')
  expect(without.headers).not.toHaveProperty('cache-tag')
  const { ask, siteId } = await openServer({ config: { CDN_PURGE_URL: 'http://cdn.example' } })
  const behind = await ask('br')
  expect(behind.headers).toMatchObject({ 'cdn-cache-control': 'max-age=300', 'cache-tag': siteId })
  for (const { headers } of [without, behind]) expect(headers['cache-control']).toBe('public, no-cache')
})
