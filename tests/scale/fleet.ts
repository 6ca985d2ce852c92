import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { cleanEnvironment } from '#tests/browser/process.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { owner } from '#tests/journeys/owner.ts'
import { type FleetProcess, startFleetProcess, stopAll, waitUntilReady } from '#tests/scale/fleet-process.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import { startS3 } from '#tests/services/s3.ts'

/**
 * What several processes have in common: one PostgreSQL, one object store, one mail server, the secrets. Each process
 * has a data folder of its own, as it would on a machine of its own.
 */
export async function openFleet(more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-fleet-'))
  const [cluster, s3, post] = await Promise.all([startPostgres(), startS3(), startSmtpServer()])
  // As docs/operations.md says.
  await cluster.run('create role stagedoor_owner login createrole bypassrls')
  await cluster.run('create database stagedoor owner stagedoor_owner')
  const ownerUrl = cluster.ownerUrl('stagedoor').replace('postgres@', 'stagedoor_owner@')
  afterAll(async () => {
    await stopAll()
    await Promise.all([cluster.stop(), s3.stop()])
    rmSync(folder, { recursive: true, force: true })
  })
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.options
  const shared: Record<string, string> = {
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    DATABASE_URL: cluster.url('stagedoor'),
    DATABASE_OWNER_URL: ownerUrl,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    SMTP_URL: post.url,
    MAIL_FROM: 'shop@marlowquay.example',
    APP_SECRET: randomBytes(32).toString('hex'),
    DATA_KEY: randomBytes(32).toString('base64'),
    ...more,
  }

  function dataFolder(): string {
    const data = mkdtempSync(join(folder, 'data-'))
    // Of payment services there is one, so what stands for it is one too.
    const sandbox = join(folder, 'sandbox')
    mkdirSync(sandbox, { recursive: true })
    symlinkSync(sandbox, join(data, 'sandbox'))
    // The sites' own pictures take longer to make than these tests take. What comes in later, each makes for itself.
    const made = resolve('node_modules/.cache/stagedoor/images')
    mkdirSync(made, { recursive: true })
    cpSync(made, join(data, 'cache/images'), { recursive: true })
    return data
  }

  return {
    database: cluster,
    /** `npm run owner -- platform grant`: the owner may create websites. */
    grantPlatformAccess: async () => {
      const env = { ...cleanEnvironment(), ...shared, DATA_DIR: dataFolder() }
      await promisify(execFile)(process.execPath, ['src/app/commands/owner.ts', 'platform', 'grant'], { env })
    },
    /** Every mail that was sent. */
    mails: post.received,
    /** A process that serves pages and leaves the jobs to others; resolves when it is ready. */
    web: async (env: Record<string, string> = {}): Promise<FleetProcess> =>
      waitUntilReady(await startFleetProcess('main', { ...shared, DATA_DIR: dataFolder(), WORKER: 'off', ...env })),
    /** `npm run worker`. */
    worker: (): Promise<FleetProcess> => startFleetProcess('worker', { ...shared, DATA_DIR: dataFolder() }),
  }
}
