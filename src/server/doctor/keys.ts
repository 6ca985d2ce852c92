import type { Sealer } from '#server/crypto/sealer.ts'
import type { Owner } from '#server/db/migrations.ts'
import { bad, type Finding, ok } from '#server/doctor/finding.ts'

export type Keys = {
  sealer: Pick<Sealer, 'hasKey'>
  lost: readonly string[]
  secretId: string
  lostSecrets: readonly string[]
  websiteIds: readonly string[]
}

/** Whether every key is here that something is sealed with, and the secret is the one that the database was written with. */
export async function keyFindings(owner: Owner, keys: Keys): Promise<Finding[]> {
  const idsIn = (table: string, column: string) => idsOf(owner, keys.websiteIds, table, column)
  return [
    ...dataKeyFindings(await idsIn('data_keys', 'key_id'), keys),
    ...secretFindings(await idsIn('app_secrets', 'secret_id'), keys),
  ]
}

function dataKeyFindings(inUse: string[] | null, { sealer, lost }: Keys): Finding[] {
  const what = 'Data keys'
  if (!inUse) return []
  const missing = inUse.filter((id) => !sealer.hasKey(id) && !lost.includes(id))
  if (!missing.length)
    return [ok(what, inUse.length ? `${inUse.length} in use, all of them known` : 'none is in use yet')]
  const todo =
    'Bring back DATA_KEY or DATA_DIR/secrets/data-key as it was, or put that key into DATA_KEYS_OLD; look in the backups (keys.json). If it is gone for good, DATA_KEYS_LOST.'
  return [bad(what, `something is sealed with a key that is not here (${missing.join(', ')})`, todo)]
}

function secretFindings(inUse: string[] | null, { secretId, lostSecrets }: Keys): Finding[] {
  const what = 'App secret'
  if (!inUse) return []
  const others = inUse.filter((id) => id !== secretId && !lostSecrets.includes(id))
  if (!others.length)
    return [ok(what, inUse.length ? 'the one that the database was written with' : 'the next start notes it')]
  const todo =
    'Bring back APP_SECRET or DATA_DIR/secrets/app-secret as it was; look in the backups (keys.json). If it is gone for good, APP_SECRETS_LOST.'
  return [bad(what, `the database was written with another one (${others.join(', ')})`, todo)]
}

/** As the worker reads them, of all websites; null before there is such a table. What stands in the text is our own. */
async function idsOf(owner: Owner, websiteIds: readonly string[], table: string, column: string) {
  const [there] = await owner.rows<{ there: boolean }>(`select to_regclass('${table}') is not null as there`)
  if (!there!.there) return null
  const found = new Set<string>()
  for (const websiteId of websiteIds) {
    await owner.run(`begin; set local role worker; set local app.website_id = '${websiteId}'`)
    try {
      for (const { id } of await owner.rows<{ id: string }>(`select ${column} as id from ${table}`)) found.add(id)
    } finally {
      await owner.run('rollback')
    }
  }
  return [...found]
}
