import { randomBytes } from 'node:crypto'
import { newId } from '#server/db/id.ts'
import type { Secrets } from '#tests/isolation/fill-site.ts'
import { type RouteEntry, type RowSource, routeEntries } from '#tests/isolation/routes.ts'
import type { IsolatedSite, TwoSites } from '#tests/isolation/two-sites.ts'

type Row = Record<string, string>

/** Values of the right shape that exist nowhere. */
export const missingRows: RowSource = {
  id: () => newId(),
  word: (column) => (column === 'slug' ? `nothing-${newId()}` : newId()),
  secret: (name) => {
    if (name === 'orderNumber') return '260501-ZZZZZZ'
    if (name === 'emailHash') return randomBytes(32).toString('hex')
    if (name === 'paymentSession') return `cs_test_${randomBytes(20).toString('hex')}`
    return randomBytes(32).toString('base64url')
  },
  websiteId: newId(),
}

/** The tables and conditions that these entries read rows from. */
function wanted(named: RouteEntry[]): Set<string> {
  const tables = new Set<string>()
  const noting: RowSource = {
    ...missingRows,
    id: (table, which = 'true') => {
      tables.add(`${table} ${which}`)
      return newId()
    },
    word: (_, table, which = 'true') => {
      tables.add(`${table} ${which}`)
      return 'x'
    },
  }
  for (const entry of named) entry(noting)
  return tables
}

/**
 * The current rows of a site for one route or all. Takes the next row each time, because a request may have deleted the
 * previous one.
 */
export function openRowSources(
  { rows }: TwoSites,
  place: IsolatedSite,
  secrets: Secrets,
): (route?: string) => Promise<RowSource> {
  const { websiteId, userId } = place
  const where: Record<string, string> = {
    users: `id = '${userId}'`,
    factors: `user_id in (select user_id from sessions where website_id = '${websiteId}')`,
    'pgboss.job': `data ->> 'websiteId' = '${websiteId}'`,
  }
  let reads = 0
  return async (route) => {
    const found = new Map<string, Row[]>()
    for (const each of wanted(route ? [routeEntries[route]!] : Object.values(routeEntries))) {
      const [table, ...which] = each.split(' ') as [string, ...string[]]
      const of = where[table] ?? `website_id = '${websiteId}' and ${which.join(' ')}`
      const rowsOf = await rows<{ row: Row }>(`select to_jsonb(t) as row from ${table} t where ${of} limit 200`)
      found.set(
        each,
        rowsOf.map(({ row }) => row),
      )
    }
    const pick = (table: string, which = 'true'): Row => {
      const all = found.get(`${table} ${which}`) ?? []
      return all[reads++ % Math.max(all.length, 1)] ?? { id: newId(), slug: 'nothing', key: newId() }
    }
    return {
      id: (table, which) => pick(table, which).id!,
      word: (column, table, which) => pick(table, which)[column]!,
      secret: (name) => secrets[name],
      websiteId,
    }
  }
}
