import { createProgressBar } from '#app/commands/progress-bar.ts'
import { type Config, readConfig } from '#app/config.ts'
import { readSettingsFile, runCommand } from '#app/process.ts'
import { databaseOptionsOf } from '#app/storage.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { requireFinishedRestore } from '#server/backup/restore.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { DatabaseFolderInUseError } from '#server/db/pglite-files.ts'
import { readHostedSitesAndHosts } from '#server/hosted-sites/registry-updates.ts'
import { describeRewrapResult, readDataKeyIdsInUse, rewrapAll } from '#server/privacy/rewrap.ts'
import { describeOldKeysLocation, oldKeysFile, readKeyState, readSecrets, renewDataKey } from '#server/secrets.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { sites as definitions } from '#sites/index.ts'

/** `npm run keys:rotate`: every sealed value under a new data key. May be stopped at any time, and run again. */
const sites = createSiteRegistry(definitions)

const restartAll = 'Restart every process of Stagedoor, so that all know the new key; then run this again.'
const restartHint =
  'Restart it: from then on it puts everything under the new key by itself, while it runs, and its log says how far it has come.'

await runCommand(async () => {
  const config = readConfig(process.env, readSettingsFile())
  prepareDataFolder(config.DATA_DIR)
  await requireFinishedRestore(config.DATA_DIR, databaseOptionsOf(config))
  const database = await openUnlessInUse(config)
  if (database) await rotate(database, config).finally(database.close)
})

async function openUnlessInUse(config: Config): Promise<Database | null> {
  try {
    return await openDatabase(databaseOptionsOf(config))
  } catch (error) {
    if (!(error instanceof DatabaseFolderInUseError)) throw error
    renewKeyBesideServer(config)
    return null
  }
}

/** Which keys are in use only the process itself can say, and it has left word of it. */
function renewKeyBesideServer(config: Config): void {
  console.log('Stagedoor is running on its embedded database, which no other process can open.')
  const { currentKey } = sealerOf(config)
  const state = readKeyState(config.DATA_DIR)
  if (state && state.keyId !== currentKey)
    console.log(`It does not know the data key ${currentKey} yet, so no other one is made.\n${restartHint}`)
  else if (state?.isEverywhere === false)
    console.log(
      `It puts everything under the data key ${currentKey} already: its log says how far it has come, and what it cannot read.`,
    )
  else if (config.DATA_KEY) printInstructions(restartHint)
  else {
    generateDataKey(config)
    console.log(restartHint)
  }
}

async function rotate(database: Database, config: Config): Promise<void> {
  await syncWebsites(database, sites.inFolders)
  sites.serve(await readHostedSitesAndHosts(database, sites.defaultSite.siteId))
  const { websiteIds } = sites
  const inUse = await readDataKeyIdsInUse({ database, websiteIds })
  const isAlone = database.engine === 'pglite'
  const begun = sealerOf(config)
  const others = [...inUse].filter((id) => id !== begun.currentKey)
  if (!others.length) {
    if (config.DATA_KEY) return printInstructions(restartAll)
    generateDataKey(config)
    if (!isAlone) return console.log(restartAll)
  } else if (!isAlone && !inUse.has(begun.currentKey)) return console.log(restartAll)
  const sealer = sealerOf(config)
  await verifyAndRecordDataKey(database, websiteIds, sealer, config.DATA_KEYS_LOST)
  const rewrapped = await rewrapAll({ database, websiteIds, sealer }, { onProgress: createProgressBar() })
  console.log(`${rewrapped.done} values were put under the data key ${sealer.currentKey}.`)
  const words = describeRewrapResult(rewrapped, describeOldKeysLocation(config))
  if (rewrapped.isComplete) return console.log(words)
  process.exitCode = 1
  console.error(words)
}

function sealerOf(config: Config) {
  return createSealer(readSecrets(config.DATA_DIR, config, { mayBeWeak: true }).dataKeys)
}

function generateDataKey({ DATA_DIR }: Config): void {
  renewDataKey(DATA_DIR)
  console.log(`A new data key was made in ${DATA_DIR}/secrets; the one before it is kept beside it, in ${oldKeysFile}.`)
}

function printInstructions(then: string): void {
  console.log(`Everything is sealed with the data key of DATA_KEY. For another one, make it with
  openssl rand -base64 32
and set DATA_KEY to it and DATA_KEYS_OLD to the one before it.
${then}`)
}
