import { LRUCache } from 'lru-cache'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import type { FindOriginal, Photograph } from '#server/images/original.ts'
import { pictureByHash, pictureKey } from '#server/images/pictures.ts'

const mostRemembered = 5_000
/** What another process has swept away is forgotten by then. */
const rememberedFor = 5 * 60_000

/** The pictures that owners have uploaded. A page asks for twenty of them at a time, so those found are remembered. */
export function findUploaded(database: Database, store: ObjectStore): FindOriginal {
  const known = new LRUCache<string, { name: string; original: Photograph }>({
    max: mostRemembered,
    ttl: rememberedFor,
  })
  return async ({ siteId }, { hash, name }) => {
    const key = pictureKey(siteId, hash)
    const found = known.get(key) ?? (await look(key))
    return found?.name === name ? found.original : null

    async function look(key: string) {
      const picture = await inSite(database, { websiteId: siteId, role: 'visitor' }, (tx) => pictureByHash(tx, hash))
      if (!picture) return null
      const { width, height } = picture
      const original: Photograph = { hash, width, height, asIs: null, asFile: (work) => store.asFile(key, work) }
      const found = { name: picture.name, original }
      known.set(key, found)
      return found
    }
  }
}
