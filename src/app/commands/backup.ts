import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { backupFolder, readConfig } from '#app/config.ts'
import { readSettingsFile, runCommand } from '#app/process.ts'
import { databaseOptionsOf, openStoreForCommand } from '#app/storage.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { megabytesText } from '#domain/ui/transfer-speed.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { makeBackup } from '#server/backup/full-backup.ts'
import { exitOnSignal } from '#server/backup/temporary-files.ts'
import { diskSpaceOf } from '#server/data-folder.ts'
import { encodeSecrets, readSecrets } from '#server/secrets.ts'
import { testDiskSpace } from '#server/test-mode.ts'
import { sites } from '#sites/index.ts'

/**
 * `npm run backup [-- file.zip] [-- --site id]`: database, files and keys in one archive, while the sites run; `--site`
 * limits it to one website.
 */
await runCommand(async () => {
  exitOnSignal()
  const config = readConfig(process.env, readSettingsFile())
  const { DATA_DIR: dataDir, BACKUP_KEEP: max } = config
  const folder = backupFolder(config)
  const now = new Date()
  const backups = openBackupFolder(folder)
  const { values, positionals } = parseArgs({ options: { site: { type: 'string' } }, allowPositionals: true })
  const [requestedPath] = positionals
  const path = requestedPath ?? (values.site ? backups.pathForSite(values.site, now) : backups.pathFor(now))
  const { tables, entries } = await makeBackup(
    {
      dataDir,
      now,
      database: databaseOptionsOf(config),
      store: openStoreForCommand(config),
      keys: encodeSecrets(readSecrets(dataDir, config, { mayCreate: false, mayBeWeak: true })),
      lost: { dataKeys: config.DATA_KEYS_LOST, appSecrets: config.APP_SECRETS_LOST },
      diskSpaceOf: async (place) => testDiskSpace() ?? diskSpaceOf(place),
      websiteIds: createSiteRegistry(sites).websiteIds,
      ...(values.site && { onlySite: values.site }),
    },
    path,
  )
  if (!requestedPath && !values.site && max) await backups.thinOut(max, now)
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const files = entries.filter(({ name }) => name.startsWith('files/')).length
  console.log(`${path} holds ${rows} rows, ${files} files and the keys, ${megabytesText(statSync(path).size)}; it was read again and is whole.
Keep it where only you can read it: it holds the keys that decrypt everything in it.`)
})
