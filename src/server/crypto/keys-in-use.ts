import { inArray, sql } from 'drizzle-orm'
import { OperatorError } from '#domain/operator-error.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { keyIdLength, type Sealer } from '#server/crypto/sealer.ts'
import { appSecrets, dataKeys } from '#server/crypto/table.ts'
import type { Database } from '#server/db/database.ts'
import { onEachSite, type SiteRow } from '#server/db/each-site.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/**
 * Records that the current key is in use. Throws when a key is missing that values are still sealed with: the process
 * could not read them, and would seal more with a key created by mistake. Keys that are known to be lost do not stop the
 * start; their values stay, and open again if the key is found.
 */
export async function verifyAndRecordDataKey(
  database: Database,
  websiteIds: readonly string[],
  sealer: Sealer,
  lost: readonly string[] = [],
): Promise<void> {
  const inUse = await onEachSite(
    database,
    { websiteIds, role: 'worker' },
    sql`select ${dataKeys.keyId} from ${dataKeys}`,
  )
  const missing = new Set(inUse.map(({ answer }) => answer).filter((id) => !sealer.hasKey(id) && !lost.includes(id)))
  if (missing.size) throw new OperatorError(missingKeysMessage([...missing]))
  const noted = new Set(inUse.flatMap(({ websiteId, answer }) => (answer === sealer.currentKey ? websiteId : [])))
  await onEachSite(
    database,
    { websiteIds: websiteIds.filter((id) => !noted.has(id)), role: 'worker' },
    sql`insert into ${dataKeys} (id, key_id) values (gen_random_uuid(), ${sealer.currentKey}) on conflict do nothing returning key_id`,
  )
}

/** For a new website, which has no sealed values yet. Runs in the role `worker`. */
export async function recordKeysOfNewSite(tx: SiteTx, { keyId, secretId }: KeyIds): Promise<void> {
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
export async function verifyAndRecordAppSecret(
  database: Database,
  websiteIds: readonly string[],
  secretId: string,
  lost: readonly string[] = [],
): Promise<void> {
  const ask = (ids: readonly string[]) =>
    onEachSite(database, { websiteIds: ids, role: 'worker' }, sql`select ${appSecrets.secretId} from ${appSecrets}`)
  const refuseAnother = (noted: SiteRow[]) => {
    const another = noted.find(({ answer }) => answer !== secretId && !lost.includes(answer))
    if (another) throw new OperatorError(otherSecretMessage(another.answer))
  }
  // Checks every website before it writes to any: else a new website would record a secret that the others refuse.
  const before = await ask(websiteIds)
  refuseAnother(before)
  const noted = new Set(before.flatMap(({ websiteId, answer }) => (answer === secretId ? websiteId : [])))
  const others = websiteIds.filter((id) => !noted.has(id))
  const isLost = lost.length ? inArray(appSecrets.secretId, [...lost]) : sql`false`
  await onEachSite(
    database,
    { websiteIds: others, role: 'worker' },
    sql`insert into ${appSecrets} (secret_id) values (${secretId})
      on conflict (website_id) do update set secret_id = excluded.secret_id, first_used_at = now() where ${isLost}
      returning secret_id`,
  )
  // Another process may have been first.
  refuseAnother(await ask(others))
}

const otherSecretMessage = (id: string) =>
  `The database was written with another APP_SECRET (its id is ${id}); bring back APP_SECRET or DATA_DIR/secrets/app-secret as it was. With this one nothing from before would be found by an e-mail address, not even to export or erase what is held on somebody, and no download link that was mailed and no recovery code would work. If it is gone for good, name its id in APP_SECRETS_LOST: all that is lost then, and everything else works.`
