import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTree } from '#app/routeTree.gen.ts'
import { foreignIn } from '#tests/isolation/foreign.ts'
import { type LiveSite, openLiveSites, type Person, people, places } from '#tests/isolation/live-sites.ts'
import { addressOf, files, type Held, nothing, pages } from '#tests/isolation/pages.ts'
import { apiClient } from '#web/api-client.ts'

/** What `tests/isolation/walk.test.ts` does with the API, with everything else that a site answers. */
const { filled, rows, port, log } = await openLiveSites()
let sites: LiveSite[]

test('two sites have something of everything that an address can name', async () => {
  sites = await filled()
})

const other = (site: LiveSite) => sites.find((each) => each !== site)!

type Walked = { name: string; namesNothing: boolean; address: (held: Held) => string }
const walked: Walked[] = [
  ...Object.entries(pages).map(([route, entry]) => ({
    ...{ name: `GET ${route}`, namesNothing: entry.length === 0 },
    address: (held: Held) => addressOf(route, entry(held)),
  })),
  ...Object.entries(files).map(([name, address]) => ({ name, namesNothing: false, address })),
]

type Answered = { status: number; headers: Record<string, unknown>; body: string }

function ask(site: LiveSite, who: Person, method: string, path: string): Promise<Answered> {
  const host = `${site.host}:${port}`
  const cookie = site.cookies[who]
  const headers = { host, origin: `http://${host}`, ...(cookie && { cookie }) }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers: method === 'POST' ? { ...headers, ...form } : headers },
      async (answer) => {
        const body = (await buffer(answer)).toString('latin1')
        const { date: _, 'x-request-id': __, 'server-timing': ___, ...said } = answer.headers
        resolve({ status: answer.statusCode!, headers: said, body })
      },
    )
    asked.on('error', reject)
    asked.end(method === 'POST' ? 'how=succeeds' : undefined)
  })
}

/** All that was answered, without what was asked for. */
function told({ status, headers, body }: Answered, held: Held, address: string): string {
  const { 'content-length': _, etag: __, ...rest } = headers
  const asked = [address, encodeURIComponent(address), ...Object.values(held)]
  return asked
    .sort((a, b) => b.length - a.length)
    .reduce((left, each) => left.replaceAll(each, ''), JSON.stringify([status, rest, body]))
}

/** What can be seen of it: scripts are cut as the page happens to be made, and each time have other names. */
const shown = (said: string): string =>
  said
    .replaceAll(/<script\b.*?<\/script>/g, '')
    .replaceAll(/(nonce(?:-|=\\"|\\" content=\\"))[\w+/=]+/g, '$1')
    .replaceAll(/( 'sha256-[\w+/=]+')+/g, '')

test('every page is in the walk', () => {
  const context = { queryClient: new QueryClient(), api: apiClient('/') }
  const routes = Object.keys(createRouter({ routeTree, context }).routesByPath)
  expect(routes.filter((route) => !(route in pages))).toEqual([])
  expect(Object.keys(pages).filter((route) => !routes.includes(route))).toEqual([])
})

test('the login is one whom every policy binds', async () => {
  const logins = await rows("select rolname, rolbypassrls, rolsuper from pg_roles where rolname = 'app'")
  expect(logins).toEqual([{ rolname: 'app', rolbypassrls: false, rolsuper: false }])
})

const methodOf = (name: string) => name.split(' ', 1)[0]!
const byName = places.map(({ name }, at) => [name, at] as const)

test.each(byName)('what is of the other site is answered at %s like what never was', async (_, at) => {
  const site = sites[at]!
  const foreign = other(site)
  const problems: string[] = []
  for (const { name, address } of walked.filter(({ namesNothing }) => !namesNothing)) {
    const tell = async (who: Person, held: Held) => {
      const answer = await ask(site, who, methodOf(name), address(held))
      return { status: answer.status, said: told(answer, held, address(held)) }
    }
    const never = nothing()
    const asking = people.map((who) => Promise.all([who, tell(who, foreign.held), tell(who, never)]))
    for (const [who, theirs, nobodys] of await Promise.all(asking)) {
      const leaked = foreignIn(theirs.said, foreign.own)
      if (leaked.length) problems.push(`${name} tells a ${who} ${leaked}`)
      if (theirs.status >= 500) problems.push(`${name} answers a ${who} with ${theirs.status}`)
      const [seen, unseen] = [shown(theirs.said), shown(nobodys.said)]
      if (seen !== unseen) problems.push(`${name} tells it from nothing for a ${who}: ${differing(seen, unseen)}`)
    }
  }
  expect(problems).toEqual([])
})

test('nobody has paid at one site what is to be paid at the other', async () => {
  for (const site of sites) {
    const { body } = await ask(site, 'visitor', 'GET', files['GET /sandbox/pay/:id']!(site.held))
    expect(body).toContain('Choose a test card')
  }
})

/** Pages that a site does not have. */
const absent = /^GET \/(\$|awards|discography|press|dev\/ui)$/

test.each(byName)('what is of %s is there, and with it nothing of the other', async (_, at) => {
  const site = sites[at]!
  const problems: string[] = []
  let found = 0
  for (const { name, address } of walked) {
    const asking = people.map((who) => Promise.all([who, ask(site, who, methodOf(name), address(site.held))]))
    for (const [who, answer] of await Promise.all(asking)) {
      const said = JSON.stringify(answer)
      const leaked = foreignIn(said, other(site).own)
      if (leaked.length) problems.push(`${name} tells a ${who} ${leaked}`)
      found += foreignIn(said, site.own).length
      // An entry that finds nothing where it should would prove nothing.
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
