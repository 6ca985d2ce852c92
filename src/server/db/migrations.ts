import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { grantsSql, roles } from '#server/db/access.ts'
import { DatabaseStartError, errorCode } from '#server/db/errors.ts'
import { functionsSql } from '#server/db/functions.ts'

/** A connection that may change the schema. */
export type OwnerConnection = {
  run: (statements: string) => Promise<unknown>
  rows: <R>(query: string, values?: unknown[]) => Promise<R[]>
}

export type DatabaseOwner = OwnerConnection & { close: () => Promise<void> }

/** The role that the process logs in as; created when it does not exist yet. */
export type DatabaseLogin = { name: string; password?: string | undefined }

const lock = 7_270_011

/**
 * A statement that waits for a table lock makes all later readers of that table wait too. So a migration waits only
 * briefly, for example behind a backup, and lets the readers pass before it tries again. In milliseconds.
 */
type LockTimeouts = { forTable: number; pause: number; inAll: number }
const defaultLockTimeouts: LockTimeouts = { forTable: 3_000, pause: 2_000, inAll: 60_000 }
const lockNotAvailable = '55P03'

/**
 * Migrates roles, tables, functions and grants in one transaction, and only once when several processes start together. A
 * database that carries the mark of this very version needs nothing, which makes the usual start quick.
 */
export async function migrateDatabase(
  owner: OwnerConnection,
  login: DatabaseLogin,
  patience = defaultLockTimeouts,
): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  const statements = makeRoles({ name: login.name }) + functionsSql + grantsSql + known.map(({ hash }) => hash).join()
  const version = createHash('sha256').update(statements).digest('hex')
  if (await isRecordedIn(version, owner, login)) return
  const migrateOnce = async () => {
    await owner.run(`select pg_advisory_xact_lock(${lock}); set local lock_timeout = ${patience.forTable}`)
    await migrate(owner, login, known)
    await owner.run(functionsSql)
    await owner.run(grantsSql)
    await owner.run(`comment on schema drizzle is ${escapeLiteral(version)}`)
  }
  const began = performance.now()
  for (;;) {
    try {
      return await inTransaction(owner, migrateOnce)
    } catch (error) {
      if (errorCode(error) !== lockNotAvailable) throw error
      if (performance.now() - began >= patience.inAll) throw tableInUseError()
    }
    await after(patience.pause)
  }
}

async function inTransaction(owner: OwnerConnection, work: () => Promise<void>): Promise<void> {
  await owner.run('begin')
  try {
    await work()
    await owner.run('commit')
  } catch (error) {
    await owner.run('rollback').catch(() => {})
    throw error
  }
}

/** Creates the tables as of a given migration. Call it inside a transaction. */
export async function migrateTo(step: number, owner: OwnerConnection, login: DatabaseLogin): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  if (!known.some(({ folderMillis }) => folderMillis === step)) throw newerDatabaseError()
  await migrate(
    owner,
    login,
    known.filter(({ folderMillis }) => folderMillis <= step),
  )
}

/** Creates the roles that tables and queues will belong to. */
export const prepareRoles = (owner: OwnerConnection, login: DatabaseLogin) => owner.run(makeRoles(login))

/** The last migration that was applied, by its time stamp; -1 when there is none. */
export async function lastAppliedMigration(owner: OwnerConnection): Promise<number> {
  const [last] = await owner.rows<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations having count(*) > 0',
  )
  return last ? Number(last.at) : -1
}

/** The number of migrations still to apply; null when the database has one that this version does not know. */
export async function pendingMigrations(owner: OwnerConnection): Promise<number | null> {
  const reached = await lastAppliedMigration(owner)
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  if (reached > (known.at(-1)?.folderMillis ?? -1)) return null
  return known.filter((each) => each.folderMillis > reached).length
}

async function migrate(owner: OwnerConnection, login: DatabaseLogin, known: MigrationMeta[]): Promise<void> {
  await owner.run(makeRoles(login))
  await owner.run(makeJournal)
  await applyMigrations(owner, known)
}

/** Checks the roles too: they belong to the server, and a copy of the database on another server comes without them. */
async function isRecordedIn(version: string, owner: OwnerConnection, login: DatabaseLogin): Promise<boolean> {
  const [found] = await owner.rows<{ version: string | null; memberships: string }>(`
    select obj_description(to_regnamespace('drizzle')::oid, 'pg_namespace') as version,
      (select count(*)::text from pg_auth_members
        join pg_roles as one on one.oid = member and one.rolname = ${escapeLiteral(login.name)}
        join pg_roles as of on of.oid = roleid and of.rolname in (${roles.map(escapeLiteral).join(', ')})) as memberships`)
  return found?.version === version && Number(found.memberships) >= roles.length
}

async function applyMigrations(owner: OwnerConnection, known: MigrationMeta[]): Promise<void> {
  const reached = await lastAppliedMigration(owner)
  if (reached > (known.at(-1)?.folderMillis ?? -1)) throw newerDatabaseError()
  for (const { sql, hash, folderMillis } of known.filter((migration) => migration.folderMillis > reached)) {
    await owner.run(sql.join('\n'))
    await owner.run(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values (${escapeLiteral(hash)}, ${folderMillis})`,
    )
  }
}

const newerDatabaseError = () =>
  new DatabaseStartError(
    'The database was written by a newer version of this program; start that version, or restore an older backup.',
  )

const tableInUseError = () =>
  new DatabaseStartError(
    'The tables cannot be changed while a long query or a backup reads them; nothing was changed, start again when it is over.',
  )

/** The same journal that drizzle-kit uses. */
const makeJournal = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/**
 * Roles belong to the whole server, so they may exist already for another database. The login may `set role` to each of
 * them but inherits none of their rights; it owns only the schema of the jobs. (A login that is also the owner keeps
 * what it inherits, or PostgreSQL 15 would not let it create tables; without a website the policies still hide all rows.)
 */
function makeRoles({ name, password }: DatabaseLogin): string {
  const [login, called] = [escapeIdentifier(name), escapeLiteral(name)]
  const wanted = `array[${roles.map(escapeLiteral).join(', ')}]`
  return `
do $roles$
declare
  role text;
  newer constant boolean := current_setting('server_version_num')::int >= 160000;
  separate constant boolean := current_user <> ${called};
begin
  foreach role in array ${wanted} loop
    if not exists (select from pg_roles where rolname = role) then
      begin
        execute format('create role %I nologin', role);
      exception when duplicate_object or unique_violation then
        -- Created at the same moment for another database of this server.
      end;
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = ${called}) then
    create role ${login} login noinherit ${password ? `password ${escapeLiteral(password)}` : ''};
  end if;
  if separate and exists (select from pg_roles where rolname = ${called} and rolinherit) then
    alter role ${login} noinherit;
  end if;
  foreach role in array ${wanted} loop
    if not pg_has_role(${called}, role, case when newer then 'set' else 'member' end) then
      execute format('grant %I to %I', role, ${called}) || case when newer then ' with inherit false, set true' else '' end;
    end if;
  end loop;
  if not exists (select from pg_namespace where nspname = 'pgboss') then
    if separate and not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to %I', ${called}, current_user);
    end if;
    create schema pgboss authorization ${login};
  end if;
end $roles$`
}

/** Looks upwards from this file, because the built server lies deeper than the sources. */
function migrationsFolder(): string {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    const folder = join(at, 'migrations')
    if (existsSync(join(folder, 'meta/_journal.json'))) return folder
    if (at === dirname(at))
      throw new DatabaseStartError('The folder migrations/ is missing; install the program again.')
  }
}
