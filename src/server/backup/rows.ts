import { getTableName } from 'drizzle-orm'
import { escapeIdentifier } from 'pg'
import { undoableDeletes } from '#server/activity/undo-table.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'

export type TableChecksum = { rows: number; sum: string }

/** Rows come out alike wherever they are read; and no policy hides one: PostgreSQL refuses instead. */
const reproducibleSettings = [
  ...['row_security = off', "timezone = 'UTC'", "datestyle = 'ISO, MDY'", "intervalstyle = 'postgres'"],
  ...["bytea_output = 'hex'", 'extra_float_digits = 1', 'statement_timeout = 0'],
  'idle_in_transaction_session_timeout = 0',
]
export const stableSessionSettings = reproducibleSettings.map((setting) => `set ${setting}`).join('; ')
/** For one transaction, on a connection that goes back to the pool afterwards. */
export const stableTransactionSettings = reproducibleSettings.map((setting) => `set local ${setting}`).join('; ')

const batchSize = 500

type Lines = AsyncIterable<string> | Iterable<string>

export async function tablesOf(owner: OwnerConnection): Promise<string[]> {
  const found = await owner.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return found.map(({ name }) => name)
}

/** The hash of a row, which is added to the sum of its table. */
export const rowHashSql = 'hashtextextended(t::text, 0)'

/** What a backup holds: not the rows that can be restored for some minutes after a delete. */
export const backupTablesOf = async (owner: OwnerConnection): Promise<string[]> =>
  (await tablesOf(owner)).filter((name) => name !== getTableName(undoableDeletes))

/** In which the order of the rows does not matter, so that a table can be held against its copy. */
export async function tableChecksum(owner: OwnerConnection, table: string, where = 'true'): Promise<TableChecksum> {
  const [found] = await owner.rows<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(${rowHashSql}::numeric), 0)::text as sum
      from public.${escapeIdentifier(table)} as t where ${where}`,
  )
  return { rows: Number(found!.rows), sum: found!.sum }
}

/** Each row as a line of JSON, a few hundred at a time. Inside a transaction. */
export async function* readRowsAsJsonLines(owner: OwnerConnection, from: string): AsyncGenerator<string> {
  await owner.run(`declare lines no scroll cursor for select row_to_json(t)::text as line from ${from} as t`)
  for (;;) {
    const found = await owner.rows<{ line: string }>(`fetch ${batchSize} from lines`)
    if (!found.length) break
    yield `${found.map(({ line }) => line).join('\n')}\n`
  }
  await owner.run('close lines')
}

/** Puts lines back where they came from; columns that the table reckons itself are reckoned again. */
export async function insertJsonLines(owner: OwnerConnection, table: string, lines: Lines): Promise<number> {
  const columns = (
    await owner.rows<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    )
  )
    .map(({ name }) => escapeIdentifier(name))
    .join(', ')
  const insert = `insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, $1::json)`
  let inserted = 0
  for await (const some of inBatches(lines)) {
    await owner.rows(insert, [`[${some.join(',')}]`])
    inserted += some.length
  }
  return inserted
}

/** Runs the work without foreign keys and triggers, because rows are restored in any order. */
export async function withoutForeignKeysAndTriggers(owner: OwnerConnection, work: () => Promise<void>): Promise<void> {
  const links = await owner.rows<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  const tables = await tablesOf(owner)
  const forEachTable = (statement: (table: string) => string) =>
    owner.run(tables.map(escapeIdentifier).map(statement).join(';'))
  for (const { table, name } of links) await owner.run(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  await forEachTable((table) => `alter table ${table} disable trigger user`)
  await work()
  await forEachTable((table) => `alter table ${table} enable trigger user`)
  for (const { table, name, definition } of links)
    await owner.run(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
}

export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of bytes) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = parts.pop()!
    yield* parts
  }
  if (rest) yield rest
}

async function* inBatches(lines: Lines): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const line of lines) {
    some.push(line)
    if (some.length < batchSize) continue
    yield some
    some = []
  }
  if (some.length) yield some
}
