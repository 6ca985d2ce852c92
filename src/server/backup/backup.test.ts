import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { describe, expect, onTestFinished, test } from 'vitest'
import { grantPlatformAccess } from '#server/accounts/platform-access.ts'
import { users } from '#server/accounts/table.ts'
import { announcements } from '#server/announcements/table.ts'
import type { DatabaseOptions, Engine } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { migrateTo } from '#server/db/migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { loginOf, openPostgresAsOwner } from '#server/db/postgres.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { openS3Store } from '#server/files/s3-store.ts'
import { encodeSecrets, readSecrets } from '#server/secrets.ts'
import { insertShow } from '#server/tour/commands.ts'
import { performances } from '#server/tour/table.ts'
import { cleanEnvironment, nearlyFullDiskSettings } from '#tests/browser/process.ts'
import { createTestSite } from '#tests/database.ts'
import { noon, openAccounts } from '#tests/fixtures/accounts.ts'
import {
  backupOf,
  backupShow,
  emptyInstallation,
  finishedJobRuns,
  type Installation,
  onCleanup,
  pictureObjectKey,
  putBackupObject,
  removeInstallationsAtEnd,
  restoreTo,
  runningInstallation,
  scope,
  startQueue,
  websiteId,
} from '#tests/fixtures/backup.ts'
import { adminShows } from '#tests/fixtures/tour.ts'
import { firstCases, longTest } from '#tests/long-test.ts'
import { openTestS3, startS3 } from '#tests/services/s3.ts'

removeInstallationsAtEnd()
const run = promisify(execFile)

const secretsIn = (dataDir: string) =>
  ['app-secret', 'data-key'].map((name) => readFileSync(join(dataDir, 'secrets', name), 'utf8'))

const more = ['two', 'three', 'four', 'five', 'six']

const ways: { from: Engine; to: Engine; files: 'disk' | 'S3' }[] = [
  { from: 'postgres', to: 'postgres', files: 'S3' },
  { from: 'pglite', to: 'postgres', files: 'disk' },
  { from: 'postgres', to: 'pglite', files: 'disk' },
]

describe.each(firstCases(1, ways))('from $from to $to, files on $files', async ({ from, to, files }) => {
  const stores = files === 'S3' ? [await openTestS3(), await openTestS3()].map(({ store }) => store) : []

  test('restores rows, files, keys and open jobs of a running server', async () => {
    const source = await runningInstallation(from, stores[0])
    // More than the object store of the tests lists at once.
    for (const name of more) await putBackupObject(source, name, `The file ${name}.`)
    const path = join(source.dataDir, 'backup.zip')
    const made = await backupOf(source, path)
    await source.close()
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('db-copy'))).toEqual([])

    const target = await emptyInstallation(to, stores[1])
    await restoreTo(target, path)
    expect(secretsIn(target.dataDir)).toEqual(secretsIn(source.dataDir))
    expect(await text(await target.store.get(pictureObjectKey('one')))).toBe('The first file, ünchanged.')
    for (const name of more)
      expect(await text(await target.store.get(pictureObjectKey(name)))).toBe(`The file ${name}.`)
    const again = await backupOf(target, join(target.dataDir, 'again.zip'))
    expect(again.tables).toEqual(made.tables)
    expect(made.tables.performances!.rows).toBe(1)
    expect(made.tables).not.toHaveProperty('undoable_deletes')

    const database = await openDatabase(target.options)
    const shows = await inSite(database, scope, (tx) => adminShows(tx))
    expect(shows.map(({ venue, city }) => [venue, city])).toEqual([[backupShow.venue, backupShow.city]])
    finishedJobRuns.length = 0
    const jobs = await startQueue(database, true)
    await expect.poll(() => finishedJobRuns).toEqual(['still to be done'])
    await jobs.stop()
    await database.close()
  })
})

describe.each(firstCases<Engine>(1, ['postgres', 'pglite']))('from %s', (from) => {
  test('a backup contains a concurrent transaction completely or not at all', async () => {
    const source = await runningInstallation(from)
    const city = 'Bremen'
    let pairs = 0
    let isMade = false
    // A backup reads the table of the one half long before that of the other.
    const writing = (async () => {
      // The embedded database runs in this process and blocks it during a query.
      for (; !isMade; pairs++, await after(from === 'pglite' ? 50 : 1))
        await inSite(source.database, scope, async (tx) => {
          const id = newId()
          await tx.insert(announcements).values({ id, title: 'A show', message: city })
          await tx.insert(performances).values({ ...backupShow, id, slug: id, city })
        })
    })()
    await expect.poll(() => pairs).toBeGreaterThan(0)
    const path = join(source.dataDir, 'meanwhile.zip')
    await backupOf(source, path).finally(() => {
      isMade = true
    })
    await writing
    await source.close()

    const target = await emptyInstallation('postgres')
    await restoreTo(target, path)
    const database = await openDatabase(target.options)
    const [announced, shows] = await inSite(database, scope, async (tx) => [
      await tx.select({ id: announcements.id }).from(announcements).orderBy(announcements.id),
      await tx
        .select({ id: performances.id })
        .from(performances)
        .where(eq(performances.city, city))
        .orderBy(performances.id),
    ]).finally(database.close)
    expect(shows).toEqual(announced)
    expect(announced!.length).toBeGreaterThan(0)
    expect(announced!.length).toBeLessThan(pairs)
  })
})

const steps = readMigrationFiles({ migrationsFolder: 'migrations' }).map(({ folderMillis }) => folderMillis)

/** A database with the tables of an older version, with a website and a show in it. */
async function oldPlace(step: number): Promise<Installation> {
  const place = await emptyInstallation('postgres')
  const { url, ownerUrl = url } = place.options as DatabaseOptions & { kind: 'postgres' }
  const owner = await openPostgresAsOwner(ownerUrl)
  await owner.run('begin')
  await migrateTo(step, owner, loginOf(url))
  await owner.rows('insert into websites (website_id, name) values ($1, $2)', [websiteId, 'An old site'])
  await owner.rows(
    `insert into performances (id, website_id, slug, date, zone, venue, city, country)
      values ($1, $2, 'old-show', '2020-02-29', 'Europe/Berlin', 'Alter Wartesaal', 'Köln', 'DE')`,
    [newId(), websiteId],
  )
  await owner.run('commit')
  await owner.close()
  return place
}

const versionsBefore: [string, number][] = [
  ['one step', steps.at(-2)!],
  ['several steps', steps.at(-5)!],
]

test.each(firstCases(1, versionsBefore))('migrates a backup from %s ago when it is restored', async (_, step) => {
  const source = await oldPlace(step)
  const path = join(source.dataDir, 'old.zip')
  expect((await backupOf(source, path)).migration).toBe(step)

  const target = await emptyInstallation('postgres')
  expect(await restoreTo(target, path)).toMatchObject({ migration: step, tables: { performances: { rows: 1 } } })
  expect((await backupOf(target, join(target.dataDir, 'new.zip'))).migration).toBe(steps.at(-1))
  const database = await openDatabase(target.options)
  const shows = await inSite(database, scope, (tx) => adminShows(tx)).finally(database.close)
  expect(shows.map(({ venue, city, date }) => [venue, city, date])).toEqual([['Alter Wartesaal', 'Köln', '2020-02-29']])
})

describe('a backup', async () => {
  const source = await runningInstallation('postgres')
  onCleanup(source.close)
  const path = join(source.dataDir, 'backup.zip')

  test('backs up a file that arrives during the backup, and each file once', async () => {
    let checks = 0
    const store: ObjectStore = {
      ...source.store,
      // While the first files are copied, one is added and one is deleted.
      list: async function* (prefix) {
        for await (const found of source.store.list(prefix)) {
          if (checks++ === 0) {
            await putBackupObject(source, 'late', 'came late')
            await putBackupObject(source, 'gone', 'goes soon')
          }
          yield found
        }
        await source.store.delete(pictureObjectKey('gone'))
      },
    }
    const { entries } = await backupOf({ ...source, store }, path)
    const files = entries.map(({ name }) => name).filter((name) => name.startsWith('files/'))
    expect(new Set(files)).toContain(`files/${pictureObjectKey('one')}`)
    expect(new Set(files)).toContain(`files/${pictureObjectKey('late')}`)
    expect(new Set(files).size).toBe(files.length)
  })

  test('deletes a backup that the disk corrupts during the write', async () => {
    const spoiled = join(source.dataDir, 'never.zip')
    const store: ObjectStore = {
      ...source.store,
      list: (prefix) => {
        const draft = `${spoiled}.part`
        const written = existsSync(draft) ? readFileSync(draft) : Buffer.alloc(0)
        if (written.includes('ünchanged'))
          writeFileSync(draft, changed(written, written.indexOf('ünchanged')), { flag: 'r+' })
        return source.store.list(prefix)
      },
    }
    await expect(backupOf({ ...source, store }, spoiled)).rejects.toThrow('is damaged at files/')
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('never'))).toEqual([])
  })

  test.each([
    ['is not a backup', () => Buffer.from('words')],
    ['is not a backup, or a part of it is missing', (whole: Buffer) => whole.subarray(0, whole.length - 30)],
    ['is damaged at files/', (whole: Buffer) => changed(whole, whole.indexOf('ünchanged'))],
    ['is damaged at files/', (whole: Buffer) => changed(whole, whole.indexOf('came late'))],
    ['is damaged at keys.json', (whole: Buffer) => changed(whole, inside(whole, 'keys.json'))],
    [
      'is damaged at database/performances.jsonl',
      (whole: Buffer) => changed(whole, inside(whole, 'database/performances.jsonl')),
    ],
  ])('that %s is refused before anything is written', async (words, spoil) => {
    const spoiled = join(source.dataDir, 'spoiled.zip')
    writeFileSync(spoiled, spoil(readFileSync(path)))
    const target = await emptyInstallation('pglite')
    await expect(restoreTo(target, spoiled)).rejects.toThrow(words)
    expect(readdirSync(target.dataDir)).toEqual([])
  })

  test('refuses to restore a backup over existing data', async () => {
    await expect(restoreTo(source, path)).rejects.toThrow('holds tables already; restore into an empty one.')
    const target = await emptyInstallation('pglite')
    mkdirSync(join(target.dataDir, 'db'))
    writeFileSync(join(target.dataDir, 'db/PG_VERSION'), '18')
    await expect(restoreTo(target, path)).rejects.toThrow('There is a database in')
    expect(readdirSync(target.dataDir)).toEqual(['db'])
  })

  longTest('restores a backup again after an interruption, and never overwrites another key', async () => {
    const target = await emptyInstallation('postgres')
    await putBackupObject(target, 'one', 'The first file, ünchanged.')
    cpSync(join(source.dataDir, 'secrets'), join(target.dataDir, 'secrets'), { recursive: true })
    await restoreTo(target, path)
    const other = await emptyInstallation('pglite')
    readSecrets(other.dataDir, {})
    const before = secretsIn(other.dataDir)
    await expect(restoreTo(other, path)).rejects.toThrow('holds another key than the backup; move it away')
    expect(secretsIn(other.dataDir)).toEqual(before)
    const given = { DATA_KEY: Buffer.alloc(32).toString('base64') }
    await expect(restoreTo(await emptyInstallation('pglite'), path, given)).rejects.toThrow('DATA_KEY is not the one')
  })

  longTest('leaves no file when the object store fails during a backup', async () => {
    const { options, stop } = await startS3()
    onTestFinished(stop)
    const s3 = openS3Store(options, join(source.dataDir, 'work'), { listedAtOnce: 2 })
    onTestFinished(s3.close)
    for (const name of ['one', 'two', 'three']) await putBackupObject({ ...source, store: s3 }, name, name)
    const requested: string[] = []
    const store: ObjectStore = {
      ...s3,
      get: async (each) => {
        if (requested.push(each) === 2) await stop()
        return s3.get(each)
      },
    }
    await expect(backupOf({ ...source, store }, join(source.dataDir, 'lost.zip'))).rejects.toThrow()
    expect(requested).toHaveLength(2)
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('lost'))).toEqual([])
  })

  test('refuses to start a backup on a nearly full disk', async () => {
    const { url, ownerUrl } = source.options as DatabaseOptions & { kind: 'postgres' }
    const place = { DATA_DIR: source.dataDir, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
    const env = { ...cleanEnvironment(), ...nearlyFullDiskSettings, ...place }
    const full = join(source.dataDir, 'full.zip')
    await expect(run(process.execPath, ['src/app/commands/backup.ts', full], { env })).rejects.toMatchObject({
      stderr: expect.stringContaining('There is no room for a backup'),
    })
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('full'))).toEqual([])
  })

  test('fails a backup by a role without bypassrls and names the role', async () => {
    const bound = { ...source.options, ownerUrl: undefined } as DatabaseOptions
    await expect(backupOf({ ...source, options: bound }, join(source.dataDir, 'bound.zip'))).rejects.toThrow(
      'bypassrls',
    )
    expect(readdirSync(source.dataDir)).not.toContain('bound.zip.part')
  })
})

/** The offset of a byte inside the data of a ZIP entry, which follows its header, name and extra field. */
function inside(whole: Buffer, entry: string): number {
  const at = whole.indexOf(entry)
  return at + entry.length + whole.readUInt16LE(at - 2) + 20
}

function changed(whole: Buffer, at: number): Buffer {
  expect(at).toBeGreaterThan(0)
  const copy = Buffer.from(whole)
  copy[at]! ^= 1
  return copy
}

test('an archive of one website restores its rows, files and people, and nothing of another', async () => {
  const source = await runningInstallation('postgres')
  const accounts = await openAccounts(source.database)
  const other = await createTestSite(source.database)
  const owner = await accounts.newUser({ websiteId }, { administers: true })
  const stranger = await accounts.newUser(other, { administers: true })
  await accounts.authContextAt(other).inSite((tx) => grantPlatformAccess(tx, stranger.email, noon))
  await accounts.authContextAt({ websiteId }).inSite((tx) => grantPlatformAccess(tx, owner.email, noon))
  await accounts.signedIn({ websiteId }, owner.email)
  await other.as('administrator', (tx) => insertShow(tx, backupShow))
  const path = join(source.dataDir, 'one.zip')
  const keys = encodeSecrets(readSecrets(source.dataDir, {}))
  const { tables } = await backupOf(source, path, keys, websiteId)
  await expect(backupOf(source, join(source.dataDir, 'none.zip'), keys, newId())).rejects.toThrow('There is no website')
  await source.close()
  expect([tables.websites, tables.users, tables.performances, tables.platform_access]).toMatchObject([
    { rows: 1 },
    { rows: 1 },
    { rows: 1 },
    { rows: 0 },
  ])

  const target = await emptyInstallation('postgres')
  await restoreTo(target, path)
  expect(await text(await target.store.get(pictureObjectKey('one')))).toBe('The first file, ünchanged.')
  const database = await openDatabase(target.options)
  const people = await inSite(database, { websiteId, role: 'auth_service' }, (tx) => tx.select().from(users))
  const shows = await inSite(database, scope, (tx) => adminShows(tx)).finally(database.close)
  expect([people.map(({ email }) => email), shows.length]).toEqual([[owner.email], 1])
})
