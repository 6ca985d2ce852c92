import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Visit } from '#api/env.ts'
import { encodingFor, isKnown, type KeptPage, keptPage } from '#app/http/kept-page.ts'
import { loggedPath } from '#app/http/logged-path.ts'
import type { Metrics } from '#app/http/metrics.ts'
import { isPersonal, isStanding, keptAddress } from '#app/http/page-address.ts'
import { noIndex, strictTransport } from '#app/http/security-headers.ts'
import { canonicalAddress, type Visits, visitOf } from '#app/http/visit.ts'
import type { Render } from '#app/rendering.ts'
import type { Services } from '#app/services.ts'
import { hostName } from '#domain/sites/registry.ts'
import { createPageCache, type Given, type PageCache } from '#server/cache/page-cache.ts'

export type Pages = {
  /** Writes a page that is at hand, on its way or one of a few. Everything else goes the other way, through the routes. */
  fromCache: (incoming: IncomingMessage, outgoing: ServerResponse, otherwise: RequestListener) => void
  /** Null for what is not the same for everybody. */
  answer: (incoming: IncomingMessage, visit: Visit) => Promise<Response> | null
  counts: PageCache<KeptPage>['counts']
}

type Parts = {
  services: Pick<Services, 'cache' | 'clock' | 'config' | 'log'>
  render: Render
  visits: Visits
  metrics: Metrics
}

const described = { kept: 'hit', made: 'miss', old: 'stale' } as const

export function createPages({ services, render, visits, metrics }: Parts): Pages {
  const { cache, clock, config, log } = services
  const kept = createPageCache<KeptPage>({ onForget: cache.onForget, clock: () => clock().getTime() })
  const turnstile = config.TURNSTILE_SITE_KEY !== undefined
  const inProduction = config.NODE_ENV === 'production'

  /** Nothing of the request is in the page but the site's own name and the address that it is kept under. */
  async function make({ site, requestId }: Visit, host: string, address: string): Promise<KeptPage> {
    const origin = `http://${host}`
    const visit: Visit = { site, origin, requestId, address: 'a page for everybody' }
    const { response, nonce } = await render(new Request(`${origin}${address}`), visit, null)
    return keptPage(response, { nonce, turnstile })
  }

  function placeOf({ url = '', headers }: IncomingMessage, visit: Visit, address = keptAddress(url)) {
    const host = hostName(headers.host ?? '')
    // While the sources are edited every page is made anew; a name that no site has is not kept.
    if (import.meta.env?.DEV || !address || isPersonal(headers.cookie)) return null
    if (visits.sites.siteForHost(host) !== visit.site) return null
    const at = { websiteId: visit.site.siteId, key: `${host} ${address}` }
    return { at, make: () => make(visit, host, address) }
  }

  return {
    counts: kept.counts,
    fromCache: (incoming, outgoing, otherwise) => {
      const { method, url = '' } = incoming
      const address = method === 'GET' || method === 'HEAD' ? keptAddress(url) : null
      if (!address || isPersonal(incoming.headers.cookie)) return otherwise(incoming, outgoing)
      const began = performance.now()
      const requestId = randomUUID()
      const visit = visitOf(incoming, requestId, visits)
      const isHere = visit && !(inProduction && canonicalAddress(incoming, visit))
      const place = isHere ? placeOf(incoming, visit, address) : null
      // Of standing pages there are a few, and each is made once: nobody who asks for one is ever turned away. One that this
      // website does not have would be made each time, so it waits its turn.
      const isMadeOnce = place && isStanding(address) && !kept.isNeverKept(place.at)
      const found =
        place && (kept.glance(place.at, place.make) ?? (isMadeOnce ? kept.find(place.at, place.make) : null))
      if (!visit || !found) return otherwise(incoming, outgoing)

      const write = (given: Given<KeptPage>) => {
        const { status, body, head } = chosen(given.page, incoming)
        const https = inProduction && visit.origin.startsWith('https:')
        const ours = ['x-request-id', requestId, 'server-timing', timingOf(given, began)]
        const trial = config.STAGING ? noIndex : []
        outgoing.writeHead(status, [...head, ...ours, ...trial, ...(https ? strictTransport : [])])
        outgoing.end(method === 'HEAD' ? undefined : body)
        const ms = performance.now() - began
        const facts = { requestId, site: visit.site.name, method, path: loggedPath(url.split('?', 1)[0]!) }
        log.info({ ...facts, status, ms: Math.round(ms) }, 'request')
        metrics.request('page', status, ms)
      }
      if ('then' in found) found.then(write, () => otherwise(incoming, outgoing))
      else write(found)
    },
    answer: (incoming, visit) => {
      const place = placeOf(incoming, visit)
      return place && responding(kept.find(place.at, place.make), incoming)
    },
  }
}

function timingOf({ how, loadMs = 0 }: Given<KeptPage>, began: number): string {
  const found = `cache;desc=${described[how]}`
  if (how !== 'made') return found
  return `${found}, render;dur=${(performance.now() - began).toFixed(1)}, db;dur=${loadMs.toFixed(1)}`
}

async function responding(finding: Promise<Given<KeptPage>>, incoming: IncomingMessage): Promise<Response> {
  const began = performance.now()
  const given = await finding
  const { status, body, head } = chosen(given.page, incoming)
  const headers = new Headers()
  for (let at = 0; at < head.length; at += 2) headers.append(head[at]!, head[at + 1]!)
  headers.set('server-timing', timingOf(given, began))
  // Its bytes stay in the cache; what a Response is given it may not change.
  return new Response(body && new Uint8Array(body), { status, headers })
}

function chosen({ status, isForAll, as }: KeptPage, { headers }: IncomingMessage) {
  const { etag, body, head, unchanged } = as[encodingFor(headers['accept-encoding'] as string | undefined)]
  return isForAll && isKnown(headers['if-none-match'], etag)
    ? { status: 304, body: null, head: unchanged }
    : { status, body, head }
}
