import type { Sealer } from '#server/crypto/sealer.ts'
import type { Owner } from '#server/db/migrations.ts'
import { bad, type Finding, ok } from '#server/doctor/finding.ts'

export type Keys = { sealer: Pick<Sealer, 'hasKey'>; websiteIds: readonly string[]; lost: readonly string[] }

/** Whether every key is here that something is sealed with. The websites' ids are our own, so they stand in the text. */
export async function keyFindings(owner: Owner, { sealer, websiteIds, lost }: Keys): Promise<Finding[]> {
  const what = 'Data keys'
  const [there] = await owner.rows<{ there: boolean }>(`select to_regclass('data_keys') is not null as there`)
  if (!there!.there) return []
  const inUse = new Set<string>()
  for (const websiteId of websiteIds) {
    await owner.run(`begin; set local role worker; set local app.website_id = '${websiteId}'`)
    try {
      const found = await owner.rows<{ key_id: string }>('select key_id from data_keys')
      for (const { key_id } of found) inUse.add(key_id)
    } finally {
      await owner.run('rollback')
    }
  }
  const missing = [...inUse].filter((id) => !sealer.hasKey(id) && !lost.includes(id))
  if (!missing.length) return [ok(what, inUse.size ? `${inUse.size} in use, all of them known` : 'none is in use yet')]
  const todo =
    'Bring back DATA_KEY or DATA_DIR/secrets/data-key as it was, or put that key into DATA_KEYS_OLD; look in the backups (keys.json). If it is gone for good, DATA_KEYS_LOST.'
  return [bad(what, `something is sealed with a key that is not here (${missing.join(', ')})`, todo)]
}
