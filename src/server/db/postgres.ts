import { setTimeout as after } from 'node:timers/promises'
import { type NodePgClient, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import pg, { type PoolClient } from 'pg'
import { openChannel } from '#server/db/channel.ts'
import { connectionsForJobs } from '#server/db/connections.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { codeOf, isUnavailable } from '#server/db/errors.ts'
import { bringUpToDate, type DatabaseOwner, type Login } from '#server/db/migrations.ts'
import { StartRefusal } from '#server/db/start-refusal.ts'
import { assertNoneOpen, type Guard, watched } from '#server/db/transaction.ts'
import { failpoint } from '#server/failpoints.ts'
import { deadlineMs } from '#server/test-mode.ts'

const dialect = new PgDialect({ casing: 'snake_case' })
/** A count is a number on both engines. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type Where = {
  url: string
  ownerUrl?: string | undefined
  poolSize: number
  /** In production the role that the process runs as may not own the tables, nor become one that does. */
  refusesOwner?: boolean
  startPatience?: number
  /** For how long a statement may go without an answer, also one that the database itself could not end. */
  longestSilence?: number
  /** How long a request waits for one of the pool's connections. */
  longestWait?: number
}
/** To roll back takes a moment; a connection on which it takes longer is given up. */
const longestRollback = 1_000

export async function openPostgres({
  url,
  ownerUrl = url,
  poolSize,
  refusesOwner = false,
  startPatience = 10_000,
  longestSilence = deadlineMs(6_000),
  longestWait = deadlineMs(2_000),
}: Where): Promise<Database> {
  await prepare(url, ownerUrl, { patience: startPatience, refusesOwner })
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'stagedoor',
    connectionTimeoutMillis: longestWait,
    statement_timeout: deadlineMs(5_000),
    query_timeout: longestSilence,
    idle_in_transaction_session_timeout: deadlineMs(10_000),
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it is replaced when somebody does. One that breaks on its way to or
  // from the pool has no listener but this, and without any the process would end.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  await pool.query('select 1').catch(async (error: Error) => {
    await pool.end()
    throw new StartRefusal(`PostgreSQL does not let the role of DATABASE_URL in: ${error.message}.`)
  })
  return {
    engine: 'postgres',
    storageFull: false,
    onStorage: () => {},
    ping: async () => {
      assertNoneOpen('ping')
      await pool.query('select 1')
    },
    transaction: (opening, work, longest) => transaction(pool, opening, work, longest),
    channel: (name, ears) => openChannel(url, name, ears),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    forJobs: () => ({ connectionString: url, max: connectionsForJobs }),
    close: () => pool.end(),
  }
}

async function transaction<T>(
  pool: pg.Pool,
  opening: string,
  work: (queries: Queries) => Promise<T>,
  longest: number,
): Promise<T> {
  const connection = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  connection.on('error', onError)
  try {
    await connection.query(`begin; ${opening}`)
    const result = await watched(longest, (guard) => work(queriesOn(connection, guard, longest)))
    await failpoint('database.commit')
    await connection.query('commit')
    await failpoint('database.committed')
    return result
  } catch (error) {
    // A connection that cannot even roll back is not lent again: it may still be in somebody's site.
    await connection.query(within(longestRollback, { text: 'rollback' })).catch(onError)
    throw error
  } finally {
    connection.off('error', onError)
    connection.release(broken)
  }
}

/** The driver knows of this setting for a single statement; its types do not. */
const within = (query_timeout: number, query: pg.QueryConfig): pg.QueryConfig => Object.assign({ query_timeout }, query)

function queriesOn(connection: PoolClient, guard: Guard, longest: number): Queries {
  const client = {
    query: (query: pg.QueryConfig, values: unknown[]) => guard(() => connection.query(within(longest, query), values)),
  }
  // Drizzle asks a connection for nothing but `query`; its type wants a whole client.
  const session = new NodePgSession(client as unknown as NodePgClient, dialect, undefined)
  return new PgDatabase(dialect, session as never, undefined)
}

type Preparing = { patience: number; refusesOwner: boolean }

async function prepare(url: string, ownerUrl: string, { patience, refusesOwner }: Preparing): Promise<void> {
  const owner = await openAsOwner(ownerUrl, patience)
  const login = loginOf(url)
  try {
    await refuseUnbound(owner.rows, login.name)
    if (refusesOwner) await refuseTablesOwner(owner.rows, login.name)
    await bringUpToDate(owner, login)
  } catch (error) {
    if (codeOf(error) === '42501')
      throw new StartRefusal(
        `The database role of ${ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'} may not prepare the database (${(error as Error).message}); give it CREATEROLE and make it the owner of the database, or set DATABASE_OWNER_URL to a role that may.`,
      )
    throw error
  } finally {
    await owner.close()
  }
}

/** Whom an address logs in as. */
export function loginOf(url: string): Login {
  const { user, password } = new pg.Client({ connectionString: url })
  return { name: user ?? '', password: password ?? undefined }
}

/** For what is done to the database as a whole, and not in a website. */
export async function openAsOwner(url: string, patience = 10_000): Promise<DatabaseOwner> {
  const connection = await connect(url, Date.now() + patience)
  return {
    run: (text) => connection.query(text),
    rows: async <R>(text: string, values?: unknown[]) => (await connection.query(text, values)).rows as R[],
    close: () => connection.end(),
  }
}

/** Row-level security does not bind such a role, and a forgotten `inSite` would see every site. */
async function refuseUnbound(rows: Rows, login: string): Promise<void> {
  const [found] = await rows<{ unbound: boolean }>(
    `select rolsuper or rolbypassrls as unbound from pg_roles where rolname = ${pg.escapeLiteral(login)}`,
  )
  if (found?.unbound)
    throw new StartRefusal(
      `DATABASE_URL logs in as "${login}", whom row-level security does not bind; keep that address as DATABASE_OWNER_URL and give DATABASE_URL another user and password, which is then made.`,
    )
}

/**
 * Which role that owns our tables, or is about to, a login is or may become; null when there is none. Before PostgreSQL 16
 * whoever may make roles may also join every one of them.
 */
export async function tablesOwnerBehind(rows: Rows, login: string): Promise<string | null> {
  const [found] = await rows<{ owner: string }>(
    `select owner.rolname as owner from pg_roles as login, pg_roles as owner
      where login.rolname = ${pg.escapeLiteral(login)}
        and (owner.rolname = current_user
          or owner.oid in (select relowner from pg_class where relkind in ('r', 'p')
            and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))))
        and (pg_has_role(login.oid, owner.oid, 'member')
          or login.rolcreaterole and current_setting('server_version_num')::int < 160000)
      order by owner.rolname <> login.rolname limit 1`,
  )
  return found?.owner ?? null
}

type Rows = <R>(text: string) => Promise<R[]>

/** Such a login could switch the policies off, so that they would hold only as long as nothing goes wrong. */
async function refuseTablesOwner(rows: Rows, login: string): Promise<void> {
  const owner = await tablesOwnerBehind(rows, login)
  if (owner === null) return
  const who = owner === login ? 'who owns the tables' : `who may become "${owner}", the owner of the tables`
  throw new StartRefusal(
    `DATABASE_URL logs in as "${login}", ${who}; in production keep the owner's address as DATABASE_OWNER_URL and give DATABASE_URL another user and password, which is then made.`,
  )
}

/** The database may be starting at the same moment. */
async function connect(url: string, until: number): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  connection.on('error', () => {})
  try {
    await connection.connect()
    return connection
  } catch (error) {
    await connection.end().catch(() => {})
    const { host, port, database } = connection
    if (!isUnavailable(error))
      throw new StartRefusal(
        `PostgreSQL at ${host}:${port} refuses the connection to "${database}": ${(error as Error).message}.`,
      )
    if (Date.now() > until)
      throw new StartRefusal(`PostgreSQL at ${host}:${port} does not answer; start it, or correct DATABASE_URL.`)
    await after(250)
    return connect(url, until)
  }
}
