import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { uuidPattern } from '#domain/uuid.ts'
import type { Role } from '#server/db/access.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'

/** Websites per transaction: the embedded database runs one transaction at a time. */
const atOnce = 250

export type SiteRow = { websiteId: string; answer: string }

type Scope = { websiteIds: readonly string[]; role: Role; timeoutMs?: number }

/**
 * Runs one statement on each of these websites: two round trips for hundreds of them instead of a transaction for each.
 * Every website is selected in turn and the policies of the role hold, as in `inSite`. The statement returns one text per
 * row. Its parameters become literals, so none may come from a request.
 */
export async function onEachSite(
  database: Database,
  { websiteIds, role, timeoutMs = 15_000 }: Scope,
  statement: SQL,
): Promise<SiteRow[]> {
  const text = dialect.sqlToQuery(statement.inlineParams()).sql
  const answers: SiteRow[] = []
  for (let from = 0; from < websiteIds.length; from += atOnce) {
    const some = websiteIds.slice(from, from + atOnce)
    const found = await inSite(
      database,
      { websiteId: some[0]!, role },
      async (tx) => {
        await tx.execute(sql.raw(loopOverSitesSql(some, text)))
        const { rows } = await tx.execute<{ found: string }>(sql.raw(selectLoopResult))
        return rows[0]!.found
      },
      { timeoutMs },
    )
    answers.push(...parseLoopResult(found))
  }
  return answers
}

/** The websites for which a statement returns a row. */
export async function sitesWith(database: Database, scope: Scope, statement: SQL): Promise<Set<string>> {
  const answers = await onEachSite(database, scope, statement)
  return new Set(answers.map(({ websiteId }) => websiteId))
}

/** A PL/pgSQL block that stores its result in a setting of the transaction, which `readFound` reads. */
export function loopOverSitesSql(websiteIds: readonly string[], statement: string): string {
  // A random tag, so that no value can end the block.
  const quote = `$each_${randomBytes(8).toString('hex')}$`
  return `do ${quote}
#variable_conflict use_column
declare
  site uuid;
  answer text;
  answers text[] := '{}';
begin
  foreach site in array array[${websiteIds.map(quoteSiteId).join(', ')}]::uuid[] loop
    perform set_config('app.website_id', site::text, true);
    for answer in ${statement} loop
      answers := array_append(answers, json_build_object('websiteId', site, 'answer', answer)::text);
    end loop;
  end loop;
  perform set_config('app.found', '[' || array_to_string(answers, ',') || ']', true);
end ${quote}`
}

const dialect = new PgDialect({ casing: 'snake_case' })

export const selectLoopResult = `select current_setting('app.found') as found`
export const parseLoopResult = (found: string): SiteRow[] => JSON.parse(found)

function quoteSiteId(websiteId: string): string {
  if (!uuidPattern.test(websiteId)) throw new Error('onEachSite needs the ids of websites.')
  return `'${websiteId}'`
}
