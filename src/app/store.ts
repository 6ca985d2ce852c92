import type { Config } from '#app/config.ts'
import type { FilesOnDisk } from '#domain/files/disk-room.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { openS3Store } from '#server/files/s3-store.ts'

export const filesOn = ({ S3_ENDPOINT }: Config): FilesOnDisk => (S3_ENDPOINT ? 'pass' : 'stay')

/** Where the settings have uploaded files kept: on the disk, unless there is a place for them elsewhere. */
export function storeOf(config: Config): ObjectStore {
  const folder = `${config.DATA_DIR}/files`
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = config
  const { S3_REGION: region = 'us-east-1', S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? openS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }, `${folder}/work`)
    : openDiskStore(folder)
}
