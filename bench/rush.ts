import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startBuiltApp } from './app-process.ts'
import { type BenchRow, formatMs, percentile } from './bench-row.ts'
import { httpRequestHead } from './load/connection.ts'
import { type Load, runHttpLoad } from './load/http-load.ts'
import { ownerSettings, signInOwner } from './owner.ts'

const connections = 20
const seconds = 15
const maxMadeShare = 0.05
const changes = 20

type Product = { id: string; slug: string; sequence: number }
type Counts = { requests: number; fromCache: number; fills: number }

/** The minute in which tickets and records go on sale: what visitors open, and an owner who changes prices meanwhile. */
export async function benchSaleRush(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const { port, child } = await startBuiltApp(folder, ownerSettings)
  try {
    const ask = await signInOwner(port)
    const draft = { name: 'Rush record', status: 'published', stockQuantity: 500 }
    const product = await ask<Product>('POST', 'products', { ...draft, price: 1_000 })
    const next = mixOf(product.slug)
    const head = () =>
      httpRequestHead(next(), { host: `localhost:${port}`, 'accept-encoding': 'br', cookie: cookieOf() })
    await runHttpLoad({ port, head, connections, requests: 2_000 })
    const before = await countsOf(port)
    const rushing = runHttpLoad({ port, head, connections, seconds, pid: child.pid })
    const stale = await changePrices(port, async (price) => {
      const { sequence } = await ask<Product>('GET', `products/${product.id}`)
      await ask('PUT', `products/${product.id}`, { ...draft, price, sequence })
      return product.slug
    })
    const load = await rushing
    return [rowOf(load, before, await countsOf(port), stale)]
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each address as often as its weight says, in an order that is the same in each run. */
function mixOf(slug: string): () => string {
  const weights: [path: (n: number) => string, weight: number][] = [
    [() => '/', 24],
    [(n) => `/?utm_source=mail&utm_id=${n}`, 6],
    [() => `/shop/${slug}`, 20],
    [() => '/shop', 14],
    [() => '/shop?sort=price&in=stock', 3],
    [(n) => `/shop?in=stock&sort=price&fbclid=${n}`, 3],
    [() => '/tour', 10],
    [() => '/tour?past=include', 2],
    [() => '/cart', 7],
    [() => '/checkout', 5],
    [(n) => `/no-such-page-${n % 50}`, 2],
    [() => '/contact', 2],
    [(n) => `/shop?q=record+${n}`, 2],
  ]
  const all = weights.flatMap(([path, weight]) => Array<(n: number) => string>(weight).fill(path))
  let n = 0
  return () => {
    n++
    // Steps of a length that has no divisor in common with the number of all go through each of them.
    return all[(n * 37) % all.length]!(n)
  }
}

let visitors = 0
/** One visitor in fifty is signed in. */
const cookieOf = () => (visitors++ % 50 ? 'theme=dark' : 'session=nobody')

/** Counts the answers after a change that still have the price from before. */
async function changePrices(port: number, change: (price: number) => Promise<string>): Promise<number> {
  let stale = 0
  for (let round = 1; round <= changes; round++) {
    const slug = await change(1_000 + 100 * round)
    const shown = `${10 + round}.00`
    for (const path of [`/shop/${slug}`, '/shop?sort=newest', '/shop']) {
      const text = await (await fetch(`http://localhost:${port}${path}`)).text()
      if (path.includes(slug) && !text.includes(shown)) stale++
      if (!path.includes(slug) && text.includes('Rush record') && !text.includes(shown)) stale++
    }
    await wait((1_000 * seconds) / (2 * changes))
  }
  return stale
}

async function countsOf(port: number): Promise<Counts> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((all, [, value]) => all + Number(value), 0)
  return {
    requests: sum(/^stagedoor_requests_total\{kind="page",[^}]*\} (\d+)/gm),
    fromCache: sum(/^stagedoor_page_cache_requests_total\{[^}]*\} (\d+)/gm),
    fills: sum(/^stagedoor_page_cache_fills_total (\d+)/gm),
  }
}

function rowOf({ perSecond, times, statuses, server }: Load, before: Counts, after: Counts, stale: number): BenchRow {
  const since = (name: keyof Counts) => after[name] - before[name]
  const made = since('requests') - since('fromCache') + since('fills')
  const share = made / since('requests')
  const failed = [...statuses].reduce((sum, [status, count]) => sum + (status === 200 || status === 404 ? 0 : count), 0)
  return {
    what: `a sale rush of ${seconds} s, ${connections} connections, ${changes} changes of a price meanwhile: share of pages that are made`,
    budget: `≤ ${100 * maxMadeShare} %, no page with an old price after a change, none refused`,
    yardstick:
      'in the mix 2 % are searches, 2 % have no page, 2 % of the visitors are signed in, 12 % see a cart or checkout',
    measured: `${(100 * share).toFixed(1)} % (${since('fills')} for the page cache), ${stale} old prices, ${failed} refused; ${perSecond.toFixed(0)}/s, p99 ${formatMs(percentile(times, 0.99))}, ${server!.cpuMs.toFixed(2)} ms of processor time each`,
    isMet: share <= maxMadeShare && stale === 0 && failed === 0,
  }
}
