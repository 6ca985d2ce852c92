import { inArray, sql } from 'drizzle-orm'
import { Explained } from '#domain/explained.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { idLength } from '#server/crypto/key-ring.ts'
import { appSecrets } from '#server/crypto/table.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'

/** Names an APP_SECRET, and says nothing about it. */
export const secretIdOf = ({ deriveKey }: Pick<DerivedKeys, 'deriveKey'>): string =>
  deriveKey('app-secret-id').toString('hex', 0, idLength)

/**
 * Notes which APP_SECRET is in use, at the first start. Throws when it is another one: better no start than one that
 * finds nobody by their address, and writes indexes that the right one does not find. Of several processes that start
 * together the first decides. In the place of one that is known to be lost, this one is in use from now on.
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
    if (noted && noted.id !== secretId && !lost.includes(noted.id)) throw new Explained(sentence(noted.id))
  }
  // Every website is asked before any is told: a new one would remember what the others refuse.
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

const sentence = (id: string) =>
  `The database was written with another APP_SECRET (its id is ${id}); bring back APP_SECRET or DATA_DIR/secrets/app-secret as it was. With this one nothing from before would be found by an e-mail address, not even to export or erase what is held on somebody, and no download link that was mailed and no recovery code would work. If it is gone for good, name its id in APP_SECRETS_LOST: all that is lost then, and everything else works.`
