import { backupFolder, type Config } from '#app/config.ts'
import type { Logger } from '#app/log.ts'
import type { Payments } from '#app/payments.ts'
import { backUpRegularly } from '#app/regular-backups.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import { cleanupEveryMs } from '#domain/uploads/limits.ts'
import { makeHourlyBackup } from '#server/backup/hourly.ts'
import { watchForCopyRequests } from '#server/backup/snapshot.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { diskSpaceOf } from '#server/data-folder.ts'
import type { Database } from '#server/db/database.ts'
import { sitesWith } from '#server/db/each-site.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import { startRewrapInBackground } from '#server/privacy/background-rewrap.ts'
import { describeOldKeysLocation, encodeSecrets, type Secrets, writeKeyState } from '#server/secrets.ts'
import { testDiskSpace } from '#server/test-mode.ts'
import { abandonedUploadsSql, sweepUploads } from '#server/uploads/sweep.ts'

export type BackgroundDeps = {
  config: Config
  environment: Record<string, string | undefined>
  log: Logger
  clock: () => Date
  database: Database
  sites: Pick<SiteRegistry, 'websiteIds'>
  files: PictureUploadDeps
  secrets: Secrets
  sealer: Sealer
  payments: Pick<Payments, 'watch'>
}

/** What a process does at intervals besides the job queue: sweeps, payment checks, key rotation, backups. */
export function startBackgroundWork(deps: BackgroundDeps): { stop: () => Promise<void> } {
  const { config, log, clock, database, sites, files, secrets, sealer, payments } = deps
  const sweeping = setInterval(() => {
    files.receiver.sweep(clock()).catch((error) => log.warn({ err: error }, 'failed to sweep partial uploads'))
  }, 3_600_000).unref()
  const uploads = sweepUploadsRegularly({
    works: config.WORKER,
    sitesWithAbandoned: () =>
      sitesWith(database, { websiteIds: sites.websiteIds, role: 'worker' }, abandonedUploadsSql(clock())),
    sweep: (websiteId) => sweepUploads({ database, store: files.store }, websiteId, clock()),
    log,
  })
  const stopPayments = config.WORKER ? payments.watch() : () => {}
  const rewrapping = startRewrapInBackground(
    { database, websiteIds: sites.websiteIds, sealer },
    {
      hasOldKeys: Boolean(secrets.dataKeys.old?.length),
      oldKeys: describeOldKeysLocation(config),
      note: (isEverywhere) => writeKeyState(config.DATA_DIR, { keyId: sealer.currentKey, isEverywhere }),
      log,
    },
  )
  const copies =
    database.copyTo &&
    watchForCopyRequests(config.DATA_DIR, database.copyTo, (error) =>
      log.warn({ err: error }, 'failed to copy the database'),
    )
  const backups = startBackups(deps)
  return {
    stop: async () => {
      clearInterval(sweeping)
      uploads.stop()
      await backups?.stop()
      await copies?.stop()
      stopPayments()
      await rewrapping.stop()
    },
  }
}

/** Null where the database is backed up by other means, or no backup is to be kept. */
function startBackups({ config, environment, log, database, sites, files, secrets }: BackgroundDeps) {
  const { holdRows } = database
  if (!holdRows || !config.BACKUP_KEEP) return null
  const folder = backupFolder(config)
  return backUpRegularly({
    folder,
    environment,
    max: config.BACKUP_KEEP,
    makeHourly: (now, signal) =>
      makeHourlyBackup({
        dataDir: config.DATA_DIR,
        folder,
        databaseFolder: `${config.DATA_DIR}/db`,
        database: { holdRows },
        store: files.store,
        websiteIds: sites.websiteIds,
        now,
        signal,
        keys: encodeSecrets(secrets),
        lost: { dataKeys: config.DATA_KEYS_LOST, appSecrets: config.APP_SECRETS_LOST },
        diskSpaceOf: async (place) => testDiskSpace() ?? diskSpaceOf(place),
      }),
    log,
  })
}

type SweepOptions = {
  /** Whether this process runs background jobs. */
  works: boolean
  sitesWithAbandoned: () => Promise<Iterable<string>>
  sweep: (websiteId: string) => Promise<void>
  log: { warn: (facts: object, words: string) => void }
}

/**
 * Deletes abandoned uploads, one website after another; a failure on one does not stop the others. A process that only
 * serves pages leaves this to the workers, so that looking at a restored backup deletes nothing.
 */
export function sweepUploadsRegularly({ works, sitesWithAbandoned, sweep, log }: SweepOptions): { stop: () => void } {
  if (!works) return { stop: () => {} }
  const report = (error: unknown) => log.warn({ err: error }, 'failed to sweep abandoned uploads')
  const timer = setInterval(async () => {
    for (const websiteId of await sitesWithAbandoned().catch(reportAndReturnNone(report)))
      await sweep(websiteId).catch(report)
  }, cleanupEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

const reportAndReturnNone =
  (report: (error: unknown) => void) =>
  (error: unknown): string[] => {
    report(error)
    return []
  }
