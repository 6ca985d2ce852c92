import { loopOverSitesSql, parseLoopResult, type SiteRow, selectLoopResult } from '#server/db/each-site.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'

type Role = 'worker' | 'auth_service'

/** Runs a query in one of the roles of the process. The query must contain no external input. */
export async function readRowsAs<Row>(owner: OwnerConnection, role: Role, query: string): Promise<Row[]> {
  await owner.run(`begin; set local role ${role}`)
  try {
    return await owner.rows<Row>(query)
  } finally {
    await owner.run('rollback')
  }
}

/** Runs a query that returns one text per row on each of these websites. */
export async function askEachSite(
  owner: OwnerConnection,
  { websiteIds, role }: { websiteIds: readonly string[]; role: Role },
  query: string,
): Promise<SiteRow[]> {
  await owner.run(`begin; set local role ${role}`)
  try {
    await owner.run(loopOverSitesSql(websiteIds, query))
    const [{ found } = { found: '[]' }] = await owner.rows<{ found: string }>(selectLoopResult)
    return parseLoopResult(found)
  } finally {
    await owner.run('rollback')
  }
}

/** Every role may read the catalog. */
export async function tableExists(owner: OwnerConnection, name: string): Promise<boolean> {
  const query = `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = $1`
  return (await owner.rows(query, [name])).length > 0
}
