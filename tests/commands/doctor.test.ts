import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { writeArchive } from '#server/backup/archive.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import { temporaryFolder } from '#tests/commands/npm-start.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { startOwnersApp } from '#tests/journeys/owner-app.ts'
import { runStatementOn, startPostgres } from '#tests/services/postgres.ts'
import { startS3 } from '#tests/services/s3.ts'

type DoctorReport = { code: number; lines: string[]; all: string }

function doctor(env: Record<string, string>): Promise<DoctorReport> {
  const words = ['--liftoff-only', 'src/app/commands/doctor.ts']
  return new Promise((resolve) =>
    execFile(process.execPath, words, { env: { ...cleanEnvironment(), ...env } }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), lines: out.split('\n'), all: out + err }),
    ),
  )
}

/** State and detail of one finding. */
const of = ({ lines }: DoctorReport, what: string) =>
  lines.flatMap((line) => (line.slice(6).startsWith(`${what} `) ? `${line.slice(0, 5).trim()}: ${line.slice(33)}` : []))

test('reports no problem for an empty folder without settings', async () => {
  const folder = join(temporaryFolder(), 'data')
  const report = await doctor({ DATA_DIR: folder })
  expect([report.code, of(report, 'Database')], report.all).toEqual([0, ['ok: embedded; the first start makes it']])
  expect(existsSync(folder)).toBe(false)
})

test('names each invalid setting and checks nothing else', async () => {
  const report = await doctor({ PORT: '99999', HOST: '127.0.0.1', SMTP_URL: 'http://canary-secret@mail.example' })
  expect(report.code).toBe(1)
  expect(of(report, 'Settings')).toEqual([
    'bad: PORT must be a port, 0 to 65535.',
    'bad: SMTP_URL must be an address that begins with smtp:// or smtps://.',
  ])
  expect(report.all).not.toContain('canary-secret')
})

test('queries a running server over HTTP instead of opening its embedded database', async () => {
  const app = await startOwnersApp()
  const { port } = new URL(app.address())
  const running = await doctor({ DATA_DIR: app.folder, PORT: port })
  expect([running.code, of(running, 'Database')], running.all).toEqual([
    0,
    [expect.stringMatching(/^ok: embedded, and open in a running process.*it is ready$/)],
  ])
  expect(of(running, 'Migrations')).toEqual([expect.stringMatching(/^ok: those of the version that runs are done/)])
  expect(of(running, 'Secrets on disk')).toEqual(['ok: only their owner may read them'])
  for (const what of ['Data keys', 'App secret'])
    expect(of(running, what)).toEqual([expect.stringMatching(/^ok: the one of the running process/)])
  expect(of(running, 'Worker')).toEqual([expect.stringMatching(/^ok: silent for \d+ seconds$/)])
  const [otherSecret, otherKey] = ['canary-secret'.repeat(4), randomBytes(32).toString('base64')]
  const apart = await doctor({ DATA_DIR: app.folder, PORT: port, APP_SECRET: otherSecret, DATA_KEY: otherKey })
  for (const what of ['Data keys', 'App secret'])
    expect(of(apart, what)).toEqual([expect.stringMatching(/^bad: the running process has another one/)])
  expect(apart.code).toBe(1)
  chmodSync(join(app.folder, 'secrets/data-key'), 0o644)
  const elsewhere = await doctor({ DATA_DIR: app.folder, PORT: '1', HOST: '::' })
  expect(of(elsewhere, 'Database')).toEqual([expect.stringMatching(/^bad: .*does not answer at http:\/\/\[::1\]:1\//)])
  expect(of(elsewhere, 'Secrets on disk')).toEqual([expect.stringMatching(/^bad: others may read .*data-key$/)])
  expect(elsewhere.code).toBe(1)
  await app.stop()
  const stopped = await doctor({ DATA_DIR: app.folder })
  expect(of(stopped, 'Database')).toEqual([expect.stringMatching(/^ok: embedded, .* no process has it open$/)])
  expect(of(stopped, 'Migrations')).toEqual(['ok: the tables are those of this version'])
  expect(of(stopped, 'Background jobs')[0]).toMatch(/wait/)
  expect(of(stopped, 'Data keys')).toEqual(['ok: 1 in use, all of them known'])
  const another = await doctor({ DATA_DIR: app.folder, DATA_KEY: randomBytes(32).toString('base64') })
  expect(of(another, 'Data keys')).toEqual([expect.stringMatching(/^bad: .*missing here \([0-9a-f]{8}\)$/)])
  expect(of(stopped, 'App secret')).toEqual(['ok: the one that the database was written with'])
  const secret = { DATA_DIR: app.folder, APP_SECRET: 'canary-secret'.repeat(4) }
  const other = await doctor(secret)
  expect(of(other, 'App secret')).toEqual([expect.stringMatching(/^bad: .*another one \([0-9a-f]{8}\)$/)])
  expect(other.all).not.toContain('canary-secret')
  const [, lost] = /another one \((.*)\)$/m.exec(other.all)!
  expect(of(await doctor({ ...secret, APP_SECRETS_LOST: lost! }), 'App secret')).toEqual([
    expect.stringMatching(/^ok: /),
  ])
  writeFileSync(join(app.folder, 'secrets/data-key'), 'half a k')
  const damaged = await doctor({ DATA_DIR: app.folder })
  expect(of(damaged, 'Data keys')).toEqual([expect.stringMatching(/^bad: /)])
  expect(of(damaged, 'Database')).toEqual([expect.stringMatching(/^ok: embedded, .* no process has it open$/)])
  expect(damaged.code).toBe(1)
})

describe('with everything configured', async () => {
  const [cluster, s3, post] = await Promise.all([
    startPostgres(),
    startS3(),
    startSmtpServer({ EHLO: '250-mail.example\r\n250 AUTH PLAIN' }),
  ])
  afterAll(async () => {
    await Promise.all([cluster.stop(), s3.stop()])
  })
  const withPassword = (url: string) => url.replace('@', ':canary-secret@')
  const [url, ownerUrl] = [
    cluster.url('stagedoor'),
    cluster.ownerUrl('stagedoor').replace('postgres@', 'stagedoor_owner@'),
  ].map(withPassword) as [string, string]
  // As docs/operations.md says.
  await cluster.run('create role stagedoor_owner login createrole bypassrls')
  await cluster.run('create database stagedoor owner stagedoor_owner')
  await (await openPostgres({ url, ownerUrl, poolSize: 1 })).close()
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.options

  /** A secret that a start in production would take. */
  const canary = randomBytes(16).toString('hex')

  async function settings(folder: string): Promise<Record<string, string>> {
    const kept = join(folder, 'backups')
    const madeAt = new Date()
    await writeArchive(openBackupFolder(kept).pathFor(madeAt), async () => ({
      madeAt: madeAt.toISOString(),
      migration: 0,
      tables: {},
      jobs: 0,
    }))
    return {
      NODE_ENV: 'production',
      DATA_DIR: folder,
      BACKUP_DIR: kept,
      BACKUP_EVERY: '24',
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      SMTP_URL: post.url.replace('smtp://', 'smtp://us:canary-secret@'),
      MAIL_FROM: 'shop@marlowquay.example',
      STRIPE_SECRET_KEY: `sk_live_${canary}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${canary}`,
      APP_SECRET: `canary-secret ${canary}`,
      DATA_KEY: randomBytes(32).toString('base64'),
    }
  }

  test('reports no problem, sends nothing, leaves nothing behind and prints no secret', async () => {
    const env = await settings(temporaryFolder())
    const report = await doctor(env)
    expect(report.all).toMatch(/\n\d+ ok, 0 to look at, 0 bad\.\n$/)
    expect(report.code).toBe(0)
    expect(of(report, 'Database')[0]).toMatch(/^ok: PostgreSQL 1[5-9]/)
    expect(of(report, 'Uploaded files')).toEqual([
      expect.stringMatching(/an object was put, listed, read and removed$/),
    ])
    expect(of(report, 'Database roles')).toEqual(['ok: "app" is bound by row-level security and owns no table'])
    expect(of(report, 'Clock')[0]).toMatch(/^ok: 20\d\d-\d\d-\d\d .* UTC/)
    expect(of(report, 'Backups')).toEqual([expect.stringMatching(/^ok: the last one in .* is 0 hours old$/)])
    expect(of(report, 'Recovery point')).toEqual([expect.stringMatching(/^ok: the last backup is 0\.0 hours old/)])
    expect(of(report, 'Build')).toEqual(['ok: is of the files in sites/'])
    for (const what of ['Data keys', 'App secret']) expect(of(report, what)).toEqual([expect.stringMatching(/^ok: /)])
    expect(of(report, 'Clock of the database')).toEqual(['ok: agrees with the clock of this machine'])
    expect(of(report, 'Clock of the object store')).toEqual(['ok: agrees with the clock of this machine'])
    expect(post.received).toEqual([])
    for (const secret of ['canary-secret', canary, secretAccessKey, env.DATA_KEY!])
      expect(report.all).not.toContain(secret)
  })

  test('reports a missing bucket and a database owner who cannot make backups, each with a remedy', async () => {
    const env = await settings(temporaryFolder())
    const without = await doctor({ ...env, S3_BUCKET: 'never-made' })
    expect(of(without, 'Uploaded files')).toEqual([expect.stringMatching(/^bad: S3 answered 404 .*NoSuchBucket/)])
    expect(without.all).toContain('Make the bucket never-made at the store first')
    expect(without.code).toBe(1)
    await cluster.run('alter role stagedoor_owner nobypassrls')
    const bound = await doctor(env)
    await cluster.run('alter role stagedoor_owner bypassrls')
    expect(of(bound, 'Database roles')).toContainEqual(expect.stringMatching(/^bad: .* cannot make backups$/))
    expect(bound.code).toBe(1)
  })

  test('reports each defect with a remedy', async () => {
    const env = await settings(temporaryFolder())
    post.answer({ AUTH: '535 no such user' })
    await runStatementOn(
      ownerUrl,
      `delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    )
    await cluster.run('alter role app bypassrls')
    truncateSync(openBackupFolder(env.BACKUP_DIR!).newest(new Date())!.path, 100)
    const report = await doctor({ ...env, S3_SECRET_ACCESS_KEY: 'another-key', TRUSTED_PROXIES: '0.0.0.0/0' })
    expect(report.code).toBe(1)
    expect(of(report, 'Mail')).toEqual([expect.stringMatching(/^bad: .*535/)])
    expect(of(report, 'Uploaded files')).toEqual([expect.stringMatching(/^bad: S3 answered 403/)])
    expect(of(report, 'Database roles')).toEqual([
      expect.stringMatching(/^bad: row-level security does not bind "app"/),
    ])
    expect(of(report, 'Migrations')).toEqual(['warn: 1 migration has not run yet'])
    expect(of(report, 'Backups')).toEqual([expect.stringMatching(/^bad: the last one cannot be used: .* a part of it/)])
    expect(of(report, 'Proxy')).toEqual([expect.stringMatching(/^bad: TRUSTED_PROXIES believes everybody/)])
    expect(report.lines.filter((line) => /^(warn|bad) /.test(line))).toHaveLength(
      report.lines.filter((line) => /^ +→ /.test(line)).length,
    )
    expect(report.all).not.toContain('canary-secret')
  })

  test('distinguishes an unreachable database from one of a newer version', async () => {
    const env = await settings(temporaryFolder())
    const away = await doctor({ ...env, DATABASE_URL: 'postgres://app@127.0.0.1:1/x', DATABASE_OWNER_URL: '' })
    expect([away.code, of(away, 'Database')]).toEqual([
      1,
      [expect.stringMatching(/^bad: PostgreSQL at .* does not answer/)],
    ])
    await runStatementOn(
      ownerUrl,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    )
    const newer = await doctor(env)
    expect(of(newer, 'Migrations')).toEqual([expect.stringMatching(/^bad: .*newer version/)])
  })
})
