import { Explained } from '#domain/explained.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { dataKeys } from '#server/crypto/table.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'

/**
 * Notes that the current key is in use from now on. Throws when a key is missing that values are still sealed with:
 * better no start than a start that cannot read them, and writes more of them with a key made by mistake. Keys that are
 * known to be lost hold nothing up; what they have sealed stays, and opens again should they be found.
 */
export async function noteKeysInUse(
  database: Database,
  websiteIds: readonly string[],
  sealer: Sealer,
  lost: readonly string[] = [],
): Promise<void> {
  for (const websiteId of websiteIds)
    await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
      const inUse = (await tx.select({ keyId: dataKeys.keyId }).from(dataKeys)).map(({ keyId }) => keyId)
      const missing = inUse.filter((id) => !sealer.hasKey(id) && !lost.includes(id))
      if (missing.length) throw new Explained(sentence(missing))
      await tx.insert(dataKeys).values({ keyId: sealer.currentKey }).onConflictDoNothing()
    })
}

const sentence = (missing: string[]) =>
  `The database holds values sealed with a data key that is not here (its id is ${missing.join(', ')}); bring back DATA_KEY or DATA_DIR/secrets/data-key as it was, or add that key to DATA_KEYS_OLD. If it is gone for good, name its id in DATA_KEYS_LOST: what it has sealed is shown as unreadable, and everything else works.`
