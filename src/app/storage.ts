import type { Config } from '#app/config.ts'
import type { LocalFileRetention } from '#domain/files/disk-space.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
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
