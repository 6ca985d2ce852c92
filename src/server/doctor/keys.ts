import type { Sealer } from '#server/crypto/sealer.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'
import { askEachSite, tableExists } from '#server/doctor/each-site.ts'
import { type Finding, failureFinding, okFinding, runDoctorCheck } from '#server/doctor/finding.ts'
import { hostedSiteIds } from '#server/doctor/hosted-sites.ts'

export type Keys = {
  sealer: Pick<Sealer, 'hasKey'>
  lost: readonly string[]
  secretId: string
  lostSecrets: readonly string[]
  /** The websites of `sites/`. */
  websiteIds: readonly string[]
}

/** Null: the next start would create them. `unread`: they cannot be read, which another finding reports. */
export type ConfiguredKeys = Keys | null | 'unread'

const dataKeys = 'Data keys'
const appSecret = 'App secret'
const bringBack = 'Set APP_SECRET and DATA_KEY, or bring back DATA_DIR/secrets from a backup; look in keys.json there.'

/** Checks that every key in use is configured, and that APP_SECRET is the one that the database was written with. */
export async function keyFindings(owner: OwnerConnection, keys: ConfiguredKeys): Promise<Finding[]> {
  if (keys === 'unread') return []
  // The first start creates this table.
  if (!keys) return (await tableExists(owner, 'websites')) ? [noneHere(dataKeys), noneHere(appSecret)] : []
  const inUse = (table: string, column: string) => idsOf(owner, keys.websiteIds, table, column)
  return [
    ...(await runDoctorCheck(dataKeys, mayNotSee, async () =>
      dataKeyFindings(await inUse('data_keys', 'key_id'), keys),
    )),
    ...(await runDoctorCheck(appSecret, mayNotSee, async () =>
      secretFindings(await inUse('app_secrets', 'secret_id'), keys),
    )),
  ]
}

/** Findings from the process that has the embedded database open; it compared its keys at its start. */
export function processKeyFindings(
  running: { dataKey: string; appSecret: string } | null,
  keys: ConfiguredKeys,
): Finding[] {
  if (keys === 'unread') return []
  if (!keys) return [noneHere(dataKeys), noneHere(appSecret)]
  if (!running)
    return [dataKeys, appSecret].map((subject) =>
      failureFinding(subject, 'the running process does not report its key', askIt),
    )
  const isSame = (subject: string, same: boolean) =>
    same
      ? okFinding(subject, 'the one of the running process, which has compared it with the database')
      : failureFinding(subject, 'the running process has another one, and the next start would be refused', bringBack)
  return [isSame(dataKeys, keys.sealer.hasKey(running.dataKey)), isSame(appSecret, running.appSecret === keys.secretId)]
}

const askIt = 'Run this with the PORT of the process and, unless HOST is 127.0.0.1, its METRICS_TOKEN.'
const mayNotSee = 'Make sure that DATABASE_URL is the user that the sites run as; the next start gives it its rights.'
const noneHere = (subject: string) =>
  failureFinding(subject, 'none is here, and the database was written with one', bringBack)

function dataKeyFindings(inUse: string[], { sealer, lost }: Keys): Finding[] {
  const subject = dataKeys
  const missing = inUse.filter((id) => !sealer.hasKey(id) && !lost.includes(id))
  if (!missing.length)
    return [okFinding(subject, inUse.length ? `${inUse.length} in use, all of them known` : 'none is in use yet')]
  const fix =
    'Bring back DATA_KEY or DATA_DIR/secrets/data-key as it was, or put that key into DATA_KEYS_OLD; look in the backups (keys.json). If it is gone for good, DATA_KEYS_LOST.'
  return [failureFinding(subject, `values are sealed with a key that is missing here (${missing.join(', ')})`, fix)]
}

function secretFindings(inUse: string[], { secretId, lostSecrets }: Keys): Finding[] {
  const subject = appSecret
  const others = inUse.filter((id) => id !== secretId && !lostSecrets.includes(id))
  if (!others.length)
    return [okFinding(subject, inUse.length ? 'the one that the database was written with' : 'the next start notes it')]
  const fix =
    'Bring back APP_SECRET or DATA_DIR/secrets/app-secret as it was; look in the backups (keys.json). If it is gone for good, APP_SECRETS_LOST.'
  return [failureFinding(subject, `the database was written with another one (${others.join(', ')})`, fix)]
}

/** The key ids of all websites; none before the table exists. Table and column must be constants. */
async function idsOf(
  owner: OwnerConnection,
  inFolders: readonly string[],
  table: string,
  column: string,
): Promise<string[]> {
  if (!(await tableExists(owner, table))) return []
  const websiteIds = [...inFolders, ...(await hostedSiteIds(owner))]
  const answers = await askEachSite(owner, { websiteIds, role: 'worker' }, `select ${column} from ${table}`)
  return [...new Set(answers.map(({ answer }) => answer))]
}
