import type { Config } from '#app/config.ts'
import type { LocalFileRetention } from '#domain/files/disk-space.ts'
import { OperatorError } from '#domain/operator-error.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { errorCode } from '#server/db/errors.ts'
import { rootCauseMessage } from '#server/doctor/finding.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { openS3Store } from '#server/files/s3-store.ts'

/** Which database the settings mean. */
export const databaseOptionsOf = (config: Config): DatabaseOptions =>
  config.DATABASE_URL
    ? {
        kind: 'postgres',
        url: config.DATABASE_URL,
        ownerUrl: config.DATABASE_OWNER_URL,
        poolSize: config.DATABASE_POOL,
        refusesOwner: config.NODE_ENV === 'production',
      }
    : { kind: 'pglite', folder: `${config.DATA_DIR}/db` }

export const filesOnDiskOf = ({ S3_ENDPOINT }: Config): LocalFileRetention => (S3_ENDPOINT ? 'pass' : 'stay')

/** The store of uploaded files: S3 when it is configured, otherwise the disk. */
export function openObjectStore(config: Config): ObjectStore {
  const folder = `${config.DATA_DIR}/files`
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = config
  const { S3_REGION: region = 'us-east-1', S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? openS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }, `${folder}/work`)
    : openDiskStore(folder)
}

/** The same for a command, which ends when S3 fails. */
export const openStoreForCommand = (config: Config): ObjectStore =>
  explainS3Errors(
    openObjectStore(config),
    config,
    (cause) => `The object store failed: ${cause}. Make the bucket, or correct S3_… (npm run doctor tries it).`,
  )

/** Errors of S3 become one sentence for the operator; a missing object stays ENOENT. A store on the disk is unchanged. */
export function explainS3Errors(
  store: ObjectStore,
  { S3_ENDPOINT }: Pick<Config, 'S3_ENDPOINT'>,
  sentence: (cause: string) => string,
): ObjectStore {
  if (!S3_ENDPOINT) return store
  const explained = (error: unknown): never => {
    throw errorCode(error) === 'ENOENT' ? error : new OperatorError(sentence(rootCauseMessage(error)))
  }
  return {
    ...store,
    put: (...object) => store.put(...object).catch(explained),
    head: (key) => store.head(key).catch(explained),
    get: (key, range) => store.get(key, range).catch(explained),
    list: async function* (prefix) {
      try {
        yield* store.list(prefix)
      } catch (error) {
        explained(error)
      }
    },
    websiteIds: () => store.websiteIds().catch(explained),
  }
}
