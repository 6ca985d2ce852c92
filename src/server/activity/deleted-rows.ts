import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '#server/db/access.ts'
import { asRole, type SiteTx, scopeOf } from '#server/db/in-site.ts'

type ForeignKey = {
  child: string
  childColumns: string[]
  parent: string
  parentColumns: string[]
  cascades: boolean
}

const foreignKeys = sql`
  select child.relname as child, parent.relname as parent, confdeltype = 'c' as cascades,
    (select json_agg(attname order by at) from unnest(conkey) with ordinality as key(num, at)
      join pg_attribute on attrelid = conrelid and attnum = num) as "childColumns",
    (select json_agg(attname order by at) from unnest(confkey) with ordinality as key(num, at)
      join pg_attribute on attrelid = confrelid and attnum = num) as "parentColumns"
  from pg_constraint
    join pg_class as child on child.oid = conrelid
    join pg_class as parent on parent.oid = confrelid
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`

const jsonArray = (rows: Iterable<string>) => `[${[...rows].join(',')}]`
const name = (identifier: string) => sql.identifier(identifier)
const columnList = (columns: readonly string[], of?: string): SQL =>
  sql.join(
    columns.map((column) => (of ? sql`${name(of)}.${name(column)}` : name(column))),
    sql`, `,
  )

/** The rows of a table as JSON texts. */
type RowsByTable = Map<string, Set<string>>

/**
 * These rows, and all that the database deletes with them, by table in the order of their foreign keys. The rows stay
 * texts: JavaScript would round numbers.
 */
export async function rowsWithCascade(tx: SiteTx, table: string, ids: readonly string[]): Promise<RowsByTable> {
  const { rows: keys } = await tx.execute<ForeignKey>(foreignKeys)
  const found: RowsByTable = new Map()
  const chosen = sql`${name(table)}.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  // The lock keeps others from adding rows that the cascade would delete too.
  const waiting: [string, string[]][] = [[table, await read(tx, table, sql`where ${chosen} for update`)]]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [parent, rows] = next
    const known = found.get(parent) ?? new Set()
    const added = rows.filter((row) => !known.has(row))
    if (!added.length) continue
    found.set(parent, new Set([...known, ...added]))
    for (const { child, childColumns, parentColumns } of keys.filter((key) => key.cascades && key.parent === parent)) {
      const parents = sql`select ${columnList(parentColumns)} from jsonb_populate_recordset(null::${name(parent)}, ${jsonArray(added)}::jsonb)`
      waiting.push([child, await read(tx, child, sql`where (${columnList(childColumns, child)}) in (${parents})`)])
    }
  }
  return new Map(inForeignKeyOrder([...found.keys()], keys).map((each) => [each, found.get(each)!]))
}

/** A table comes after those that its foreign keys lead to. */
function inForeignKeyOrder(tables: readonly string[], keys: readonly ForeignKey[]): string[] {
  const [left, ordered] = [new Set(tables), [] as string[]]
  while (left.size) {
    const free = [...left].find((table) => !keys.some(({ child, parent }) => child === table && left.has(parent)))
    if (!free) throw new Error(`The foreign keys of ${[...left].join(', ')} form a cycle.`)
    left.delete(free)
    ordered.push(free)
  }
  return ordered
}

async function read(tx: SiteTx, table: string, which: SQL): Promise<string[]> {
  const { rows } = await asPermittedRole(tx, table, 'select', () =>
    tx.execute<{ row: string }>(sql`select to_jsonb(${name(table)})::text as row from ${name(table)} ${which}`),
  )
  return rows.map(({ row }) => row)
}

/** Inserts rows of a table as they were; `rows` is a JSON array. Columns that a migration has added since get their default. */
export async function reinsertDeletedRows(tx: SiteTx, table: string, rows: SQL): Promise<void> {
  const { rows: columns } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (${rows} -> 0) ? attname::text
    order by attnum`)
  const stored = columnList(columns.map((column) => column.name))
  await asPermittedRole(tx, table, 'insert', () =>
    tx.execute(
      sql`insert into ${name(table)} (${stored}) select ${stored} from jsonb_populate_recordset(null::${name(table)}, ${rows})`,
    ),
  )
}

/** Some deleted rows are those of jobs or of checkouts, which administrators see at most. */
const rolesWithMoreRights: readonly Role[] = ['worker', 'checkout']

/**
 * Runs it as the role that may do everything with the rows of the table or, where there is none, as one that has this
 * right; the role of the transaction comes first.
 */
export async function asPermittedRole<T>(
  tx: SiteTx,
  table: string,
  command: 'select' | 'insert' | 'update',
  work: () => Promise<T>,
): Promise<T> {
  const { role: own } = scopeOf(tx)
  const candidates = [own, ...rolesWithMoreRights.filter((role) => role !== own)]
  const { rows } = await tx.execute<{ role: Role }>(sql`
    select role from jsonb_array_elements_text(${JSON.stringify(candidates)}::jsonb) with ordinality as candidate(role, at)
    where has_table_privilege(role, ${table}::text, ${command}::text)
    order by not exists (select from pg_policies
      where schemaname = 'public' and tablename = ${table} and permissive = 'PERMISSIVE' and cmd = 'ALL' and role = any(roles)), at
    limit 1`)
  const role = rows[0]?.role
  if (!role) throw new Error(`No role may ${command} rows of ${table}.`)
  return role === own ? work() : asRole(tx, role, work)
}
