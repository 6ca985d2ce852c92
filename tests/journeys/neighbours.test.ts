import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTree } from '#app/routeTree.gen.ts'
import { findForeignContent } from '#tests/isolation/foreign-content.ts'
import { type LiveActor, type LiveSite, liveActors, openLiveSites, siteSetups } from '#tests/isolation/live-sites.ts'
import {
  fileEntries,
  type PlaceholderValues,
  pageEntries,
  unknownPlaceholderValues,
  urlOfRoute,
} from '#tests/isolation/pages.ts'
import { createApiClient } from '#web/api-client.ts'

/** Does for all other addresses of a site what `tests/isolation/walk.test.ts` does for the API. */
const { filled, rows, port, log } = await openLiveSites()
let sites: LiveSite[]

test('fills two sites with every kind of content', async () => {
  sites = await filled()
})

const other = (site: LiveSite) => sites.find((each) => each !== site)!

type TestedPage = { name: string; namesNothing: boolean; address: (held: PlaceholderValues) => string }
const walked: TestedPage[] = [
  ...Object.entries(pageEntries).map(([route, entry]) => ({
    name: `GET ${route}`,
    namesNothing: entry.length === 0,
    address: (held: PlaceholderValues) => urlOfRoute(route, entry(held)),
  })),
  ...Object.entries(fileEntries).map(([name, address]) => ({ name, namesNothing: false, address })),
]

type ReceivedAnswer = { status: number; headers: Record<string, unknown>; body: string }

function ask(site: LiveSite, who: LiveActor, method: string, path: string): Promise<ReceivedAnswer> {
  const host = `${site.host}:${port}`
  const cookie = site.cookies[who]
  const headers = { host, origin: `http://${host}`, ...(cookie && { cookie }) }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { host: '127.0.0.1', port, path, method, headers: method === 'POST' ? { ...headers, ...form } : headers },
      async (answer) => {
        const body = (await buffer(answer)).toString('latin1')
        const { date: _, 'x-request-id': __, 'server-timing': ___, ...headers } = answer.headers
        resolve({ status: answer.statusCode!, headers, body })
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(method === 'POST' ? 'how=succeeds' : undefined)
  })
}

/** The whole answer without echoed parts of the request. */
function answerText({ status, headers, body }: ReceivedAnswer, held: PlaceholderValues, address: string): string {
  const { 'content-length': _, etag: __, ...rest } = headers
  const echoed = [address, encodeURIComponent(address), ...Object.values(held)]
  return echoed
    .sort((a, b) => b.length - a.length)
    .reduce((left, each) => left.replaceAll(each, ''), JSON.stringify([status, rest, body]))
}

/** The visible part: scripts are split differently and have other ids each time. */
const shown = (text: string): string =>
  text
    .replaceAll(/<script\b.*?<\/script>/g, '')
    .replaceAll(/(nonce(?:-|=\\"|\\" content=\\"))[\w+/=]+/g, '$1')
    .replaceAll(/( 'sha256-[\w+/=]+')+/g, '')

test('the table of pages covers every route', () => {
  const context = { queryClient: new QueryClient(), api: createApiClient('/') }
  const routes = Object.keys(createRouter({ routeTree, context }).routesByPath)
  expect(routes.filter((route) => !(route in pageEntries))).toEqual([])
  expect(Object.keys(pageEntries).filter((route) => !routes.includes(route))).toEqual([])
})

test('in the test of two sites the database login cannot bypass row-level security', async () => {
  const logins = await rows("select rolname, rolbypassrls, rolsuper from pg_roles where rolname = 'app'")
  expect(logins).toEqual([{ rolname: 'app', rolbypassrls: false, rolsuper: false }])
})

const methodOf = (name: string) => name.split(' ', 1)[0]!
const byName = siteSetups.map(({ name }, at) => [name, at] as const)

test.each(byName)('on %s content of the other site gets the same answer as unknown content', async (_, at) => {
  const site = sites[at]!
  const foreign = other(site)
  const problems: string[] = []
  for (const { name, address } of walked.filter(({ namesNothing }) => !namesNothing)) {
    const tell = async (who: LiveActor, held: PlaceholderValues) => {
      const answer = await ask(site, who, methodOf(name), address(held))
      return { status: answer.status, text: answerText(answer, held, address(held)) }
    }
    const never = unknownPlaceholderValues()
    const asking = liveActors.map((who) => Promise.all([who, tell(who, foreign.held), tell(who, never)]))
    for (const [who, theirs, missing] of await Promise.all(asking)) {
      const leaked = findForeignContent(theirs.text, foreign.own)
      if (leaked.length) problems.push(`${name} tells a ${who} ${leaked}`)
      if (theirs.status >= 500) problems.push(`${name} answers a ${who} with ${theirs.status}`)
      const [seen, unseen] = [shown(theirs.text), shown(missing.text)]
      if (seen !== unseen) problems.push(`${name} tells it from nothing for a ${who}: ${differing(seen, unseen)}`)
    }
  }
  expect(problems).toEqual([])
})

test('each site shows the payment page of its own checkout', async () => {
  for (const site of sites) {
    const { body } = await ask(site, 'visitor', 'GET', fileEntries['GET /sandbox/pay/:id']!(site.held))
    expect(body).toContain('Choose a test card')
  }
})

/** Pages that a site does not have. */
const absent = /^GET \/(\$|admin\/\$|awards|discography|press|dev\/ui)$/

test.each(byName)('shows the content of %s and nothing of the other site', async (_, at) => {
  const site = sites[at]!
  const problems: string[] = []
  let found = 0
  for (const { name, address } of walked) {
    const asking = liveActors.map((who) => Promise.all([who, ask(site, who, methodOf(name), address(site.held))]))
    for (const [who, answer] of await Promise.all(asking)) {
      const answerJson = JSON.stringify(answer)
      const leaked = findForeignContent(answerJson, other(site).own)
      if (leaked.length) problems.push(`${name} tells a ${who} ${leaked}`)
      found += findForeignContent(answerJson, site.own).length
      // An entry that finds no row where it should would prove nothing.
      const isLost = who === 'administrator' && answer.status >= 400 && !absent.test(name)
      if (isLost) problems.push(`${name} is lost: ${answer.status}`)
    }
  }
  expect(problems).toEqual([])
  expect(found).toBeGreaterThan(1_000)
  expect(log()).not.toContain('"level":50')
})

/** Where two texts part. */
function differing(one: string, another: string): string {
  const at = [...one].findIndex((letter, index) => letter !== another[index])
  return [one, another].map((text) => text.slice(Math.max(0, at - 40), at + 80)).join(' / ')
}
