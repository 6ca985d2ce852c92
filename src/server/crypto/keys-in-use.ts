import { inArray, sql } from 'drizzle-orm'
import { Explained } from '#domain/explained.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { keyIdLength, type Sealer } from '#server/crypto/sealer.ts'
import { appSecrets, dataKeys } from '#server/crypto/table.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'

/**
 * Records that the current key is in use. Throws when a key is missing that values are still sealed with: the process
 * could not read them, and would seal more with a key created by mistake. Keys that are known to be lost do not stop the
 * start; their values stay, and open again if the key is found.
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
      if (missing.length) throw new Explained(missingKeysMessage(missing))
      await tx.insert(dataKeys).values({ keyId: sealer.currentKey }).onConflictDoNothing()
    })
}

/** For a new website, which holds no sealed value yet. In the role `worker`. */
export async function noteFirstKeys(tx: SiteTx, { keyId, secretId }: KeyIds): Promise<void> {
  await tx.insert(dataKeys).values({ keyId })
  await tx.insert(appSecrets).values({ secretId })
}

/** The current data key, and the APP_SECRET. */
export type KeyIds = { keyId: string; secretId: string }

const missingKeysMessage = (missing: string[]) =>
  `The database holds values sealed with a data key that is missing (its id is ${missing.join(', ')}); bring back DATA_KEY or DATA_DIR/secrets/data-key as it was, or add that key to DATA_KEYS_OLD. If it is gone for good, name its id in DATA_KEYS_LOST: what it has sealed is shown as unreadable, and everything else works.`

/** Identifies an APP_SECRET without revealing it. */
export const secretIdOf = ({ deriveKey }: Pick<DerivedKeys, 'deriveKey'>): string =>
  deriveKey('app-secret-id').toString('hex', 0, keyIdLength)

/**
 * Records the APP_SECRET at the first start. Throws when it is another one: the process would find no customer by address,
 * and would write indexes that the right secret does not find. When several processes start together, the first decides.
 * A secret that is known to be lost is replaced by this one.
 */
export async function noteSecretInUse(
  database: Database,
  websiteIds: readonly string[],
  secretId: string,
  lost: readonly string[] = [],
): Promise<void> {
  const inEach = async (work: (tx: SiteTx) => Promise<void>) => {
    for (const websiteId of websiteIds) await inSite(database, { websiteId, role: 'worker' }, work)
  }
  const refuseAnother = async (tx: SiteTx) => {
    const [noted] = await tx.select({ id: appSecrets.secretId }).from(appSecrets)
    if (noted && noted.id !== secretId && !lost.includes(noted.id)) throw new Explained(otherSecretMessage(noted.id))
  }
  // Checks every website before it writes to any: else a new website would record a secret that the others refuse.
  await inEach(refuseAnother)
  await inEach(async (tx) => {
    await tx
      .insert(appSecrets)
      .values({ secretId })
      .onConflictDoUpdate({
        target: appSecrets.websiteId,
        set: { secretId, firstUsedAt: sql`now()` },
        setWhere: inArray(appSecrets.secretId, [...lost]),
      })
    await refuseAnother(tx)
  })
}

const otherSecretMessage = (id: string) =>
  `The database was written with another APP_SECRET (its id is ${id}); bring back APP_SECRET or DATA_DIR/secrets/app-secret as it was. With this one nothing from before would be found by an e-mail address, not even to export or erase what is held on somebody, and no download link that was mailed and no recovery code would work. If it is gone for good, name its id in APP_SECRETS_LOST: all that is lost then, and everything else works.`
