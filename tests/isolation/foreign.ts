type Rows = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>

/** What is of one site alone: words that stand in its texts, and every id that it has. */
export type Own = { words: string[]; ids: Set<string> }

export const tablesOfSites = (rows: Rows) =>
  rows<{ name: string }>(`select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'website_id'
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)

/** Every id that is of one site alone, and its own. */
export async function idsOf(rows: Rows, websiteId: string): Promise<Set<string>> {
  const found = new Set([websiteId])
  for (const { name } of await tablesOfSites(rows)) {
    const those = await rows<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t where website_id = $1`,
      [websiteId],
    )
    for (const { row } of those) if (typeof row.id === 'string') found.add(row.id)
  }
  return found
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What of a site is in these bytes: one of its words, one of its ids. What was asked for may be said again. */
export function foreignIn(bytes: string, { words, ids }: Own, asked = ''): string[] {
  const said = (part: string) => asked.includes(part)
  const told = words
    .filter((word) => !said(word))
    .flatMap((word) => [...bytes.matchAll(new RegExp(word, 'gi'))])
    .map(({ index, 0: word }) => bytes.slice(Math.max(index - 20, 0), index + word.length + 20))
  const named = [...bytes.matchAll(uuid)].filter(([id]) => ids.has(id) && !said(id))
  return [...told, ...named.map(([id]) => id)]
}
