import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RequestContext } from '#api/env.ts'
import { redactPath } from '#app/http/log-redaction.ts'
import type { Metrics } from '#app/http/metrics.ts'
import {
  isFilteredPage,
  isFixedPage,
  isNowhere,
  notFoundAddress,
  pageCacheKeyOf,
} from '#app/http/pages/cacheable-address.ts'
import { cdnHeaders } from '#app/http/pages/cdn-headers.ts'
import { type CachedPage, negotiateEncoding, toCachedPage } from '#app/http/pages/encoded-page.ts'
import { type PlainRequest, readPlainRequest } from '#app/http/pages/plain-request.ts'
import { writeLines } from '#app/http/pages/write-lines.ts'
import { canonicalUrlOf, peerOf, type RequestContextDeps, requestContextOf } from '#app/http/request-context.ts'
import { hstsHeader, noIndexHeader } from '#app/http/security-headers.ts'
import type { RequestFacts } from '#app/log.ts'
import type { PageRenderer } from '#app/rendering.ts'
import type { Services } from '#app/services.ts'
import { matchesEtag } from '#domain/files/conditional-requests.ts'
import { normalizeHostName } from '#domain/sites/host-name.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { type CacheResult, createPageCache, type PageCache, type PageKey } from '#server/cache/page-cache.ts'
import { currentPageReads } from '#server/cache/page-reads.ts'
import { testSetting } from '#server/test-mode.ts'

export type CachedPageServer = {
  /**
   * Sends a cached page to a request like one that `fromCache` has answered: the same host and address. Tells whether it
   * did.
   */
  answerKnown: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** Sends a page that is cached, being rendered, or one with a fixed path. All other requests go to the routes. */
  fromCache: (incoming: IncomingMessage, outgoing: ServerResponse, otherwise: RequestListener) => void
  /** Null for a page that is not cacheable. */
  answer: (incoming: IncomingMessage, requestContext: RequestContext) => Promise<Response> | null
  /** Whether there is no route at this address, so that the page which says so is that of all such addresses. */
  hasSharedNotFoundPage: (incoming: IncomingMessage, requestContext: RequestContext) => boolean
  /** The page for an address without one; it is made once for each host. */
  notFound: (incoming: IncomingMessage, requestContext: RequestContext) => Promise<Response>
  counts: PageCache<CachedPage>['counts']
}

type Deps = {
  services: Pick<Services, 'cache' | 'clock' | 'config' | 'log'>
  render: PageRenderer
  contextDeps: RequestContextDeps
  metrics: Metrics
}

export function createCachedPageServer({ services, render, contextDeps, metrics }: Deps): CachedPageServer {
  const { cache, clock, config, log } = services
  const cachedPages = createPageCache<CachedPage>({ onInvalidate: cache.onInvalidate, clock: () => clock().getTime() })
  const turnstile = config.TURNSTILE_SITE_KEY !== undefined
  const inProduction = config.NODE_ENV === 'production'
  // In development every page is rendered again.
  const isOff = import.meta.env?.DEV || testSetting('PAGE_CACHE') === 'off'

  /** Renders the page from the host name and the cacheable address, and nothing else of the request. */
  async function renderCacheablePage(
    { site, requestId }: RequestContext,
    host: string,
    address: string,
  ): Promise<CachedPage> {
    const origin = `http://${host}`
    const requestContext: RequestContext = { site, origin, requestId, address: 'page cache' }
    const startedAt = Date.now()
    const isNotFoundPage = address === notFoundAddress
    const { response, nonce } = await render(new Request(`${origin}${address}`), requestContext, null, {
      withoutNotFoundPage: !isNotFoundPage,
    })
    if (isNotFound(response) && !isNotFoundPage) {
      const page = await includeNotFoundPage(requestContext, host)
      return { ...page, status: response.status, bytes: 1 }
    }
    const reads = config.CDN_PURGE_URL ? currentPageReads() : undefined
    const sharedHeaders = reads && cdnHeaders(site.siteId, reads, clock().getTime())
    return toCachedPage(response, {
      nonce,
      turnstile,
      startedAt,
      isNotFoundPage,
      ...(sharedHeaders && { sharedHeaders }),
    })
  }

  const includeNotFoundPage = (requestContext: RequestContext, host: string): Promise<CachedPage> =>
    cachedPages.include({ websiteId: requestContext.site.siteId, key: `${host} ${notFoundAddress}` }, () =>
      renderCacheablePage(requestContext, host, notFoundAddress),
    )

  function cacheEntryOf(
    { url = '', headers }: IncomingMessage,
    requestContext: RequestContext,
    address = pageCacheKeyOf(url),
  ) {
    const host = normalizeHostName(headers.host ?? '')
    // An unknown host is not cached.
    if (isOff || !address) return null
    const { siteForHost, isClosed } = contextDeps.sites
    if (siteForHost(host) !== requestContext.site || isClosed(requestContext.site.siteId)) return null
    const at = {
      websiteId: requestContext.site.siteId,
      key: `${host} ${address}`,
      isVariant: isFilteredPage(address),
    }
    return {
      at,
      make: () => renderCacheablePage(requestContext, host, address),
      makeAgain: () => renderCacheablePage({ ...requestContext, requestId: randomUUID() }, host, address),
    }
  }

  function note(began: number, facts: Omit<RequestFacts, 'ms'>): void {
    const ms = performance.now() - began
    log.request({ ...facts, ms: Math.round(ms) })
    metrics.request('page', facts.status, ms)
  }

  const known = createKnownRequests(contextDeps.sites)
  const trialLines = config.STAGING ? `${noIndexHeader.join(': ')}\r\n` : ''
  const httpsLines = `${hstsHeader.join(': ')}\r\n`
  const isHttps = ({ socket }: IncomingMessage, { forwardedProto }: PlainRequest) =>
    inProduction && forwardedProto === 'https' && contextDeps.proxies(peerOf(socket))

  return {
    counts: cachedPages.counts,
    answerKnown: (incoming, outgoing) => {
      // The last response of a connection says so.
      const request = outgoing.shouldKeepAlive ? readPlainRequest(incoming) : null
      const https = request !== null && isHttps(incoming, request)
      const page = request && known.find(request.host, incoming.url!, https)
      if (!page) return false
      const began = performance.now()
      const found = cachedPages.stored(page.at, page.make)
      if (!found) return false
      const { status, lines, body } = chooseEncoding(found.page, request)
      const requestId = randomUUID()
      const ours = `x-request-id: ${requestId}\r\nserver-timing: cache;desc=${found.source}\r\n`
      writeLines(
        outgoing,
        status,
        `${lines}${ours}${trialLines}${https ? httpsLines : ''}`,
        incoming.method === 'HEAD' ? null : body,
      )
      note(began, { requestId, site: page.site.name, method: incoming.method!, path: page.path, status })
      return true
    },
    fromCache: (incoming, outgoing, otherwise) => {
      const { method, url = '' } = incoming
      const address = method === 'GET' || method === 'HEAD' ? pageCacheKeyOf(url) : null
      if (!address) return otherwise(incoming, outgoing)
      const began = performance.now()
      const requestId = randomUUID()
      const requestContext = requestContextOf(incoming, requestId, contextDeps)
      const isHere = requestContext && !(inProduction && canonicalUrlOf(incoming, requestContext))
      const entry = isHere ? cacheEntryOf(incoming, requestContext, address) : null
      // There are few pages with a fixed path and each is rendered once, so requests for them are never shed. A page that
      // this website does not have would be rendered each time, so it goes through the load limits.
      const isRenderedOnce = entry && isFixedPage(address) && !cachedPages.wasUncacheable(entry.at)
      const found =
        entry &&
        (cachedPages.peek(entry.at, entry.make) ?? (isRenderedOnce ? cachedPages.get(entry.at, entry.make) : null))
      if (!requestContext || !found) return otherwise(incoming, outgoing)
      const path = redactPath(url.split('?', 1)[0]!)
      const { site } = requestContext
      const https = inProduction && requestContext.origin.startsWith('https:')
      known.add(incoming.headers.host!, url, https, { ...entry!, make: entry!.makeAgain, site, path })

      const write = (given: CacheResult<CachedPage>) => {
        const { status, body, head } = chooseEncoding(given.page, plainHeadersOf(incoming))
        const ours = ['x-request-id', requestId, 'server-timing', serverTimingOf(given, began)]
        const trial = config.STAGING ? noIndexHeader : []
        outgoing.writeHead(status, [...head, ...ours, ...trial, ...(https ? hstsHeader : [])])
        outgoing.end(method === 'HEAD' ? undefined : body)
        note(began, { requestId, site: site.name, method: method!, path, status })
      }
      if ('then' in found) found.then(write, () => otherwise(incoming, outgoing))
      else write(found)
    },
    answer: (incoming, requestContext) => {
      const entry = cacheEntryOf(incoming, requestContext)
      return entry && toResponse(cachedPages.get(entry.at, entry.make), incoming)
    },
    hasSharedNotFoundPage: (incoming, requestContext) =>
      isNowhere(incoming.url!.split('?', 1)[0]!) && cacheEntryOf(incoming, requestContext, notFoundAddress) !== null,
    notFound: (incoming, requestContext) => {
      const { at, make } = cacheEntryOf(incoming, requestContext, notFoundAddress)!
      return toResponse(cachedPages.get(at, make), incoming)
    },
  }
}

function serverTimingOf({ source, loadMs = 0 }: CacheResult<CachedPage>, began: number): string {
  const found = `cache;desc=${source}`
  if (source !== 'miss') return found
  return `${found}, render;dur=${(performance.now() - began).toFixed(1)}, db;dur=${loadMs.toFixed(1)}`
}

async function toResponse(finding: Promise<CacheResult<CachedPage>>, incoming: IncomingMessage): Promise<Response> {
  const began = performance.now()
  const given = await finding
  const { status, body, head } = chooseEncoding(given.page, plainHeadersOf(incoming))
  const headers = new Headers()
  for (let at = 0; at < head.length; at += 2) headers.append(head[at]!, head[at + 1]!)
  headers.set('server-timing', serverTimingOf(given, began))
  // A copy, because the Response may change its bytes and these stay in the cache.
  return new Response(body && new Uint8Array(body), { status, headers })
}

/** There is no page at the address, or it is gone. */
const isNotFound = ({ status }: Response): boolean => status === 404 || status === 410

type Conditions = Pick<PlainRequest, 'acceptEncoding' | 'ifNoneMatch'>

const plainHeadersOf = ({ headers }: IncomingMessage): Conditions => ({
  acceptEncoding: headers['accept-encoding'] as string | undefined,
  ifNoneMatch: headers['if-none-match'],
})

function chooseEncoding({ status, isShared, as }: CachedPage, { acceptEncoding, ifNoneMatch }: Conditions) {
  const encoded = as[negotiateEncoding(acceptEncoding)]
  return isShared && status === 200 && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, encoded.etag)
    ? { status: 304, body: null, head: encoded.unchanged, lines: encoded.unchangedLines }
    : { status, body: encoded.body, head: encoded.head, lines: encoded.lines }
}

type KnownRequest = { at: PageKey; make: () => Promise<CachedPage>; site: Site; path: string }
const maxKnownRequests = 5_000
const maxKnownLength = 500

/**
 * Hosts and addresses that were found to lead to a cacheable page: they need not be parsed and checked again. All are
 * dropped when the sites change.
 */
function createKnownRequests(sites: Pick<SiteRegistry, 'all'>) {
  const known = new Map<string, KnownRequest>()
  let served = sites.all
  const keyOf = (host: string, url: string, https: boolean) => `${https ? 's' : ''} ${host} ${url}`
  const dropOutdated = () => {
    if (served === sites.all) return
    known.clear()
    served = sites.all
  }
  return {
    find: (host: string, url: string, https: boolean): KnownRequest | undefined => {
      dropOutdated()
      return known.get(keyOf(host, url, https))
    },
    add: (host: string, url: string, https: boolean, request: KnownRequest): void => {
      dropOutdated()
      if (url.length > maxKnownLength) return
      if (known.size >= maxKnownRequests) known.clear()
      known.set(keyOf(host, url, https), request)
    },
  }
}
