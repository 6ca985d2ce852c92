import { readConfig } from '#app/config.ts'
import { databaseOf } from '#app/database.ts'
import { runCommand, settingsFile } from '#app/process.ts'
import { storeOf } from '#app/store.ts'
import { Explained } from '#domain/explained.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { prepareDataFolder } from '#server/data-folder.ts'

/** `npm run restore -- file.zip`: what a backup holds, into an empty place. */
await runCommand(async () => {
  const [path] = process.argv.slice(2)
  if (!path) throw new Explained('Which backup? npm run restore -- path/to/backup.zip')
  const config = readConfig(process.env, settingsFile())
  prepareDataFolder(config.DATA_DIR)
  const { madeAt, tables } = await restoreBackup(
    { dataDir: config.DATA_DIR, database: databaseOf(config), store: storeOf(config), given: config },
    path,
  )
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored as of ${madeAt}: ${rows} rows, held against the backup one by one, and all files. Start with npm start.`,
  )
})
