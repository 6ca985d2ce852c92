import type { Config } from '#app/config.ts'
import { filesOnDiskOf } from '#app/storage.ts'
import type { DiskSpace, LocalFileRetention } from '#domain/files/disk-space.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf } from '#server/crypto/keys-in-use.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { diskSpaceOf } from '#server/data-folder.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { testDiskSpace } from '#server/test-mode.ts'

/** Keys, disk and object store of the process, for `/metrics`. */
export type HealthFacts = {
  /** Ids that reveal nothing of the keys. `npm run doctor` compares them when it cannot open the database itself. */
  keys: { dataKey: string; appSecret: string }
  /** Null when the operating system does not report it. */
  diskSpace: () => Promise<DiskSpace | null>
  files: LocalFileRetention
  /** Null while files are on the disk. */
  store: Pick<ObjectStore, 'head'> | null
}

type Deps = { config: Config; sealer: Sealer; keys: DerivedKeys; store: ObjectStore }

export const healthFactsOf = ({ config, sealer, keys, store }: Deps): HealthFacts => ({
  keys: { dataKey: sealer.currentKey, appSecret: secretIdOf(keys) },
  diskSpace: async () => testDiskSpace() ?? diskSpaceOf(config.DATA_DIR),
  files: filesOnDiskOf(config),
  store: config.S3_ENDPOINT ? store : null,
})
