import { refuseStaleBuild } from '#app/built-sites.ts'
import { readConfig } from '#app/config.ts'
import { formatStartError, loadEntry, readSettingsFile, runCommand } from '#app/process.ts'
import { databaseOptionsOf, openStoreForCommand } from '#app/storage.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { prepareDataFolder } from '#server/data-folder.ts'

/** `npm run restore -- file.zip`: what a backup holds, into an empty place, and a trial start there. */
await runCommand(async () => {
  const [path] = process.argv.slice(2)
  if (!path) throw new OperatorError('Which backup? npm run restore -- path/to/backup.zip')
  // Before anything is written: the trial start at the end needs it.
  refuseStaleBuild()
  const config = readConfig(process.env, readSettingsFile())
  prepareDataFolder(config.DATA_DIR)
  const { madeAt, tables } = await restoreBackup(
    {
      dataDir: config.DATA_DIR,
      database: databaseOptionsOf(config),
      store: openStoreForCommand(config),
      given: config,
    },
    path,
  )
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored as of ${madeAt}: ${rows} rows, held against the backup one by one, and all files.`)
  await tryStart()
  console.log('A trial start succeeded. Start with npm start.')
})
// Handles that the services opened may outlive `close`, so the process ends itself.
process.exit()

/** Opens all services as a start does and closes them again. Serves no requests, runs no jobs, adds no demo content. */
async function tryStart(): Promise<void> {
  const { createServices } = await loadEntry()
  const quiet = { WORKER: 'off', DEMO: 'off', BACKUP_KEEP: '0', LOG_LEVEL: 'warn' }
  try {
    const services = await createServices({ ...process.env, ...quiet }, readSettingsFile())
    await services.close()
  } catch (error) {
    throw new OperatorError(
      `${formatStartError(error)}\nThe rows and files are restored, but a start fails as said above. Correct that and run npm start; the restore need not be run again.`,
    )
  }
}
