import { authenticate } from '#api/accounts/authenticate.ts'
import type { SiteContext, Visit } from '#api/env.ts'
import { build } from '#app/build.ts'
import { type Config, readConfig, siteOrigin } from '#app/config.ts'
import { databaseOf } from '#app/database.ts'
import { explainedBy, fillWithDemo } from '#app/demo/demo.ts'
import { equipmentOf } from '#app/equipment.ts'
import type { Condition } from '#app/http/metrics.ts'
import { createLog, type Logger } from '#app/log.ts'
import { passwordToSay } from '#app/owner-password.ts'
import { openPayments, type Payments } from '#app/payments.ts'
import { backUpRegularly } from '#app/regular-backups.ts'
import { filesOn, storeOf } from '#app/store.ts'
import { sweepUploadsRegularly } from '#app/sweep-uploads.ts'
import type { Actor } from '#domain/actor.ts'
import { closedShopWarning, embeddedWarning } from '#domain/sites/equipment.ts'
import { type SiteSettings, withSettings } from '#domain/sites/overrides.ts'
import { createRegistry, type SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthDeps } from '#server/accounts/auth-context.ts'
import { accountKeys } from '#server/accounts/keys.ts'
import { ensureOwner } from '#server/accounts/owner.ts'
import { copyOnRequest } from '#server/backup/copy-on-request.ts'
import { makeHourlyBackup } from '#server/backup/hourly.ts'
import { refuseUnfinishedRestore } from '#server/backup/unfinished.ts'
import { shareCache } from '#server/cache/shared-cache.ts'
import { createSiteCache, type SiteCache } from '#server/cache/site-cache.ts'
import { type ContactService, createContactService } from '#server/contact/contact-service.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { noteKeysInUse } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { noteSecretInUse, secretIdOf } from '#server/crypto/secret-in-use.ts'
import { prepareDataFolder, roomIn } from '#server/data-folder.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { refuseWrites } from '#server/db/in-site.ts'
import { openIncoming } from '#server/files/incoming.ts'
import { watchRoomForFiles } from '#server/files/room-for-files.ts'
import { housekeeping } from '#server/housekeeping.ts'
import { openHelpers } from '#server/images/helpers.ts'
import { type Images, openImages } from '#server/images/images.ts'
import type { FileParts } from '#server/images/take-picture.ts'
import { findUploaded } from '#server/images/uploaded.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { handInRegularly } from '#server/jobs/regular.ts'
import { startJobs } from '#server/jobs/start.ts'
import { type Outbox, openOutbox } from '#server/mail/outbox.ts'
import { openPost } from '#server/mail/send.ts'
import { smtpCarrier } from '#server/mail/smtp.ts'
import { type FindMediaFile, findMediaFile } from '#server/media/files.ts'
import { readWrittenPages } from '#server/pages/written-pages.ts'
import { awaitPreview } from '#server/previews/actions.ts'
import { type FindClip, findClip } from '#server/previews/clips.ts'
import { previewJobOf } from '#server/previews/make.ts'
import type { KeptMails } from '#server/privacy/erase.ts'
import { rewrapWhileOpen } from '#server/privacy/rewrap-while-open.ts'
import { noteKeyState, oldKeysAt, readSecrets, secretTexts, unsaidPassword } from '#server/secrets.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { processClock, saidRoom, testSetting } from '#server/test-mode.ts'
import type { Arrived } from '#server/uploads/complete.ts'
import { readTagsJob } from '#server/uploads/metadata-job.ts'
import { sweepUploads } from '#server/uploads/sweep.ts'
import { sites as definitions } from '#sites/index.ts'

/** Everything that lives as long as the process, joined once. */
export type Services = {
  config: Config
  log: Logger
  sites: SiteRegistry
  database: Database
  clock: () => Date
  authenticate: (request: Request, visit: Visit) => Promise<Actor>
  images: Images
  files: FileParts
  fileArrived: Arrived
  findMediaFile: FindMediaFile
  findClip: FindClip
  siteContextOf: (site: Site) => SiteContext
  cache: SiteCache
  accounts: AuthDeps
  contactService: (websiteId: string) => ContactService
  payments: Payments['desk']
  /** What stands in for the payment service when none is configured. */
  sandbox: Payments['sandbox']
  keptMails: KeptMails
  /** Where the mails are when no mail server is configured. */
  outbox: Outbox | null
  /** Says on the terminal where the sites are, once the port is known. */
  welcome: (port: number) => void
  /** What the figures say of it (`metrics.ts`). */
  condition: Condition
  /** Set when the process is about to end: whoever asks whether it is ready hears that it is not. */
  isLeaving: boolean
  /** Finishes the job under way and takes no other. */
  stopJobs: () => Promise<void>
  close: () => Promise<void>
}

export type StartOptions = {
  /** False for a process that never says where the sites are, and so says at once what else it would say there. */
  hasWelcome?: boolean
  /** Called with the settings before anything is opened. An error it throws ends the start. */
  beforeOpening?: (config: Config) => Promise<void>
  /** Called with the name of each step that takes long. */
  progress?: (step: string) => void
  /** The port that the process listens on already; it differs from the setting when that is 0. */
  port?: number
}

export async function createServices(
  environment: Record<string, string | undefined>,
  settingsFile: Record<string, string> = {},
  { hasWelcome = true, beforeOpening, progress = () => {}, port: openPort }: StartOptions = {},
): Promise<Services> {
  const config = readConfig(environment, settingsFile)
  await beforeOpening?.(config)
  const sites = createRegistry(definitions)
  const log = createLog(config.LOG_LEVEL, process.stdout, process.stdout.isTTY || config.NODE_ENV === 'development')
  const clock = processClock()
  prepareDataFolder(config.DATA_DIR)
  await refuseUnfinishedRestore(config.DATA_DIR, databaseOf(config))
  const { appSecret, dataKeys } = readSecrets(config.DATA_DIR, config)
  const sealer = createSealer(dataKeys)
  const keys = createDerivedKeys(appSecret)
  const accounts: AuthDeps = { keys: accountKeys(keys), sealer }
  const arriving = `${config.DATA_DIR}/files/incoming`
  const room = watchRoomForFiles({
    ask: async () => saidRoom() ?? roomIn(arriving),
    warn: (facts, words) => log.warn(facts, words),
    files: filesOn(config),
  })
  const files: FileParts = {
    store: storeOf(config),
    incoming: openIncoming(arriving, room),
    helpers: openHelpers(arriving),
  }
  const siteImages = await openImages({
    sites: sites.all,
    sitesFolder: 'sites',
    cacheFolder: `${config.DATA_DIR}/cache/images`,
    encode: files.helpers.encode,
    warn: (error, words) => log.warn({ err: error }, words),
  })
  const lasting = new Map(sites.all.map((site) => [site.siteId, lastingParts(site, siteImages, config)]))
  progress('Opening the database…')
  const database = await openDatabase(databaseOf(config))
  const uploaded = findUploaded(database, files.store)
  const images: Images = {
    ...siteImages,
    find: async (site, asked) => (await siteImages.find(site, asked)) ?? uploaded(site, asked),
  }
  const siteIds = sites.all.map(({ siteId }) => siteId)
  await syncWebsites(database, sites.all)
  await noteKeysInUse(database, siteIds, sealer, config.DATA_KEYS_LOST)
  await noteSecretInUse(database, siteIds, secretIdOf(keys), config.APP_SECRETS_LOST)
  const outbox = openOutbox(`${config.DATA_DIR}/outbox`)
  const { job: sendMail } = openPost(database, {
    sealer,
    carrier: config.SMTP_URL ? smtpCarrier(config.SMTP_URL, sites.defaultSite.domain) : outbox,
    senderOf: (websiteId, settings) => senderOf(sites, websiteId, settings, config),
    clock,
    report: (facts, words) => log.warn(facts, words),
  })
  let port = openPort ?? config.PORT
  const originOf = (site: Site) => siteOrigin(site, { ...config, PORT: port })
  const cache = shareCache(createSiteCache(), { database, report: (error, words) => log.warn({ err: error }, words) })
  const payments = await openPayments({
    ...{ config, database, sites, sealer, keys, cache, clock, log, originOf },
    environment: { ...settingsFile, ...environment },
  })
  const report = (error: unknown, words: string) => log.error({ err: error }, words)
  const forget = (websiteId: string) => cache.forget(websiteId, 'products')
  const readTags = readTagsJob({ store: files.store, forget })
  const fileArrived: Arrived = async (tx, file) => {
    if (file.fileType === 'tracks') await enqueue(tx, readTags, { fileId: file.id })
    await awaitPreview(tx, file)
  }
  const hourly = housekeeping({
    ...{ database, store: files.store, sites: sites.all, clock },
    warn: (facts, words) => log.warn(facts, words),
  })
  const jobs = await startJobs(database, {
    jobs: [
      ...[readTags, previewJobOf({ ...files, forget, report }), sendMail, payments.mailJob, payments.refundJob],
      ...hourly,
    ],
    work: config.WORKER,
    report,
  })
  const wanted = { email: config.OWNER_EMAIL, password: config.OWNER_PASSWORD }
  const unsaid = unsaidPassword(config.DATA_DIR)
  const owner = await ensureOwner(database, siteIds, wanted, clock(), unsaid)
  const sayPassword = passwordToSay(owner, () => `${originOf(sites.defaultSite)}/admin/login`, unsaid.forget)
  if (!hasWelcome) sayPassword()
  if (config.DEMO) {
    const own = { ...files, incoming: openIncoming(arriving) }
    const filling = ({ name }: Site) => progress(`Filling in the demo content of ${name}…`)
    const parts = { database, sites, images, files: own, payments, filling }
    await fillWithDemo(parts, owner.userId, clock()).catch((error) => {
      throw explainedBy(error, config.S3_ENDPOINT)
    })
  }
  const regularly = config.WORKER ? handInRegularly(database, { jobs: hourly, websiteIds: siteIds, report }) : null
  const sweeping = setInterval(() => {
    files.incoming.sweep(clock()).catch((error) => log.warn({ err: error }, 'what came half was not cleared away'))
  }, 3_600_000).unref()
  const sweepingUploads = sweepUploadsRegularly({
    works: config.WORKER,
    websiteIds: siteIds,
    sweep: (websiteId) => sweepUploads({ database, store: files.store }, websiteId, clock()),
    log,
  })
  const stopWatch = config.WORKER ? payments.watch() : () => {}
  const rewrapping = rewrapWhileOpen(
    { database, websiteIds: siteIds, sealer },
    {
      hasOldKeys: Boolean(dataKeys.old?.length),
      oldKeys: oldKeysAt(config),
      note: (isEverywhere) => noteKeyState(config.DATA_DIR, { keyId: sealer.currentKey, isEverywhere }),
      log,
    },
  )
  const copying =
    database.copyTo &&
    copyOnRequest(config.DATA_DIR, database.copyTo, (error) => log.warn({ err: error }, 'the database was not copied'))
  const { holdRows } = database
  const backupFolder = config.BACKUP_DIR ?? `${config.DATA_DIR}/backups`
  const backups =
    holdRows && config.BACKUP_KEEP
      ? backUpRegularly({
          folder: backupFolder,
          environment: { ...settingsFile, ...environment },
          most: config.BACKUP_KEEP,
          makeHourly: (now, signal) =>
            makeHourlyBackup({
              ...{ dataDir: config.DATA_DIR, folder: backupFolder, databaseFolder: `${config.DATA_DIR}/db` },
              ...{ database: { holdRows }, store: files.store, websiteIds: siteIds, now, signal },
              keys: secretTexts({ appSecret, dataKeys }),
              lost: { dataKeys: config.DATA_KEYS_LOST, appSecrets: config.APP_SECRETS_LOST },
              askRoom: async (place) => saidRoom() ?? roomIn(place),
            }),
          log,
        })
      : null

  return {
    config,
    log,
    sites,
    database,
    clock,
    authenticate: authenticate({ database, keys: accounts.keys, clock }),
    images,
    files,
    fileArrived,
    findMediaFile: findMediaFile(database),
    findClip: findClip(database),
    cache,
    accounts,
    contactService: createContactService({ sealer, keys, turnstile: turnstileOf(config) }),
    payments: payments.desk,
    sandbox: payments.sandbox,
    keptMails: { stay: !config.SMTP_URL, forget: outbox.forget },
    outbox: config.SMTP_URL ? null : outbox,
    siteContextOf: (site) => ({ ...lasting.get(site.siteId)!, origin: originOf(site) }),
    welcome: (listening) => {
      port = listening
      files.helpers.warm().then(images.warmUp, (error) => log.error({ err: error }, 'no picture can be made'))
      if (testSetting('READ_ONLY')) refuseWrites()
      const lines = sites.all.map((site) =>
        config.NODE_ENV === 'development'
          ? addressesOf(site.name, originOf(site), { hasOutbox: !config.SMTP_URL })
          : `  ${originOf(site)}  ${site.name}`,
      )
      console.log(['Stagedoor is ready:', ...lines].join('\n'))
      const warning = config.NODE_ENV === 'production' && embeddedWarning(equipmentOf(config))
      if (warning) console.log(warning)
      if (payments.isClosed) console.log(closedShopWarning)
      if (config.STAGING)
        console.log('This is a trial installation (STAGING=on): every page says so, and no money moves.')
      sayPassword()
    },
    condition: {
      keys: { dataKey: sealer.currentKey, appSecret: secretIdOf(keys) },
      room: async () => saidRoom() ?? roomIn(config.DATA_DIR),
      files: filesOn(config),
      store: config.S3_ENDPOINT ? files.store : null,
    },
    isLeaving: false,
    stopJobs: jobs.stop,
    close: async () => {
      sayPassword()
      clearInterval(sweeping)
      sweepingUploads.stop()
      await backups?.stop()
      await copying?.stop()
      stopWatch()
      await rewrapping.stop()
      await payments.close()
      await regularly?.stop()
      await jobs.stop()
      await cache.close()
      await images.close()
      await files.helpers.close()
      await database.close()
    },
  }
}

/** Where a developer begins: a site, its admin area and the mails that it has sent. */
function addressesOf(name: string, origin: string, { hasOutbox }: { hasOutbox: boolean }): string {
  const addresses = [
    ['Site', '/'],
    ['Admin', '/admin'],
    ['Sign in', '/admin/login'],
    ...(hasOutbox ? [['Mail', '/dev/mail']] : []),
  ]
  return [`  ${name}`, ...addresses.map(([what = '', path]) => `    ${what.padEnd(8)}${origin}${path}`)].join('\n')
}

function lastingParts(site: Site, images: Images, config: Config): Omit<SiteContext, 'origin'> {
  return {
    pages: readWrittenPages(`sites/${site.folder}/pages`),
    picture: (file) => {
      const picture = images.pictureOf(site, file)
      if (!picture) throw new Error(`sites/${site.folder}/images has no ${file}`)
      return picture
    },
    fileAt: (asked) => images.pictureAt(site, asked),
    devPages: config.DEV_PAGES,
    equipment: equipmentOf(config),
    production: config.NODE_ENV === 'production',
    staging: config.STAGING,
    running: { ...build, room: () => roomIn(config.DATA_DIR) },
  }
}

const turnstileOf = ({ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret }: Config) =>
  siteKey && secret ? { siteKey, secret } : null

/** The address that mails of a site come from. */
function senderOf(sites: SiteRegistry, websiteId: string, settings: SiteSettings, { MAIL_FROM }: Config) {
  const site = sites.all.find(({ siteId }) => siteId === websiteId)
  if (!site) return null
  const { name, domain, contact } = withSettings(site, settings)
  return { name, address: MAIL_FROM ?? contact.email ?? `no-reply@${domain}` }
}
