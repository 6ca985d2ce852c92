import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '#app/config.ts'
import { databaseOf } from '#app/database.ts'
import { progressBar } from '#app/progress-bar.ts'
import { isExplained } from '#domain/explained.ts'
import { createRegistry } from '#domain/sites/registry.ts'
import { noteKeysInUse } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { FolderInUse } from '#server/db/folder-lock.ts'
import { keysInUse, rewrapAll } from '#server/privacy/rewrap.ts'
import { oldKeysFile, readSecrets, renewDataKey } from '#server/secrets.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { sites as definitions } from '#sites/index.ts'

/** `npm run keys:rotate`: every sealed value under a new data key. May be stopped at any time, and run again. */
process.chdir(new URL('../..', import.meta.url).pathname)
const sites = createRegistry(definitions)
const websiteIds = sites.all.map(({ siteId }) => siteId)
const settings = existsSync('.env') ? (parseEnv(readFileSync('.env', 'utf8')) as Record<string, string>) : {}

try {
  const config = readConfig(process.env, settings)
  prepareDataFolder(config.DATA_DIR)
  const database = await openUnlessInUse(config)
  if (database) await rotate(database, config).finally(database.close)
} catch (error) {
  console.error(isExplained(error) ? error.message : error)
  process.exitCode = 1
}

async function openUnlessInUse(config: Config): Promise<Database | null> {
  try {
    return await openDatabase(databaseOf(config))
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    if (!config.DATA_KEY) makeNewKey(config)
    const first = config.DATA_KEY
      ? 'Set DATA_KEY to a new key and DATA_KEYS_OLD to the one before it, then restart'
      : 'Restart'
    console.log(`Stagedoor is running on its embedded database, which no other process can open.
${first} it: from then on it puts everything under the new key by itself, while it runs.`)
    return null
  }
}

async function rotate(database: Database, config: Config): Promise<void> {
  await syncWebsites(database, sites.all)
  const inUse = await keysInUse({ database, websiteIds })
  const isAlone = database.engine === 'pglite'
  const begun = sealerOf(config)
  const others = [...inUse].filter((id) => id !== begun.currentKey)
  if (!others.length) {
    if (config.DATA_KEY) return tellHowToBegin()
    makeNewKey(config)
    if (!isAlone) return tellRestart()
  } else if (!isAlone && !inUse.has(begun.currentKey)) return tellRestart()
  const sealer = sealerOf(config)
  await noteKeysInUse(database, websiteIds, sealer, config.DATA_KEYS_LOST)
  const { done, unreadable, isWhole } = await rewrapAll({ database, websiteIds, sealer }, { tell: progressBar() })
  console.log(`${done} values were put under the data key ${sealer.currentKey}.`)
  const old = config.DATA_KEY ? 'DATA_KEYS_OLD' : `${config.DATA_DIR}/secrets/${oldKeysFile}`
  if (isWhole) return console.log(`Nothing here needs ${old} any more; older backups still do.`)
  process.exitCode = 1
  console.error(
    unreadable
      ? `${unreadable} values are damaged or need a key that is lost; they stay as they are, so the old key must stay too. Whoever they belong to is named where they are shown.`
      : 'Values are still being sealed with an old key: some process does not know the new one. Restart it, and run this again.',
  )
}

function sealerOf(config: Config) {
  return createSealer(readSecrets(config.DATA_DIR, config).dataKeys)
}

function makeNewKey({ DATA_DIR }: Config): void {
  renewDataKey(DATA_DIR)
  console.log(`A new data key was made in ${DATA_DIR}/secrets; the one before it is kept beside it, in ${oldKeysFile}.`)
}

function tellRestart(): void {
  console.log('Restart every process of Stagedoor, so that all know the new key; then run this again.')
}

function tellHowToBegin(): void {
  console.log(`Everything is sealed with the data key of DATA_KEY. For another one, make it with
  openssl rand -base64 32
set DATA_KEY to it and DATA_KEYS_OLD to the one before it, restart every process, and run this again.`)
}
