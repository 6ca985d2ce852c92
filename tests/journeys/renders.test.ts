import { mkdtempSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { findForeignContent } from '#tests/isolation/foreign-content.ts'

/** All wait when they have their data, some of them longer: so those that come later overtake them. */
const pauses = ['delay:150*300', 'delay:80@20*60', 'delay:200@60*30', 'delay:120@120*90', 'delay:250@200*40']
const proof = join(mkdtempSync(join(tmpdir(), 'stagedoor-proof-')), 'proof')
const app = await startApp({
  env: {
    PAGE_CACHE: 'off',
    FAILPOINTS: pauses.map((pause) => `pages.rendering=${pause}`).join(';'),
    FAILPOINTS_PROOF: proof,
  },
})
const { port } = new URL(app.address())
/** As many as the server renders at a time. */
const atOnce = 6
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

type Answer = { status: number; timing: string; body: string }

function get(host: string, path: string): Promise<Answer> {
  const headers = { host: `${host}:${port}` }
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, headers, agent }, async (answer) => {
      const { statusCode = 0, headers: answerHeaders } = answer
      resolve({ status: statusCode, timing: String(answerHeaders['server-timing']), body: await text(answer) })
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

const paths = ['/', '/tour', '/shop', '/history', '/gallery', '/contact', '/orders/find', '/no-such-page']
const names = { localhost: 'Marlow Quay', 'software.localhost': 'Setlight', 'service.localhost': 'Felt &amp; Hammer' }

test('240 simultaneous renders of three sites share no content', async () => {
  const sites = await Promise.all(
    Object.entries(names).map(async ([host, name]) => {
      const { siteId, domain } = JSON.parse((await get(host, '/api/site')).body)
      return { host, own: { words: [name, domain as string], ids: new Set<string>([siteId]) }, siteId, name }
    }),
  )
  const wanted = Array.from({ length: 240 }, (_, at) => ({
    site: sites[at % sites.length]!,
    path: paths[Math.floor(at / sites.length) % paths.length]!,
    mark: `mark-${1_000 + at}`,
  }))
  const mixed: string[] = []
  const made: { host: string; from: number; to: number }[] = []
  const left = [...wanted]
  const look = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { site, path, mark } = next
      const { status, timing, body } = await get(site.host, `${path}?${path === '/shop' ? 'q' : 'number'}=${mark}`)
      const to = performance.now()
      const where = `${site.host}${path} (${status}, ${timing})`
      const [, ms] = /^cache;desc=bypass, render;dur=([\d.]+)$/.exec(timing) ?? []
      if (!ms) mixed.push(`${where} was not made for this visitor`)
      for (const each of sites)
        if (each !== site) mixed.push(...findForeignContent(body, each.own).map((it) => `${where}: ${it}`))
      made.push({ host: site.host, from: to - Number(ms), to })
      if (status !== (path === '/no-such-page' ? 404 : 200)) mixed.push(`${where} is not the page`)
      for (const own of [site.name, site.siteId]) if (!body.includes(own)) mixed.push(`${where} lacks ${own}`)
      const marks = new Set(body.match(/mark-\d{4}/g))
      if (path === '/shop' && !marks.has(mark)) mixed.push(`${where} lacks ${mark}`)
      marks.delete(mark)
      if (marks.size) mixed.push(`${where} has ${[...marks]}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, look))
  expect(mixed).toEqual([])
  // Each was rendered, and most at the same time as one of another site.
  expect(readFileSync(proof, 'utf8').match(/pages\.rendering delay/g)!.length).toBeGreaterThanOrEqual(wanted.length)
  const beside = made.filter(({ host, from, to }) =>
    made.some((each) => each.host !== host && each.from < to && from < each.to),
  )
  expect(beside.length).toBeGreaterThan(wanted.length / 2)
})
