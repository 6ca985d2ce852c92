import { existsSync, readdirSync } from 'node:fs'
import { type OwnerConnection, pendingMigrations } from '#server/db/migrations.ts'
import { openPgliteAsOwner } from '#server/db/pglite.ts'
import { DatabaseFolderInUseError } from '#server/db/pglite-files.ts'
import { loginOf, openPostgresAsOwner, processesWithin, tableOwnerReachableBy } from '#server/db/postgres.ts'
import {
  clockOffsetFinding,
  type Finding,
  failureFinding,
  okFinding,
  rootCauseMessage,
  runDoctorCheck,
  warningFinding,
} from '#server/doctor/finding.ts'
import { hostedSiteFindings } from '#server/doctor/hosted-sites.ts'
import { jobFindings, workerFindings } from '#server/doctor/jobs.ts'
import { type ConfiguredKeys, keyFindings } from '#server/doctor/keys.ts'
import { processFindings } from '#server/doctor/running-process.ts'
import { isOwnedByProcess } from '#server/platform.ts'

const databaseSubject = 'Database'
const migrationsSubject = 'Migrations'
const oldestPostgres = 15

type Postgres = {
  url: string
  ownerUrl: string | undefined
  poolSize: number
  keys: ConfiguredKeys
  /** Whether a start would refuse a role that owns the tables. */
  refusesOwner?: boolean
}

/** Checks PostgreSQL as the login of the process and as the owner. Changes nothing. */
export async function postgresFindings({
  url,
  ownerUrl,
  poolSize,
  keys,
  refusesOwner = false,
}: Postgres): Promise<Finding[]> {
  const fix =
    'Start PostgreSQL, or correct DATABASE_URL and DATABASE_OWNER_URL; the user of DATABASE_URL is made by the first start.'
  return runDoctorCheck(databaseSubject, fix, async () => {
    const owner = await openPostgresAsOwner(ownerUrl ?? url, 3_000)
    try {
      const login = loginOf(url).name
      return [
        ...(await versionFindings(owner, poolSize)),
        await clockOf(owner),
        ...(await roleFindings(owner, login, { isSeparate: ownerUrl !== undefined, refusesOwner })),
        await stepFinding(owner),
        ...((await isLogin(owner, login)) ? await asLogin(url, keys) : await keyFindings(owner, keys)),
      ]
    } finally {
      await owner.close()
    }
  })
}

async function versionFindings(owner: OwnerConnection, poolSize: number): Promise<Finding[]> {
  const [found] = await owner.rows<{ version: string; number: number; most: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('max_connections')::int as most`,
  )
  const { version, number, most } = found!
  const message = `PostgreSQL ${/^[\d.]+/.exec(version)?.[0] ?? version}`
  if (number < oldestPostgres * 10_000)
    return [
      failureFinding(
        databaseSubject,
        `${message} is too old`,
        `Stagedoor needs PostgreSQL ${oldestPostgres} or later.`,
      ),
    ]
  const processes = processesWithin(most, poolSize)
  const room = `${message}, with connections for ${processes} processes`
  return processes > 0
    ? [okFinding(databaseSubject, room)]
    : [
        failureFinding(
          databaseSubject,
          `${message} allows ${most} connections`,
          'Raise max_connections, or lower DATABASE_POOL.',
        ),
      ]
}

async function clockOf(owner: OwnerConnection): Promise<Finding> {
  const before = Date.now()
  const [found] = await owner.rows<{ now: string }>('select clock_timestamp()::text as now')
  return clockOffsetFinding('Clock of the database', new Date(found!.now), [before, Date.now()])
}

async function isLogin(owner: OwnerConnection, login: string): Promise<boolean> {
  return (await owner.rows('select from pg_roles where rolname = $1', [login])).length > 0
}

type Roles = { isSeparate: boolean; refusesOwner: boolean }

async function roleFindings(
  owner: OwnerConnection,
  login: string,
  { isSeparate, refusesOwner }: Roles,
): Promise<Finding[]> {
  const subject = 'Database roles'
  const another =
    'Keep that user for DATABASE_OWNER_URL, and give DATABASE_URL another user and password, which is then made.'
  const [role] = await owner.rows<{ unbound: boolean }>(
    'select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1',
    [login],
  )
  if (!role) return [okFinding(subject, `"${login}" will be made by the first start`)]
  if (role.unbound)
    return [failureFinding(subject, `row-level security does not bind "${login}" of DATABASE_URL`, another)]
  const behind = await tableOwnerReachableBy(owner.rows, login)
  if (behind !== null) {
    const owns = behind === login ? 'owns the tables' : `may become "${behind}", who owns the tables`
    const found = refusesOwner ? failureFinding : warningFinding
    return [
      found(subject, `"${login}" of DATABASE_URL ${owns}, so a mistake in the program could change them`, another),
    ]
  }
  return [
    okFinding(subject, `"${login}" is bound by row-level security and owns no table`),
    ...(isSeparate ? await backupFinding(owner) : []),
  ]
}

async function backupFinding(owner: OwnerConnection): Promise<Finding[]> {
  const [own] = await owner.rows<{ name: string; free: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (own!.free) return []
  const fix = `As a superuser: alter role "${own!.name}" bypassrls; as pg_dump would need it too.`
  return [failureFinding('Database roles', `"${own!.name}" of DATABASE_OWNER_URL cannot make backups`, fix)]
}

async function stepFinding(owner: OwnerConnection): Promise<Finding> {
  const [schema] = await owner.rows<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!schema!.there) return okFinding(migrationsSubject, 'the database is empty; the first start fills it')
  const pending = await pendingMigrations(owner)
  if (pending === null)
    return failureFinding(
      migrationsSubject,
      'the database was written by a newer version of this program',
      'Start that version, or restore an older backup into another database.',
    )
  if (pending === 0) return okFinding(migrationsSubject, 'the tables are those of this version')
  return warningFinding(
    migrationsSubject,
    pending === 1 ? '1 migration has not run yet' : `${pending} migrations have not run yet`,
    `The next start runs ${pending === 1 ? 'it' : 'them'} once, before it answers requests.`,
  )
}

const mayNotSee = 'Make sure that DATABASE_URL is the user that the sites run as; the next start gives it its rights.'

/** As the process itself is let in, and sees it. */
async function asLogin(url: string, keys: ConfiguredKeys): Promise<Finding[]> {
  const login = await openPostgresAsOwner(url, 3_000)
  try {
    return [
      ...(await keyFindings(login, keys)),
      ...(await runDoctorCheck('Websites', mayNotSee, () => hostedSiteFindings(login, new Date()))),
      ...(await runDoctorCheck('Background jobs', mayNotSee, () => jobFindings(login))),
      ...(await runDoctorCheck('Worker', mayNotSee, () => workerFindings(login))),
    ]
  } finally {
    await login.close()
  }
}

/** The embedded database, which only one process can open: when that is another one, it is asked instead. */
export async function pgliteFindings(
  folder: string,
  running: RunningAddress,
  keys: ConfiguredKeys,
): Promise<Finding[]> {
  if (!existsSync(folder) || readdirSync(folder).length === 0)
    return [okFinding(databaseSubject, 'embedded; the first start makes it')]
  // Opening writes files beside it. Files written by root would be out of reach for the service's user.
  if (!isOwnedByProcess(folder))
    return [
      failureFinding(
        databaseSubject,
        `embedded, and ${folder} belongs to another user`,
        'Run this as the user who runs Stagedoor.',
      ),
    ]
  try {
    const owner = await openPgliteAsOwner(folder)
    try {
      return [
        okFinding(databaseSubject, `embedded, in ${folder}, and no process has it open`),
        await stepFinding(owner),
        ...(await keyFindings(owner, keys)),
        ...(await hostedSiteFindings(owner, new Date())),
        ...(await jobFindings(owner)),
      ]
    } finally {
      await owner.close()
    }
  } catch (error) {
    if (error instanceof DatabaseFolderInUseError) return askProcess(running, keys)
    return [
      failureFinding(
        databaseSubject,
        rootCauseMessage(error),
        'Restore the last backup into an empty DATA_DIR: npm run restore -- file.zip',
      ),
    ]
  }
}

/** The address of the process that has the embedded database open, and the token for its metrics. */
type RunningAddress = { address: string; token: string | undefined }

async function askProcess({ address, token }: RunningAddress, keys: ConfiguredKeys): Promise<Finding[]> {
  const message = 'embedded, and open in a running process, so this command cannot look into it'
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (answer?.ok)
    return [
      okFinding(databaseSubject, `${message}; that process says that it is ready`),
      okFinding(migrationsSubject, 'those of the version that runs are done; of a newer one the next start does them'),
      ...(await processFindings({ address, token }, keys)),
    ]
  const state = answer ? `says: ${(await answer.text()).slice(0, 100)}` : `does not answer at ${address}/readyz`
  return [
    failureFinding(
      databaseSubject,
      `${message}, and that process ${state}`,
      'Look at its log. If it listens elsewhere, run this with its PORT.',
    ),
  ]
}
