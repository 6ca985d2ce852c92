import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { codeOf } from '#server/db/errors.ts'
import { functions } from '#server/db/functions.ts'
import { grants } from '#server/db/grants.ts'
import { roles } from '#server/db/roles.ts'
import { StartRefusal } from '#server/db/start-refusal.ts'

/** A connection that may change the tables themselves. */
export type Owner = {
  run: (statements: string) => Promise<unknown>
  rows: <R>(query: string, values?: unknown[]) => Promise<R[]>
}

export type DatabaseOwner = Owner & { close: () => Promise<void> }

/** Whom the process logs in as; made when it does not exist yet. */
export type Login = { name: string; password?: string | undefined }

const lock = 7_270_011

/**
 * Who waits to change a table makes everybody wait who comes after and only reads it. So it waits for a moment only, behind
 * a backup for example, and then lets them pass before it tries again. In milliseconds.
 */
type Patience = { forTable: number; pause: number; inAll: number }
const usual: Patience = { forTable: 3_000, pause: 2_000, inAll: 60_000 }
const lockNotAvailable = '55P03'

/**
 * Roles, tables, functions and rights, in one transaction: done as a whole or not at all, and once, however many processes start
 * together. A database that says it was left by this very version needs nothing, which makes the usual start quick.
 */
export async function bringUpToDate(owner: Owner, login: Login, patience = usual): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  const statements = makeRoles({ name: login.name }) + functions + grants + known.map(({ hash }) => hash).join()
  const version = createHash('sha256').update(statements).digest('hex')
  if (await isLeftBy(version, owner, login)) return
  const once = async () => {
    await owner.run(`select pg_advisory_xact_lock(${lock}); set local lock_timeout = ${patience.forTable}`)
    await migrate(owner, login, known)
    await owner.run(functions)
    await owner.run(grants)
    await owner.run(`comment on schema drizzle is ${escapeLiteral(version)}`)
  }
  const began = performance.now()
  for (;;) {
    try {
      return await inTransaction(owner, once)
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error
      if (performance.now() - began >= patience.inAll) throw inUse()
    }
    await after(patience.pause)
  }
}

async function inTransaction(owner: Owner, work: () => Promise<void>): Promise<void> {
  await owner.run('begin')
  try {
    await work()
    await owner.run('commit')
  } catch (error) {
    await owner.run('rollback').catch(() => {})
    throw error
  }
}

/** The tables as they were after a step of their history; to be called inside a transaction. */
export async function migrateTo(step: number, owner: Owner, login: Login): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  if (!known.some(({ folderMillis }) => folderMillis === step)) throw newer()
  await migrate(
    owner,
    login,
    known.filter(({ folderMillis }) => folderMillis <= step),
  )
}

/** Whom tables and queues will belong to. */
export const prepareRoles = (owner: Owner, login: Login) => owner.run(makeRoles(login))

/** Which step of their history the tables have reached. */
export async function stepOf(owner: Owner): Promise<number> {
  const [last] = await owner.rows<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations having count(*) > 0',
  )
  return last ? Number(last.at) : -1
}

/** The steps that this version knows and the tables have not taken; null when they have taken some that it does not know. */
export async function pendingSteps(owner: Owner): Promise<number | null> {
  const reached = await stepOf(owner)
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  if (reached > (known.at(-1)?.folderMillis ?? -1)) return null
  return known.filter((each) => each.folderMillis > reached).length
}

async function migrate(owner: Owner, login: Login, known: MigrationMeta[]): Promise<void> {
  await owner.run(makeRoles(login))
  await owner.run(makeJournal)
  await applyMigrations(owner, known)
}

/** The roles are asked for too: they are the server's, and a copy on another server comes without them. */
async function isLeftBy(version: string, owner: Owner, login: Login): Promise<boolean> {
  const [found] = await owner.rows<{ version: string | null; memberships: string }>(`
    select obj_description(to_regnamespace('drizzle')::oid, 'pg_namespace') as version,
      (select count(*)::text from pg_auth_members
        join pg_roles as one on one.oid = member and one.rolname = ${escapeLiteral(login.name)}
        join pg_roles as of on of.oid = roleid and of.rolname in (${roles.map(escapeLiteral).join(', ')})) as memberships`)
  return found?.version === version && Number(found.memberships) >= roles.length
}

async function applyMigrations(owner: Owner, known: MigrationMeta[]): Promise<void> {
  const reached = await stepOf(owner)
  if (reached > (known.at(-1)?.folderMillis ?? -1)) throw newer()
  for (const { sql, hash, folderMillis } of known.filter((migration) => migration.folderMillis > reached)) {
    await owner.run(sql.join('\n'))
    await owner.run(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values (${escapeLiteral(hash)}, ${folderMillis})`,
    )
  }
}

const newer = () =>
  new StartRefusal(
    'The database was written by a newer version of this program; start that version, or restore an older backup.',
  )

const inUse = () =>
  new StartRefusal(
    'The tables cannot be changed while something reads them without end; nothing was changed, start again when the backup or the long query is over.',
  )

/** The journal that drizzle-kit knows too. */
const makeJournal = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/**
 * Roles belong to the whole server, so another database may have made them. The login may become each role but has
 * none of their rights by itself; what it owns is the schema of the jobs. (A login that is also the owner keeps what
 * it inherits, or PostgreSQL 15 would not let it make tables; without a website the policies still show it nothing.)
 */
function makeRoles({ name, password }: Login): string {
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
        -- Made at the same moment for another database of this server.
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

/** From the sources it is two folders away, from the built server another two; the folder itself says that it is it. */
function migrationsFolder(): string {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    const folder = join(at, 'migrations')
    if (existsSync(join(folder, 'meta/_journal.json'))) return folder
    if (at === dirname(at)) throw new StartRefusal('The folder migrations/ is missing; install the program anew.')
  }
}
