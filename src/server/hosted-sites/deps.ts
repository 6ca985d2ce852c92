import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { KeyIds } from '#server/crypto/keys-in-use.ts'

/** What the management of websites needs of the process. */
export type HostingDeps = {
  sites: SiteRegistry
  /** Reads again which websites and hosts there are. */
  reload: () => Promise<void>
  originOf: (site: Site) => string
  /** The keys that a new website begins with. */
  keyIds: KeyIds
  /** Makes an archive of one website beside the backups. */
  archive: (websiteId: string) => Promise<void>
}
