import { setTimeout as after } from 'node:timers/promises'
import { type NodePgClient, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import pg, { type PoolClient } from 'pg'
import { openChannel } from '#server/db/channel.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { DatabaseStartError, errorCode, isDatabaseUnavailable } from '#server/db/errors.ts'
import { type DatabaseLogin, type DatabaseOwner, migrateDatabase } from '#server/db/migrations.ts'
import { assertNoOpenTransaction, runGuarded, type StatementGuard } from '#server/db/transaction.ts'
import { failpoint } from '#server/failpoints.ts'
import { deadlineMs } from '#server/test-mode.ts'

const dialect = new PgDialect({ casing: 'snake_case' })
/** count(*) is a number on both engines. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type PostgresOptions = {
  url: string
  ownerUrl?: string | undefined
  poolSize: number
  /** In production the login may not own the tables, nor be a member of a role that does. */
  refusesOwner?: boolean
  startPatience?: number
  /** How long a statement may go unanswered, also when the database's own timeout does not end it. */
  maxSilenceMs?: number
  /** How long a request waits for one of the pool's connections. */
  maxWaitMs?: number
}
/** A connection on which a rollback takes longer than this is closed. */
const maxRollbackMs = 1_000

export async function openPostgres({
  url,
  ownerUrl = url,
  poolSize,
  refusesOwner = false,
  startPatience = 10_000,
  maxSilenceMs = deadlineMs(6_000),
  maxWaitMs = deadlineMs(2_000),
}: PostgresOptions): Promise<Database> {
  await prepare(url, ownerUrl, { patience: startPatience, refusesOwner })
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'stagedoor',
    connectionTimeoutMillis: maxWaitMs,
    statement_timeout: deadlineMs(5_000),
    query_timeout: maxSilenceMs,
    idle_in_transaction_session_timeout: deadlineMs(10_000),
    keepAlive: true,
  })
  // The pool replaces an idle connection that breaks. A connection that breaks on its way to or from the pool has no
  // other listener than this, and without one the process would end.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  await pool.query('select 1').catch(async (error: Error) => {
    await pool.end()
    throw new DatabaseStartError(`PostgreSQL rejects the login of DATABASE_URL: ${error.message}.`)
  })
  return {
    engine: 'postgres',
    storageFull: false,
    onStorageChange: () => {},
    ping: async () => {
      assertNoOpenTransaction('ping')
      await pool.query('select 1')
    },
    transaction: (opening, work, timeoutMs) => transaction(pool, opening, work, timeoutMs),
    channel: (name, ears) => openChannel(url, name, ears),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    jobsConnection: () => ({ connectionString: url, max: connectionsForJobs }),
    close: () => pool.end(),
  }
}

async function transaction<T>(
  pool: pg.Pool,
  opening: string,
  work: (queries: Queries) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const connection = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  connection.on('error', onError)
  try {
    await connection.query(`begin; ${opening}`)
    const result = await runGuarded(timeoutMs, (guard) => work(queriesOn(connection, guard, timeoutMs)))
    await failpoint('database.commit')
    await connection.query('commit')
    await failpoint('database.committed')
    return result
  } catch (error) {
    // A connection that cannot roll back does not return to the pool: it may still have a site selected.
    await connection.query(withQueryTimeout(maxRollbackMs, { text: 'rollback' })).catch(onError)
    throw error
  } finally {
    connection.off('error', onError)
    connection.release(broken)
  }
}

/** The driver has this option for a single statement; its types do not. */
const withQueryTimeout = (query_timeout: number, query: pg.QueryConfig): pg.QueryConfig =>
  Object.assign({ query_timeout }, query)

function queriesOn(connection: PoolClient, guard: StatementGuard, timeoutMs: number): Queries {
  const client = {
    query: (query: pg.QueryConfig, values: unknown[]) =>
      guard(() => connection.query(withQueryTimeout(timeoutMs, query), values)),
  }
  // Drizzle only calls `query`; its type wants a whole client.
  const session = new NodePgSession(client as unknown as NodePgClient, dialect, undefined)
  return new PgDatabase(dialect, session as never, undefined)
}

type PrepareOptions = { patience: number; refusesOwner: boolean }

async function prepare(url: string, ownerUrl: string, { patience, refusesOwner }: PrepareOptions): Promise<void> {
  const owner = await openPostgresAsOwner(ownerUrl, patience)
  const login = loginOf(url)
  try {
    await refuseLoginBypassingPolicies(owner.rows, login.name)
    if (refusesOwner) await refuseLoginOwningTables(owner.rows, login.name)
    await migrateDatabase(owner, login)
  } catch (error) {
    if (errorCode(error) === '42501')
      throw new DatabaseStartError(
        `The database role of ${ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'} may not prepare the database (${(error as Error).message}); give it CREATEROLE and make it the owner of the database, or set DATABASE_OWNER_URL to a role that may.`,
      )
    throw error
  } finally {
    await owner.close()
  }
}

/** The role and password of a connection string. */
export function loginOf(url: string): DatabaseLogin {
  const { user, password } = new pg.Client({ connectionString: url })
  return { name: user ?? '', password: password ?? undefined }
}

/** For work on the database as a whole, outside of a website. */
export async function openPostgresAsOwner(url: string, patience = 10_000): Promise<DatabaseOwner> {
  const connection = await connect(url, Date.now() + patience)
  return {
    run: (text) => connection.query(text),
    rows: async <R>(text: string, values?: unknown[]) => (await connection.query(text, values)).rows as R[],
    close: () => connection.end(),
  }
}

/** Row-level security does not apply to such a role: a forgotten `inSite` would read every site. */
async function refuseLoginBypassingPolicies(rows: Rows, login: string): Promise<void> {
  const [found] = await rows<{ unbound: boolean }>(
    `select rolsuper or rolbypassrls as unbound from pg_roles where rolname = ${pg.escapeLiteral(login)}`,
  )
  if (found?.unbound)
    throw new DatabaseStartError(
      `DATABASE_URL logs in as "${login}", a role that bypasses row-level security; keep that address as DATABASE_OWNER_URL and give DATABASE_URL another user and password, which the start then creates.`,
    )
}

/**
 * The role that owns our tables, or will, if the login is that role or may become it; null otherwise. Before PostgreSQL 16
 * a role with CREATEROLE could also join every other role.
 */
export async function tableOwnerReachableBy(rows: Rows, login: string): Promise<string | null> {
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

/** Such a login could switch the policies off. */
async function refuseLoginOwningTables(rows: Rows, login: string): Promise<void> {
  const owner = await tableOwnerReachableBy(rows, login)
  if (owner === null) return
  const who = owner === login ? 'who owns the tables' : `who may become "${owner}", the owner of the tables`
  throw new DatabaseStartError(
    `DATABASE_URL logs in as "${login}", ${who}; in production keep the owner's address as DATABASE_OWNER_URL and give DATABASE_URL another user and password, which the start then creates.`,
  )
}

/** Retries until the deadline: the database may be starting at the same moment. */
async function connect(url: string, until: number): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  connection.on('error', () => {})
  try {
    await connection.connect()
    return connection
  } catch (error) {
    await connection.end().catch(() => {})
    const { host, port, database } = connection
    if (!isDatabaseUnavailable(error))
      throw new DatabaseStartError(
        `PostgreSQL at ${host}:${port} refuses the connection to "${database}": ${(error as Error).message}.`,
      )
    if (Date.now() > until)
      throw new DatabaseStartError(`PostgreSQL at ${host}:${port} does not answer; start it, or correct DATABASE_URL.`)
    await after(250)
    return connect(url, until)
  }
}

/** The most connections of pg-boss, for enqueueing jobs and working on them. */
export const connectionsForJobs = 4
/** pg-boss listens for new jobs on one; on the other, processes tell each other which cached data has changed. */
const listeningConnections = 2
/** PostgreSQL's default of superuser_reserved_connections. */
const reservedForSuperuser = 3
/** The most connections of a command that runs beside the processes, such as a backup or the doctor. */
const forCommands = 2

/**
 * The most connections that a process with a worker holds beside its pool; with WORKER=off it is one less. A start has one
 * as the database's owner, and closes it before it opens the first of these.
 */
export const connectionsBesidePool = connectionsForJobs + listeningConnections

/** How many processes fit into max_connections. */
export const processesWithin = (maxConnections: number, poolSize: number): number =>
  Math.max(0, Math.floor((maxConnections - reservedForSuperuser - forCommands) / (poolSize + connectionsBesidePool)))
