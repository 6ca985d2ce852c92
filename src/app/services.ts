import { createAuthenticator } from '#api/accounts/auth-context.ts'
import type { RequestContext, SiteEnvironment } from '#api/env.ts'
import { startBackgroundWork } from '#app/background-work.ts'
import { type Config, readConfig, siteOrigin } from '#app/config.ts'
import { seedDemoContent } from '#app/demo/demo.ts'
import { type HealthFacts, healthFactsOf } from '#app/health-facts.ts'
import { createLog, type Logger } from '#app/log.ts'
import { createMailSenderLookup } from '#app/mail-sender.ts'
import { printPasswordOnce } from '#app/owner-password.ts'
import { openPayments, type Payments } from '#app/payments.ts'
import { createBackupRunner, createSiteArchiver } from '#app/regular-backups.ts'
import { siteEnvironment } from '#app/site-environment.ts'
import { welcomeText } from '#app/startup-message.ts'
import { databaseOptionsOf, explainS3Errors, filesOnDiskOf, openObjectStore } from '#app/storage.ts'
import type { Actor } from '#domain/actor.ts'
import { createSiteRegistry, type SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthDeps } from '#server/accounts/auth-context.ts'
import { ensureOwner } from '#server/accounts/owner.ts'
import { deriveAccountKeys } from '#server/accounts/tokens.ts'
import { requireFinishedRestore } from '#server/backup/restore.ts'
import { purgeCdnOnInvalidate, setCdn } from '#server/cache/cdn-purge.ts'
import { createSharedCache } from '#server/cache/shared-cache.ts'
import { createSiteCache, type SiteCache } from '#server/cache/site-cache.ts'
import { cdnPurgeJob, enqueueCdnPurge } from '#server/cdn/purge-job.ts'
import { type ContactService, createContactService } from '#server/contact/contact-service.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf, verifyAndRecordAppSecret, verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { diskSpaceOf, prepareDataFolder } from '#server/data-folder.ts'
import type { Database } from '#server/db/database.ts'
import { makeTransactionsReadOnly } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { removeDemoFilesJob } from '#server/demo/remove-files-job.ts'
import { createDiskSpaceGuard } from '#server/files/disk-space.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { deleteSiteFilesJob } from '#server/hosted-sites/delete-job.ts'
import type { HostingDeps } from '#server/hosted-sites/deps.ts'
import { keepSiteRegistryCurrent, readHostedSitesAndHosts } from '#server/hosted-sites/registry-updates.ts'
import { createHousekeepingJobs } from '#server/housekeeping.ts'
import { createImageHelpers } from '#server/images/helper-process.ts'
import { type Images, openImages } from '#server/images/images.ts'
import { createMailLogos, type MailLogos } from '#server/images/mail-logo.ts'
import { createUploadedOriginalFinder } from '#server/images/pictures.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import { createVariantsJob, requestVariants } from '#server/images/variants-job.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { enqueueRegularly } from '#server/jobs/regular.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createMailJob } from '#server/mail/mail-job.ts'
import { type MailFolder, openMailFolder } from '#server/mail/outbox.ts'
import { smtpTransport } from '#server/mail/smtp.ts'
import { createMediaFileFinder, type FindMediaFile } from '#server/media/files.ts'
import { createPreviewClipLookup, type FindClip } from '#server/previews/clips.ts'
import { createPreviewJob } from '#server/previews/preview-job.ts'
import { requestPreview } from '#server/previews/track-previews.ts'
import type { LocalMails } from '#server/privacy/erase.ts'
import { pendingOwnerPassword, readSecrets } from '#server/secrets.ts'
import { publishJob } from '#server/site-editor/publish-job.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { processClock, testDiskSpace, testSetting } from '#server/test-mode.ts'
import type { OnFileStored } from '#server/uploads/complete-upload.ts'
import { readTagsJob } from '#server/uploads/read-tags-job.ts'
import { sites as definitions } from '#sites/index.ts'

/** Everything that lives as long as the process, wired once at its start. */
export type Services = {
  config: Config
  log: Logger
  sites: SiteRegistry
  database: Database
  clock: () => Date
  authenticate: (request: Request, requestContext: RequestContext) => Promise<Actor>
  images: Images
  mailLogos: MailLogos
  files: PictureUploadDeps
  fileArrived: OnFileStored
  /** Makes a whole backup now. */
  backUp: () => Promise<void>
  findMediaFile: FindMediaFile
  findClip: FindClip
  siteEnvironmentOf: (site: Site) => SiteEnvironment
  hosting: HostingDeps
  cache: SiteCache
  accounts: AuthDeps
  contactService: (websiteId: string) => ContactService
  payments: Payments['commerceFor']
  /** A local stand-in for the payment provider when none is configured. */
  sandbox: Payments['sandbox']
  localMails: LocalMails
  /** Holds sent mails when no mail server is configured. */
  outbox: MailFolder | null
  /** Prints the addresses of the sites, once the port is known. */
  welcome: (port: number) => void
  /** Keys, disk and object store, for `/metrics`. */
  healthFacts: HealthFacts
  /** Set when the process is about to end; `/readyz` then answers that it is not ready. */
  isLeaving: boolean
  /** Finishes the running job and takes no other. */
  stopJobs: () => Promise<void>
  close: () => Promise<void>
}

export type StartOptions = {
  /** False for a process that never prints a welcome; it prints the owner's password at once. */
  hasWelcome?: boolean
  /** Called with the settings before anything is opened. An error it throws ends the start. */
  beforeOpening?: (config: Config) => Promise<void>
  /** Called with the name of each step that takes long. */
  progress?: (step: string) => void
  /** The port that the process listens on already; it differs from the setting when that is 0. */
  port?: number
}

/** Opens everything in the order in which it depends on each other. `close` undoes it in reverse. */
export async function createServices(
  environment: Record<string, string | undefined>,
  settingsFile: Record<string, string> = {},
  { hasWelcome = true, beforeOpening, progress = () => {}, port: openPort }: StartOptions = {},
): Promise<Services> {
  const config = readConfig(environment, settingsFile)
  await beforeOpening?.(config)
  const core = await openCore(config)
  const { sites, log, clock, sealer, keys, accounts } = core
  const files = openFiles(core)
  const siteImages = await openSiteImages(core, files)
  const environments = new Map(sites.inFolders.map((site) => [site.folder, siteEnvironment(site, siteImages, config)]))
  progress('Opening the database…')
  const database = await openCheckedDatabase(core)
  const images = withUploads(siteImages, createUploadedOriginalFinder(database, files.store))
  let port = openPort ?? config.PORT
  const originOf = (site: Site) => siteOrigin(site, { ...config, PORT: port })
  const mailLogos = createMailLogos(keys)
  const mail = openMail(core, { database, images, mailLogos, originOf })
  const logWarning = (error: unknown, words: string) => log.warn({ err: error }, words)
  const ownCache = createSiteCache()
  const reloadSites = keepSiteRegistryCurrent({ database, sites, cache: ownCache, report: logWarning })
  const sharedCache = createSharedCache(ownCache, { database, report: logWarning })
  const cache = purgeCdnOnInvalidate(sharedCache, { database, report: logWarning })
  const allSettings = { ...settingsFile, ...environment }
  const payments = await openPayments({ ...core, database, images, cache, originOf, environment: allSettings })
  const jobs = await openJobs({ ...core, database, files, images, cache, mail, payments, originOf })
  const { owner, printPassword } = await openOwner(core, database, originOf)
  if (!hasWelcome) printPassword()
  if (config.DEMO) await openDemo(core, { database, images, files, payments, progress }, owner.userId)
  jobs.startRegular()
  const stopJobs = async () => {
    await cache.settled()
    await jobs.stop()
  }
  if (config.WORKER) images.prepareSites()
  const background = startBackgroundWork({ ...core, environment: allSettings, database, files, payments })

  return {
    config,
    log,
    sites,
    database,
    clock,
    authenticate: createAuthenticator({ database, keys: accounts.keys, clock }),
    images,
    mailLogos,
    files: { ...files, pictureStored: requestVariants },
    fileArrived: jobs.fileArrived,
    backUp: createBackupRunner(allSettings),
    findMediaFile: createMediaFileFinder(database),
    findClip: createPreviewClipLookup(database),
    cache,
    hosting: { ...hostingOf(core), reload: reloadSites, originOf, archive: createSiteArchiver(allSettings) },
    accounts,
    contactService: createContactService({ sealer, keys, turnstile: turnstileOf(config) }),
    payments: payments.commerceFor,
    sandbox: payments.sandbox,
    localMails: mail.localMails,
    outbox: mail.outbox,
    siteEnvironmentOf: (site) => ({ ...environments.get(site.folder)!, origin: originOf(site) }),
    welcome: (listening) => {
      port = listening
      if (testSetting('READ_ONLY')) makeTransactionsReadOnly()
      console.log(welcomeText({ config, sites: sites.inFolders, originOf, isClosed: payments.isClosed }))
      printPassword()
    },
    healthFacts: healthFactsOf({ ...core, store: files.store }),
    isLeaving: false,
    stopJobs,
    close: async () => {
      printPassword()
      await background.stop()
      await payments.close()
      await jobs.stopRegular()
      await stopJobs()
      await cache.close()
      await images.close()
      await files.helpers.close()
      await database.close()
    },
  }
}

type Core = Awaited<ReturnType<typeof openCore>>

const hostingOf = ({ sites, sealer, keys }: Core) => ({
  sites,
  keyIds: { keyId: sealer.currentKey, secretId: secretIdOf(keys) },
})

/** What everything else needs: sites, log, clock and keys. */
async function openCore(config: Config) {
  const sites = createSiteRegistry(definitions)
  const log = createLog(config.LOG_LEVEL)
  const clock = processClock()
  prepareDataFolder(config.DATA_DIR)
  await requireFinishedRestore(config.DATA_DIR, databaseOptionsOf(config))
  const secrets = readSecrets(config.DATA_DIR, config)
  const sealer = createSealer(secrets.dataKeys)
  const keys = createDerivedKeys(secrets.appSecret)
  const accounts: AuthDeps = { keys: deriveAccountKeys(keys), sealer }
  return { config, sites, log, clock, secrets, sealer, keys, accounts }
}

const incomingFolder = ({ DATA_DIR }: Config) => `${DATA_DIR}/files/incoming`

function openFiles({ config, log }: Core): PictureUploadDeps {
  const incoming = incomingFolder(config)
  const diskSpace = createDiskSpaceGuard({
    ask: async () => testDiskSpace() ?? diskSpaceOf(incoming),
    warn: (facts, words) => log.warn(facts, words),
    files: filesOnDiskOf(config),
  })
  return {
    store: openObjectStore(config),
    receiver: openFileReceiver(incoming, diskSpace),
    helpers: createImageHelpers(incoming),
  }
}

const openSiteImages = ({ config, sites, log }: Core, { helpers }: PictureUploadDeps): Promise<Images> =>
  openImages({
    sites: sites.inFolders,
    sitesFolder: 'sites',
    cacheFolder: `${config.DATA_DIR}/cache/images`,
    helpers,
    warn: (error, words) => log.warn({ err: error }, words),
  })

/** Pictures of the site's folder first, then uploaded ones. */
const withUploads = (siteImages: Images, uploaded: Images['find']): Images => ({
  ...siteImages,
  find: async (site, name) => (await siteImages.find(site, name)) ?? uploaded(site, name),
})

/** The database with a row for each website, and only if it was written with the keys of this process. */
async function openCheckedDatabase({ config, sites, sealer, keys }: Core): Promise<Database> {
  const database = await openDatabase(databaseOptionsOf(config))
  await syncWebsites(database, sites.inFolders)
  sites.serve(await readHostedSitesAndHosts(database, sites.defaultSite.siteId))
  await verifyAndRecordDataKey(database, sites.websiteIds, sealer, config.DATA_KEYS_LOST)
  await verifyAndRecordAppSecret(database, sites.websiteIds, secretIdOf(keys), config.APP_SECRETS_LOST)
  return database
}

type MailOptions = { database: Database; images: Images; mailLogos: MailLogos; originOf: (site: Site) => string }

/** Mails go to the mail server, or into a folder where none is configured. */
function openMail(core: Core, { database, images, mailLogos, originOf }: MailOptions) {
  const { config, sites, sealer, clock, log } = core
  const outbox = openMailFolder(`${config.DATA_DIR}/outbox`)
  const { job } = createMailJob(database, {
    sealer,
    transport: config.SMTP_URL ? smtpTransport(config.SMTP_URL, sites.defaultSite.domain) : outbox,
    senderOf: createMailSenderLookup({ config, sites, images, mailLogos, originOf }),
    clock,
    report: (facts, words) => log.warn(facts, words),
  })
  const localMails: LocalMails = { stay: !config.SMTP_URL, remove: outbox.removeMailsNaming }
  return { job, outbox: config.SMTP_URL ? null : outbox, localMails }
}

type JobDeps = Core & {
  database: Database
  files: PictureUploadDeps
  images: Images
  cache: SiteCache
  mail: Pick<ReturnType<typeof openMail>, 'job'>
  payments: Payments
  originOf: (site: Site) => string
}

async function openJobs(deps: JobDeps) {
  const { config, sites, log, clock, sealer, keys, database, files, images, cache, mail, payments, originOf } = deps
  const logError = (error: unknown, words: string) => log.error({ err: error }, words)
  const invalidate = (websiteId: string) => cache.invalidate(websiteId, 'products')
  const readTags = readTagsJob({ store: files.store, invalidate })
  const fileArrived: OnFileStored = async (tx, file) => {
    if (file.fileType === 'tracks') await enqueue(tx, readTags, { fileId: file.id })
    await requestPreview(tx, file)
  }
  const hourly = createHousekeepingJobs({
    database,
    store: files.store,
    sealer,
    keys,
    sites,
    clock,
    warn: (facts, words) => log.warn(facts, words),
  })
  const publication = publishJob({
    starterOf: (websiteId) => {
      const starter = sites.siteOf(websiteId)
      return starter ? { ...starter, origin: originOf(starter) } : null
    },
    clock,
    invalidate: (websiteId) => cache.invalidate(websiteId, 'site'),
  })
  const previews = createPreviewJob({ ...files, invalidate, report: logError })
  const variants = createVariantsJob({ ...images, siteOf: sites.siteOf })
  const { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token } = config
  const cdnPurges = url && token ? [cdnPurgeJob({ url, token })] : []
  const { stop } = await startJobs(database, {
    jobs: [
      readTags,
      variants,
      removeDemoFilesJob(files),
      deleteSiteFilesJob(files),
      previews,
      mail.job,
      payments.mailJob,
      payments.refundJob,
      publication,
      ...cdnPurges,
      ...hourly,
    ],
    work: config.WORKER,
    report: logError,
  })
  if (cdnPurges.length) setCdn(database, enqueueCdnPurge)
  let regular: ReturnType<typeof enqueueRegularly> | null = null
  return {
    fileArrived,
    stop,
    startRegular: () => {
      if (config.WORKER) regular = enqueueRegularly(database, { jobs: hourly, sites, report: logError })
    },
    stopRegular: async () => regular?.stop(),
  }
}

async function openOwner({ config, sites, clock }: Core, database: Database, originOf: (site: Site) => string) {
  const account = { email: config.OWNER_EMAIL, password: config.OWNER_PASSWORD }
  const pending = pendingOwnerPassword(config.DATA_DIR)
  // The owner of a hosted site is the person who was invited to it.
  const websiteIds = sites.inFolders.map(({ siteId }) => siteId)
  const owner = await ensureOwner(database, websiteIds, account, clock(), pending)
  const printPassword = printPasswordOnce(owner, () => `${originOf(sites.defaultSite)}/admin/login`, pending.remove)
  return { owner, printPassword }
}

type DemoOptions = {
  database: Database
  images: Images
  files: PictureUploadDeps
  payments: Payments
  progress: (step: string) => void
}

async function openDemo({ config, sites, clock }: Core, options: DemoOptions, ownerId: string): Promise<void> {
  const { database, images, payments, progress } = options
  const store = explainS3Errors(options.files.store, config, noDemoSentence)
  // Without the guard for disk space, unlike uploads.
  const files = { store, receiver: openFileReceiver(incomingFolder(config)) }
  const reportDemoProgress = ({ name }: Site) => progress(`Filling in the demo content of ${name}…`)
  await seedDemoContent({ database, sites, images, files, payments, filling: reportDemoProgress }, ownerId, clock())
}

const noDemoSentence = (cause: string) =>
  `The demo content could not be put into the object store: ${cause}. Make the bucket and set S3_… to it (npm run doctor tries it), or set DEMO=off.`

const turnstileOf = ({ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret }: Config) =>
  siteKey && secret ? { siteKey, secret } : null
