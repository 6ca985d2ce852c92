import type { SiteParts, Visit } from '#api/env.ts'
import { type Config, readConfig } from '#app/config.ts'
import { fillWithDemo } from '#app/demo.ts'
import { createLog, type Logger } from '#app/log.ts'
import type { Actor } from '#domain/actor.ts'
import { createRegistry, type SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { type Images, openImages } from '#server/images/images.ts'
import { readWrittenPages } from '#server/pages/written-pages.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { sites as definitions } from '#sites/index.ts'

/** Everything that lives as long as the process, joined once. */
export type House = {
  config: Config
  log: Logger
  sites: SiteRegistry
  database: Database
  clock: () => Date
  whoAsks: (request: Request, visit: Visit) => Promise<Actor>
  images: Images
  partsOf: (site: Site) => SiteParts
  /** Says on the terminal where the sites are, once the port is known. */
  welcome: (port: number) => void
  close: () => Promise<void>
}

export async function openHouse(
  environment: Record<string, string | undefined>,
  settingsFile: Record<string, string> = {},
): Promise<House> {
  const config = readConfig(environment, settingsFile)
  const sites = createRegistry(definitions)
  const log = createLog(config.LOG_LEVEL)
  const images = await openImages({
    sites: sites.all,
    sitesFolder: 'sites',
    cacheFolder: `${config.DATA_DIR}/cache/images`,
    warn: (error, words) => log.warn({ err: error }, words),
  })
  const lasting = new Map(sites.all.map((site) => [site.siteId, lastingParts(site, images, config)]))
  const database = await openDatabase(
    config.DATABASE_URL
      ? {
          kind: 'postgres',
          url: config.DATABASE_URL,
          ownerUrl: config.DATABASE_OWNER_URL,
          poolSize: config.DATABASE_POOL,
        }
      : { kind: 'pglite', folder: `${config.DATA_DIR}/db` },
  )
  await syncWebsites(database, sites.all)
  if (config.DEMO) await fillWithDemo(database, sites, 'demo', new Date())
  let port = config.PORT
  const originOf = ({ domain, hosts }: Site) =>
    config.NODE_ENV === 'production' ? `https://${domain}` : `http://${hosts[0] ?? domain}:${port}`

  return {
    config,
    log,
    sites,
    database,
    clock: () => new Date(),
    whoAsks: async () => ({ kind: 'visitor' }),
    images,
    partsOf: (site) => ({ ...lasting.get(site.siteId)!, origin: originOf(site) }),
    welcome: (listening) => {
      port = listening
      images.warmUp()
      const lines = sites.all.map((site) => `  ${originOf(site)}  ${site.name}`)
      console.log(['Stagedoor is ready:', ...lines].join('\n'))
    },
    close: async () => {
      await images.close()
      await database.close()
    },
  }
}

function lastingParts(site: Site, images: Images, { DEV_PAGES }: Config): Omit<SiteParts, 'origin'> {
  return {
    pages: readWrittenPages(`sites/${site.folder}/pages`),
    picture: (file) => {
      const picture = images.pictureOf(site, file)
      if (!picture) throw new Error(`sites/${site.folder}/images has no ${file}`)
      return picture
    },
    gallery: images.picturesOf(site, 'gallery-'),
    devPages: DEV_PAGES,
  }
}
