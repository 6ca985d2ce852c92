type Rows = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>

/** Content of one site only: words in its texts, and all its ids. */
export type OwnContent = { words: string[]; ids: Set<string> }

export const tablesOfSites = (rows: Rows) =>
  rows<{ name: string }>(`select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'website_id'
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)

/** All ids of rows of one site, and its own id. */
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

/** The words and ids of a site in these bytes. Parts of the request may be echoed. */
export function findForeignContent(bytes: string, { words, ids }: OwnContent, requestText = ''): string[] {
  const isEchoed = (part: string) => requestText.includes(part)
  const foundWords = words
    .filter((word) => !isEchoed(word))
    .flatMap((word) => [...bytes.matchAll(new RegExp(word, 'gi'))])
    .map(({ index, 0: word }) => bytes.slice(Math.max(index - 20, 0), index + word.length + 20))
  const named = [...bytes.matchAll(uuid)].filter(([id]) => ids.has(id) && !isEchoed(id))
  return [...foundWords, ...named.map(([id]) => id)]
}
