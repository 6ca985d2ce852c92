import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { grants } from '#server/db/grants.ts'
import { roles } from '#server/db/roles.ts'
import { StartRefusal } from '#server/db/start-refusal.ts'

/** A connection that may change the tables themselves. */
export type Owner = {
  run: (statements: string) => Promise<unknown>
  rows: <R>(query: string) => Promise<R[]>
}

/** Whom the process logs in as; made when it does not exist yet. */
export type Login = { name: string; password?: string | undefined }

const lock = 7_270_011

/**
 * Roles, tables and rights, in one transaction: done as a whole or not at all, and once, however many processes start
 * together. Policies live in the migrations, rights are read off them each time.
 */
export async function bringUpToDate(owner: Owner, login: Login): Promise<void> {
  await owner.run('begin')
  try {
    await owner.run(`select pg_advisory_xact_lock(${lock})`)
    await owner.run(makeRoles(login))
    await owner.run(makeJournal)
    await applyMigrations(owner)
    await owner.run(grants)
    await owner.run('commit')
  } catch (error) {
    await owner.run('rollback').catch(() => {})
    throw error
  }
}

async function applyMigrations(owner: Owner): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  const [last] = await owner.rows<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations having count(*) > 0',
  )
  const reached = last ? Number(last.at) : -1
  if (reached > (known.at(-1)?.folderMillis ?? -1))
    throw new StartRefusal(
      'The database was written by a newer version of this program; start that version, or restore an older backup.',
    )
  for (const { sql, hash, folderMillis } of known.filter((migration) => migration.folderMillis > reached)) {
    await owner.run(sql.join('\n'))
    await owner.run(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values (${escapeLiteral(hash)}, ${folderMillis})`,
    )
  }
}

/** The journal that drizzle-kit knows too. */
const makeJournal = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/**
 * Roles belong to the whole server, so another database may have made them. The login may become each role but has
 * none of their rights by itself; what it owns is the schema of the jobs.
 */
function makeRoles({ name, password }: Login): string {
  const login = escapeIdentifier(name)
  const secret = password ? `password ${escapeLiteral(password)}` : ''
  return `
do $roles$
declare
  wanted text;
  owner constant name := current_user;
  separate constant boolean := current_user <> ${escapeLiteral(name)};
  becoming constant text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  foreach wanted in array array[${roles.map(escapeLiteral).join(', ')}] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        -- Made at the same moment for another database of this server.
      end;
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = ${escapeLiteral(name)}) then
    create role ${login} login noinherit ${secret};
  end if;
  if exists (select from pg_roles where rolname = ${escapeLiteral(name)} and rolinherit) then
    alter role ${login} noinherit;
  end if;
  foreach wanted in array array[${roles.map(escapeLiteral).join(', ')}] loop
    if not pg_has_role(${escapeLiteral(name)}, wanted, becoming) then
      execute format('grant %I to ${login}', wanted);
    end if;
  end loop;
  if not exists (select from pg_namespace where nspname = 'pgboss') then
    if separate and not (select rolsuper from pg_roles where rolname = owner) then
      execute format('grant ${login} to %I', owner);
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
