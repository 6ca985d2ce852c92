import { Explained } from '#domain/explained.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { secretIdOf } from '#server/crypto/secret-in-use.ts'
import type { Owner } from '#server/db/migrations.ts'
import { dataKeysOf, type SecretTexts } from '#server/secrets.ts'

export type LostKeys = { dataKeys: readonly string[]; appSecrets: readonly string[] }

type Parts = { keys: SecretTexts; lost?: LostKeys; websiteIds: readonly string[] }

/** A backup with other keys than those that its rows were written with could be restored and not read. */
export async function refuseWrongKeys(owner: Owner, { keys, lost, websiteIds }: Parts): Promise<void> {
  const inUse = (table: string, column: string) => idsIn(owner, websiteIds, table, column)
  const sealer = createSealer(dataKeysOf(keys))
  const unknown = (await inUse('data_keys', 'key_id')).filter(
    (id) => !sealer.hasKey(id) && !lost?.dataKeys.includes(id),
  )
  const secretId = secretIdOf(createDerivedKeys(keys.appSecret))
  const others = (await inUse('app_secrets', 'secret_id')).filter(
    (id) => id !== secretId && !lost?.appSecrets.includes(id),
  )
  const wrong = [
    ...(unknown.length ? [`DATA_KEY or DATA_DIR/secrets/data-key (the database needs ${unknown.join(', ')})`] : []),
    ...(others.length ? [`APP_SECRET or DATA_DIR/secrets/app-secret (the database needs ${others.join(', ')})`] : []),
  ]
  if (wrong.length)
    throw new Explained(
      `No backup was made: these are not the keys that the database was written with, so nobody could read the backup. Correct ${wrong.join(' and ')}, and run it with the settings of the service.`,
    )
}

/** Of websites that are served, as a start asks them. Tables of an older version may not be there yet. */
async function idsIn(owner: Owner, websiteIds: readonly string[], table: string, column: string): Promise<string[]> {
  const [there] = await owner.rows<{ there: boolean }>(`select to_regclass('public.${table}') is not null as there`)
  if (!there!.there) return []
  const query = `select distinct ${column} as id from public.${table} where website_id = any($1::uuid[])`
  return (await owner.rows<{ id: string }>(query, [websiteIds])).map(({ id }) => id)
}
