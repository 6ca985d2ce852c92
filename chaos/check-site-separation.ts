import { parseJsonBody } from './http-request.ts'
import type { ChaosSite, ChaosWorld } from './world.ts'

/** The lists of a website, and which rows belong there. */
const lists = [
  { path: '/api/shop/products', isForOwner: false, rows: `products where status = 'published'` },
  { path: '/api/admin/products', isForOwner: true, rows: 'products where true' },
  { path: '/api/admin/orders', isForOwner: true, rows: 'orders where true' },
  { path: '/api/admin/messages', isForOwner: true, rows: 'contact_messages where true' },
]
type List = (typeof lists)[number]

/** The page size; each list soon has more than one page. */
const size = 25

/**
 * Visitors and owner of a website see all of its rows and none of the other, and a session is valid on one website
 * only. A missing answer proves nothing.
 */
export async function checkSiteSeparation(world: ChaosWorld): Promise<string[]> {
  const wrong: string[] = []
  const letters = await world.letters()
  for (const site of world.sites) {
    let seen = ''
    for (const list of lists) {
      const { ids, text, problem } = await readToTheEnd(world, site, list)
      seen += text
      const [own] = await world.rows<{ ids: string }>(
        `select coalesce(string_agg(id::text, ',' order by id), '') as ids from ${list.rows} and website_id = $1`,
        [site.id],
      )
      if (problem) wrong.push(`${list.path} of ${site.host} ${problem}`)
      else if (ids.sort().join() !== own!.ids)
        wrong.push(`${list.path} of ${site.host} does not list exactly the rows of ${site.host}`)
    }
    const mailed = letters.filter(({ of }) => of === site.id).map(({ text, subject }) => subject + text)
    for (const other of world.sites.filter(({ at }) => at !== site.at)) {
      const canary = `${world.canary}-${other.at}-`
      if (seen.includes(canary)) wrong.push(`${site.host} shows content of ${other.host}`)
      if (mailed.join('\n').includes(canary)) wrong.push(`a mail of ${site.host} has content of ${other.host}`)
      const answer = await world.own({ ...other, cookie: site.cookie }, 'GET', '/api/admin/products')
      if (answer?.status === 200) wrong.push(`the session of ${site.host} opens ${other.host}`)
      else if (answer?.status !== 401) wrong.push(`a visitor without a session gets ${answer?.status}, not 401`)
    }
  }
  return wrong
}

type ListContent = { ids: string[]; text: string; problem?: string }

async function readToTheEnd(world: ChaosWorld, site: ChaosSite, { path, isForOwner }: List): Promise<ListContent> {
  const called = path.split('/').at(-1)!
  const read: ListContent = { ids: [], text: '' }
  for (let page = 1; ; page++) {
    const pageAddress = `${path}?size=${size}&page=${page}`
    const answer = await (isForOwner
      ? world.own(site, 'GET', pageAddress)
      : world.ask({ host: site.host, path: pageAddress }))
    if (answer?.status !== 200) return { ...read, problem: `was answered with ${answer?.status}` }
    const { total, [called]: found } = parseJsonBody<{ total: number } & Record<string, { id: string }[]>>(answer)
    read.text += answer.body
    read.ids.push(...found!.map(({ id }) => id))
    if (read.ids.length >= total) return read
    if (!found!.length) return { ...read, problem: `ends after ${read.ids.length} of ${total}` }
  }
}
