import { parseArgs } from 'node:util'
import { type Config, readConfig, siteOrigin } from '#app/config.ts'
import { readSettingsFile, runCommand } from '#app/process.ts'
import { databaseOptionsOf } from '#app/storage.ts'
import { emailProblem } from '#domain/accounts/email.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { restoreOwner } from '#server/accounts/owner.ts'
import { grantPlatformAccess, listPlatformAccess, revokePlatformAccess } from '#server/accounts/platform-access.ts'
import { requireFinishedRestore } from '#server/backup/restore.ts'
import { verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { DatabaseFolderInUseError } from '#server/db/pglite-files.ts'
import { readHostedSitesAndHosts } from '#server/hosted-sites/registry-updates.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createMailJob } from '#server/mail/mail-job.ts'
import { readSecrets } from '#server/secrets.ts'
import { readSiteWithSettings } from '#server/sites/settings.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { sites as definitions } from '#sites/index.ts'

/** Restores the access of an owner, and grants or revokes platform access. */
const usage = `npm run owner -- restore [email] [--site domain] [--reset]
  Gives OWNER_EMAIL, or the email address that is named, access to every site, or to one, as its first administrator.
  --reset also makes a new password and switches two-factor authentication off.
npm run owner -- platform list
npm run owner -- platform grant [email]
npm run owner -- platform revoke [email]
  Platform access is for creating, suspending and deleting websites in the admin area. It opens none of them.`

await runCommand(async () => {
  const request = readArguments()
  const config = readConfig(process.env, readSettingsFile())
  const email = request.email ?? config.OWNER_EMAIL
  if (emailProblem(email)) throw new OperatorError(`${email} is no email address.\n${usage}`)
  const registry = createSiteRegistry(definitions)
  // Keys are made by a first start: without them this is not the place where the sites run.
  readSecrets(config.DATA_DIR, config, { mayCreate: false, mayBeWeak: true })
  prepareDataFolder(config.DATA_DIR)
  await requireFinishedRestore(config.DATA_DIR, databaseOptionsOf(config))
  const database = await openUnlessInUse(config)
  try {
    await syncWebsites(database, registry.inFolders)
    registry.serve(await readHostedSitesAndHosts(database, registry.defaultSite.siteId))
    const { all } = registry
    const chosen = selectSites(all, request.site)
    if (request.command === 'restore') await restore(database, config, { email, reset: request.reset, all, chosen })
    else await changePlatformAccess(database, registry.defaultSite, request.command, email)
  } finally {
    await database.close()
  }
})

type PlatformCommand = 'list' | 'grant' | 'revoke'
type Request = { command: 'restore' | PlatformCommand; email?: string; site?: string; reset: boolean }

function readArguments(): Request {
  try {
    const options = { site: { type: 'string' }, reset: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [first, ...rest] = positionals
    const [command, email, ...more] = first === 'platform' ? rest : positionals
    const isKnown =
      first === 'platform'
        ? (command === 'list' && email === undefined) || command === 'grant' || command === 'revoke'
        : command === 'restore'
    const hasOptions = values.site !== undefined || values.reset
    if (!isKnown || more.length || (first === 'platform' && hasOptions)) throw new Error('no such command')
    return { ...values, command: command as Request['command'], ...(email !== undefined && { email }) }
  } catch {
    throw new OperatorError(usage)
  }
}

function selectSites(all: readonly Site[], domain: string | undefined): readonly Site[] {
  if (domain === undefined) return all
  const chosen = all.filter((site) => site.domain === domain || site.hosts.includes(domain))
  if (chosen.length) return chosen
  throw new OperatorError(`There is no site ${domain}: ${all.map((site) => site.domain).join(', ')}.`)
}

/** Accounts belong to no website, so any website will do for the transaction. */
async function changePlatformAccess(database: Database, site: Site, command: PlatformCommand, email: string) {
  const people = await inSite(database, { websiteId: site.siteId, role: 'auth_service' }, async (tx) => {
    const isDone =
      command === 'list' ||
      (command === 'grant' ? await grantPlatformAccess(tx, email, new Date()) : await revokePlatformAccess(tx, email))
    if (!isDone)
      throw new OperatorError(
        command === 'grant'
          ? `Nobody has an account with ${email}. Invite them to a website first, then run this again.`
          : `${email} has no platform access.`,
      )
    return listPlatformAccess(tx)
  })
  if (!people.length) console.log('Nobody has platform access.')
  for (const person of people)
    console.log(`${person.email} has platform access since ${person.grantedAt.toISOString().slice(0, 10)}.`)
}

async function openUnlessInUse(config: Config): Promise<Database> {
  try {
    return await openDatabase(databaseOptionsOf(config))
  } catch (error) {
    if (!(error instanceof DatabaseFolderInUseError)) throw error
    throw new OperatorError(
      'Stagedoor is running on its embedded database, which no other process can open. Stop it, run this again, and start it.',
    )
  }
}

type OwnerCommand = { email: string; reset: boolean; all: readonly Site[]; chosen: readonly Site[] }

async function restore(database: Database, config: Config, { email, reset, all, chosen }: OwnerCommand): Promise<void> {
  const sealer = createSealer(readSecrets(config.DATA_DIR, config, { mayBeWeak: true }).dataKeys)
  const siteIds = all.map(({ siteId }) => siteId)
  await verifyAndRecordDataKey(database, siteIds, sealer, config.DATA_KEYS_LOST)
  // The mails are handed in here and sent by the process that works on jobs, now or at its next start.
  const { job } = createMailJob(database, {
    sealer,
    transport: { deliver: () => Promise.reject(new Error('This process sends no mail.')) },
    senderOf: async () => null,
    clock: () => new Date(),
    report: () => {},
  })
  const jobs = await startJobs(database, { jobs: [job], work: false, report: (error) => console.error(error) })
  try {
    const current = await Promise.all(
      chosen.map((site) =>
        inSite(database, { websiteId: site.siteId, role: 'worker' }, (tx) => readSiteWithSettings(tx, site)),
      ),
    )
    const sites = current.map((site) => ({
      siteId: site.siteId,
      name: site.name,
      locale: site.locale,
      origin: siteOrigin(site, config),
      passwords: site.security.passwordRequirements,
    }))
    const { password, ...owner } = await restoreOwner(database, sites, { email, reset }, new Date())
    console.log(`${owner.email} has access to ${sites.map(({ name }) => name).join(', ')}, as the first administrator.`)
    console.log('All their sessions have ended, and every administrator gets a mail about it.')
    if (password) console.log(`They sign in with the password ${password}`)
    else console.log('They sign in with their own password, or ask for a new one with “Forgot your password?”.')
    console.log(`Then look at who else has access: ${sites[0]!.origin}/admin/settings?tab=people`)
  } finally {
    await jobs.stop()
  }
}
