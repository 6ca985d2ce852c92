import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { settingFindings } from '#app/commands/doctor-settings.ts'
import { backupFolder, type Config, hasAutomaticBackups, InvalidSettingsError, readConfig } from '#app/config.ts'
import { readSettingsFile, runCommand } from '#app/process.ts'
import { databaseOptionsOf, filesOnDiskOf } from '#app/storage.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { backupFindings, recoveryFindings, restoreFindings } from '#server/doctor/backups.ts'
import { clockFindings } from '#server/doctor/clock.ts'
import { pgliteFindings, postgresFindings } from '#server/doctor/database.ts'
import { s3Findings, smtpFindings, stripeFindings } from '#server/doctor/external-services.ts'
import { type Finding, failureFinding, okFinding, runDoctorCheck } from '#server/doctor/finding.ts'
import { folderFindings } from '#server/doctor/folder.ts'
import type { ConfiguredKeys, Keys } from '#server/doctor/keys.ts'
import { readSecrets, weakKeyFiles } from '#server/secrets.ts'
import { sites } from '#sites/index.ts'

const width = 26

/** `npm run doctor [-- --stripe]`: looks at everything that the sites stand on, changes nothing, and says what to do. */
await runCommand(async () => {
  const findings = await allFindings(process.argv.includes('--stripe'))
  console.log(findings.map(lineOf).join('\n'))
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  console.log(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('bad')} bad.`)
  if (count('bad')) process.exitCode = 1
})

async function allFindings(withStripe: boolean): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env, readSettingsFile())
    createSiteRegistry(sites)
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error
    const todo = 'Correct it in the environment or in .env; .env.example says what each setting is for.'
    return error.message.split('\n').map((sentence) => failureFinding('Settings', sentence, todo))
  }
  return [
    okFinding('Settings', 'can all be used'),
    ...settingFindings(config),
    ...(await clockFindings({ now: new Date() })),
    ...(await folderFindings(config.DATA_DIR, filesOnDiskOf(config))),
    ...(await restoreFindings(config.DATA_DIR, databaseOptionsOf(config))),
    ...weakKeyFiles(config.DATA_DIR, config).map(({ message, fix }) => failureFinding('Secrets', message, fix)),
    ...(await databaseFindings(config)),
    ...(await storeFindings(config)),
    ...(config.SMTP_URL ? await smtpFindings(config.SMTP_URL, createSiteRegistry(sites).defaultSite.domain) : []),
    ...(await paymentFindings(config, withStripe)),
    ...(await backupFindingsOf(config)),
    ...(await recoveryFindingsOf(config)),
  ]
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATABASE_POOL: poolSize, DATA_DIR, HOST, PORT } = config
  const refusesOwner = config.NODE_ENV === 'production'
  let keys: ConfiguredKeys = 'unread'
  const unread = await runDoctorCheck(
    'Data keys',
    'Bring back the files in DATA_DIR/secrets from a backup.',
    async () => {
      keys = keysOf(config)
      return []
    },
  )
  if (url) return [...unread, ...(await postgresFindings({ url, ownerUrl, poolSize, keys, refusesOwner }))]
  const here = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (isIPv6(HOST) ? `[${HOST}]` : HOST)
  const running = { address: `http://${here}:${PORT}`, token: config.METRICS_TOKEN }
  return [...unread, ...(await pgliteFindings(`${DATA_DIR}/db`, running, keys))]
}

/** The keys that a start would have; null when it would make them, which is not for the doctor to do. */
function keysOf(config: Config): Keys | null {
  const { APP_SECRET, DATA_KEY, DATA_DIR, DATA_KEYS_LOST: lost, APP_SECRETS_LOST: lostSecrets } = config
  const isKept = (name: string) => existsSync(`${DATA_DIR}/secrets/${name}`)
  if (!(APP_SECRET || isKept('app-secret')) || !(DATA_KEY || isKept('data-key'))) return null
  const { appSecret, dataKeys } = readSecrets(DATA_DIR, config, { mayBeWeak: true })
  const secretId = secretIdOf(createDerivedKeys(appSecret))
  const { websiteIds } = createSiteRegistry(sites)
  return { sealer: createSealer(dataKeys), lost, secretId, lostSecrets, websiteIds }
}

async function storeFindings(config: Config): Promise<Finding[]> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return []
  return s3Findings({ endpoint, bucket, region, accessKeyId, secretAccessKey })
}

function backupFindingsOf(config: Config): Promise<Finding[]> {
  const places = { folder: backupFolder(config), dataDir: config.DATA_DIR }
  return backupFindings({ ...places, byItself: hasAutomaticBackups(config) }, new Date())
}

async function recoveryFindingsOf(config: Config): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl = url, BACKUP_EVERY: every } = config
  if (!ownerUrl) return []
  return recoveryFindings({ url: ownerUrl, folder: backupFolder(config), every }, new Date())
}

async function paymentFindings({ STRIPE_SECRET_KEY: key }: Config, withStripe: boolean): Promise<Finding[]> {
  if (!key) return []
  return withStripe
    ? stripeFindings(key)
    : [okFinding('Payments', 'Stripe, which was not asked (npm run doctor -- --stripe)')]
}

function lineOf({ state, subject, message, fix }: Finding): string {
  const line = `${state.padEnd(5)} ${subject.padEnd(width)} ${message}`
  return fix ? `${line}\n${' '.repeat(width + 7)}→ ${fix}` : line
}
