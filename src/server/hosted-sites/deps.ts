import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { KeyIds } from '#server/crypto/keys-in-use.ts'

/** What the routes for the websites of the installation need of the process. */
export type HostingDeps = {
  sites: SiteRegistry
  /** Reloads websites and hosts from the database. */
  reload: () => Promise<void>
  originOf: (site: Site) => string
  /** The keys that are recorded for a new website. */
  keyIds: KeyIds
  /** Stores an archive of one website in the backup folder. */
  archive: (websiteId: string) => Promise<void>
}
