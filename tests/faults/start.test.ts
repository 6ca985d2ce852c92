import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { DatabaseStartError } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { lastAppliedMigration, migrateDatabase, migrateTo, type OwnerConnection } from '#server/db/migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPglite, openPgliteAsOwner } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { copyTemplateDatabase, openAsSuperuser } from '#tests/database.ts'
import { startChild } from '#tests/faults/child.ts'
import {
  backupOf,
  backupShow,
  removeInstallationsAtEnd,
  restoreTo,
  runningInstallation,
  scope,
} from '#tests/fixtures/backup.ts'
import { adminShows } from '#tests/fixtures/tour.ts'
import { firstCases, longTest } from '#tests/long-test.ts'
import { runStatementOn } from '#tests/services/postgres.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

removeInstallationsAtEnd()

/** A folder that holds a database, or would. */
function place({ made = true } = {}): string {
  const parent = mkdtempSync(join(tmpdir(), 'stagedoor-start-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'db')
  if (made) cpSync(inject('pgliteTemplate'), folder, { recursive: true })
  return folder
}

const journal: { entries: { when: number }[] } = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8'))

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error) => (error instanceof DatabaseStartError ? error.message : Promise.reject(error)),
  )
const open = (folder: string) => refusal(openPglite({ folder, durable: false }))
const oneSentence = /^[^.]+(\.\S[^.]*)*\.$/

describe('the embedded database', () => {
  longTest('the embedded database rejects a second process on its folder; the first goes on', async () => {
    const folder = place()
    const options = { kind: 'pglite', folder } as const
    const first = startChild('open-database.ts', { options })
    await first.printed(1)
    const { code, complaints } = await startChild('open-database.ts', { options }).ended
    expect(code).toBe(1)
    expect(complaints.trim()).toMatch(oneSentence)
    expect(complaints).toContain(`${folder} is already open in another process`)
    await first.kill()
    const third = startChild('open-database.ts', { options })
    await third.printed(1)
    await third.kill()
  })

  test('the embedded database opens again in the same process after it was closed', async () => {
    const folder = place()
    for (let times = 0; times < 2; times++) await (await openDatabase({ kind: 'pglite', folder })).close()
  })

  test('the embedded database names a folder that is not writable', async () => {
    const folder = place({ made: false })
    writeFileSync(folder, 'a file')
    expect(await open(folder)).toMatch(/db cannot be written \(E\w+\)/)
    expect(await open(join(folder, 'deeper'))).toMatch(/deeper cannot be written \(ENOTDIR\)/)
  })

  test.skipIf(process.getuid?.() === 0)('names a folder of another user (not as root)', async () => {
    const folder = place()
    chmodSync(folder, 0o500)
    expect(await open(folder)).toMatch(/cannot be written \(EACCES\)/)
    chmodSync(folder, 0o700)
  })

  /** One byte of its first page. */
  function flip(path: string): void {
    const bytes = readFileSync(path)
    bytes[7_000]! ^= 0xff
    writeFileSync(path, bytes)
  }

  const damages: Record<string, (folder: string) => void> = {
    'without its version': (folder) => rmSync(join(folder, 'PG_VERSION')),
    'of another version': (folder) => writeFileSync(join(folder, 'PG_VERSION'), '12\n'),
    'with an empty control file': (folder) => truncateSync(join(folder, 'global/pg_control'), 0),
    'without its control file': (folder) => rmSync(join(folder, 'global/pg_control')),
    'with a cut log': (folder) => {
      for (const file of readdirSync(join(folder, 'pg_wal')))
        if (/^[0-9A-F]{24}$/.test(file)) truncateSync(join(folder, 'pg_wal', file), 4_096)
    },
    'with a flipped page in the list of its tables': (folder) => flip(join(folder, 'base/5/1259')),
    'without the transactions': (folder) => rmSync(join(folder, 'pg_xact'), { recursive: true }),
    'of something else': (folder) => {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      writeFileSync(join(folder, 'thesis.doc'), 'years of work')
    },
  }
  test.each(firstCases(3, Object.keys(damages)))(
    'the embedded database rejects a folder %s and does not touch it',
    async (damage) => {
      const folder = place()
      damages[damage]!(folder)
      const held = () => readdirSync(folder).filter((file) => file !== 'postmaster.pid')
      const before = held()
      const words = await open(folder)
      expect(words).toMatch(oneSentence)
      expect(words).toContain(`${folder} cannot be read`)
      expect(held()).toEqual(before)
    },
  )

  const incomplete = [
    ['says nothing', ''],
    ['was made and not written', '\0'.repeat(80)],
  ] as const
  test.each(firstCases(1, [...incomplete]))(
    'starts with a postmaster.pid that %s, as a power cut leaves it',
    async (_, left) => {
      const folder = place()
      writeFileSync(join(folder, 'postmaster.pid'), left)
      await (await openDatabase({ kind: 'pglite', folder })).close()
    },
  )

  longTest('starts with a corrupted table page, and never returns its rows', async () => {
    const folder = place()
    const owner = await openPgliteAsOwner(folder)
    const table = 'drizzle.__drizzle_migrations'
    const [found] = await owner.rows<{ path: string }>(`select pg_relation_filepath('${table}') as path`)
    await owner.close()
    flip(join(folder, found!.path))
    await (await openDatabase({ kind: 'pglite', folder })).close()
    const again = await openPgliteAsOwner(folder)
    await expect(again.rows(`select * from ${table}`).finally(again.close)).rejects.toThrow('invalid page in block 0')
  })

  // Filling an embedded installation twice takes a while.
  test.runIf(process.env.RESTORES === 'all')(
    'a backup restores an installation after the damaged folder is moved away',
    async () => {
      const installation = await runningInstallation('pglite')
      const archive = join(installation.dataDir, 'backup.zip')
      await backupOf(installation, archive)
      await installation.close()
      const folder = join(installation.dataDir, 'db')
      truncateSync(join(folder, 'global/pg_control'), 0)
      expect(await open(folder)).toContain('restore a backup')
      await expect(restoreTo(installation, archive)).rejects.toThrow(`There is a database in ${folder} already`)
      renameSync(folder, `${folder}-damaged`)
      await restoreTo(installation, archive)
      const database = await openDatabase(installation.options)
      const shows = await inSite(database, scope, (tx) => adminShows(tx)).finally(database.close)
      expect(shows.map(({ venue }) => venue)).toEqual([backupShow.venue])
    },
  )

  longTest('starts after an interrupted first start', async () => {
    const folder = place({ made: false })
    const options = { kind: 'pglite', folder } as const
    const first = startChild('open-database.ts', { options })
    const making = () => readdirSync(join(folder, '..')).includes('db.new') && readdirSync(`${folder}.new`).length > 3
    // It is paused while we check again: otherwise it might finish before it is killed.
    const caught = () => making() && first.process.kill('SIGSTOP') && making()
    await expect.poll(caught, { interval: 5 }).toBe(true)
    await first.kill()
    expect(readdirSync(folder)).toEqual([])
    expect(await open(folder)).toBe('opened')
  })
})

describe('PostgreSQL', () => {
  longTest('five processes that start together prepare the database once', async () => {
    const name = `empty_${process.pid}`
    const { url, ownerUrl } = inject('postgres')
    await runStatementOn(`${ownerUrl}postgres`, `create database ${name}`)
    onTestFinished(() => runStatementOn(`${ownerUrl}postgres`, `drop database ${name} with (force)`))
    const options = { kind: 'postgres', url: url + name, ownerUrl: ownerUrl + name, poolSize: 1 } as const
    const children = Array.from({ length: 5 }, () => startChild('open-database.ts', { options }))
    await Promise.all(children.map((child) => child.printed(1)))
    await Promise.all(children.map((child) => child.kill()))
    const count = 'do $$ begin assert (select count(*) from drizzle.__drizzle_migrations) = '
    await runStatementOn(ownerUrl + name, `${count} ${journal.entries.length}; end $$`)
  })

  /** An empty one, to which its owner may connect as often as they like. */
  async function newDatabase() {
    const { ownerUrl } = inject('postgres')
    const name = `start_${newId().replaceAll('-', '')}`
    await runStatementOn(`${ownerUrl}postgres`, `create database ${name}`)
    onTestFinished(() => runStatementOn(`${ownerUrl}postgres`, `drop database ${name} with (force)`))
    return async () => {
      const client = new pg.Client({ connectionString: ownerUrl + name })
      client.on('error', () => {})
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }
  }

  longTest('a process that dies during the migrations leaves nothing, and the next one repeats them', async () => {
    const connect = await newDatabase()
    const onlooker = await connect()
    const made = async () =>
      (
        await onlooker.query(`select nspname from pg_namespace where nspname in ('drizzle', 'pgboss')
        union all select relname from pg_class where relnamespace = 'public'::regnamespace`)
      ).rows
    /** Kills the connection just before this message, counted from the first. */
    const start = async (dies: (text: string, at: number) => boolean) => {
      const client = await connect()
      const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows
      let messageCount = 0
      const run = async (text: string) => {
        if (dies(text, messageCount++)) await onlooker.query('select pg_terminate_backend($1, 60000)', [pid])
        return client.query(text)
      }
      const owner: OwnerConnection = { run, rows: async (text) => (await client.query(text)).rows }
      await migrateDatabase(owner, { name: 'app' })
      return messageCount
    }
    for (const moment of [1, 2, 3, 4, 5, 8, 13, 21]) {
      await expect(start((_, at) => at === moment)).rejects.toThrow()
      expect(await made(), `before statement ${moment}`).toEqual([])
    }
    await expect(start((text) => text === 'commit')).rejects.toThrow()
    expect(await made(), 'before the commit').toEqual([])
    expect(await start(() => false)).toBeGreaterThan(22)
    expect((await made()).length).toBeGreaterThan(22)
  })

  test('rejects a login that bypasses row-level security, with a remedy', async () => {
    const { urls } = await copyForTest()
    const words = await refusal(openPostgres({ url: urls.ownerUrl, poolSize: 1 }))
    expect(words).toMatch(/logs in as "postgres".*DATABASE_OWNER_URL/)
    expect(words).toMatch(oneSentence)
    const name = `bypass_${process.pid}`
    await runStatementOn(urls.ownerUrl, `create role ${name} login bypassrls`)
    onTestFinished(() => runStatementOn(urls.ownerUrl, `drop role ${name}`))
    const url = urls.url.replace('app@', `${name}@`)
    expect(await refusal(openPostgres({ url, ownerUrl: urls.ownerUrl, poolSize: 1 }))).toContain(`"${name}"`)
  })

  test('rejects a database owner without the needed rights, with a remedy', async () => {
    const { urls } = await copyForTest()
    const name = `weak_${process.pid}`
    await runStatementOn(urls.ownerUrl, `create role ${name} login`)
    onTestFinished(() => runStatementOn(urls.ownerUrl, `drop role ${name}`))
    const words = await refusal(openPostgres({ url: urls.url.replace('app@', `${name}@`), poolSize: 1 }))
    expect(words).toMatch(/DATABASE_URL may not prepare the database \(.*\); give it CREATEROLE/)
  })

  longTest('works with one role that can create roles, and the policies bind it', async () => {
    const { ownerUrl } = inject('postgres')
    const name = `alone_${process.pid}`
    await runStatementOn(`${ownerUrl}postgres`, `create role ${name} login createrole`)
    await runStatementOn(`${ownerUrl}postgres`, `create database ${name} owner ${name}`)
    onTestFinished(async () => {
      await runStatementOn(`${ownerUrl}postgres`, `drop database ${name} with (force)`)
      await runStatementOn(`${ownerUrl}postgres`, `drop role ${name}`)
    })
    const url = ownerUrl.replace('postgres@', `${name}@`) + name
    const database = await openPostgres({ url, poolSize: 1 })
    onTestFinished(() => database.close())
    const seen = await database.transaction(
      'select 1',
      (queries) => queries.execute('select count(*)::int as rows from websites'),
      waitLimitMs,
    )
    expect(seen.rows).toEqual([{ rows: 0 }])
  })

  test('in production rejects a login that owns the tables or may become their owner, in one sentence', async () => {
    const { ownerUrl } = inject('postgres')
    const name = `prod_${process.pid}`
    const onServer = (statement: string) => runStatementOn(`${ownerUrl}postgres`, statement)
    const login = (role: string) => ownerUrl.replace('postgres@', `${role}@`) + name
    await onServer(`create role ${name}_owner login createrole bypassrls`)
    await onServer(`create database ${name} owner ${name}_owner`)
    for (const role of ['app', 'between', 'member']) await onServer(`create role ${name}_${role} login`)
    const made = ['owner', 'app', 'between', 'member'].map((role) => `${name}_${role}`)
    onTestFinished(async () => {
      await onServer(`drop database ${name} with (force)`)
      await onServer(`drop role ${made.join(', ')}`)
    })
    const open = (role: string, options: object = {}) =>
      openPostgres({
        url: login(`${name}_${role}`),
        ownerUrl: login(`${name}_owner`),
        poolSize: 1,
        refusesOwner: true,
        ...options,
      })
    await onServer(`alter role ${name}_owner nobypassrls`)
    const alone = await refusal(open('owner'))
    expect(alone).toContain(
      `"${name}_owner", who owns the tables; in production keep the owner's address as DATABASE_OWNER_URL`,
    )
    expect(alone).toMatch(oneSentence)
    await (await open('app')).close()
    // Through another role, and whichever of its rights it has by itself.
    await onServer(`grant ${name}_owner to ${name}_between`)
    await onServer(`grant ${name}_between to ${name}_member`)
    const member = await refusal(open('member'))
    expect(member).toContain(`"${name}_member", who may become "${name}_owner", the owner of the tables; in production`)
    expect(member).toMatch(oneSentence)
    await (await open('member', { refusesOwner: false })).close()
    await onServer(`revoke ${name}_between from ${name}_member`)
    await (await open('member')).close()
    // Owning a single table is enough to be refused.
    await runStatementOn(`${ownerUrl}${name}`, `alter table websites owner to ${name}_app`)
    expect(await refusal(open('app'))).toContain(`"${name}_app", who owns the tables`)
  })

  /** A database before the last migration, which changes `digital_downloads`, and a reader of that table. */
  async function oldDatabaseInUse() {
    const connect = await newDatabase()
    const [client, reader, visitor] = [await connect(), await connect(), await connect()]
    const owner: OwnerConnection = {
      run: (text) => client.query(text),
      rows: async (text) => (await client.query(text)).rows,
    }
    const login = { name: 'app' }
    await owner.run('begin')
    await migrateTo(steps.at(-2)!, owner, login)
    await owner.run('commit')
    await reader.query('begin; lock table digital_downloads in access share mode')
    return { owner, login, reader, visitor }
  }
  const steps = journal.entries.map(({ when }) => when)

  test('a migration waits for running reads without blocking others, and then runs', async () => {
    const { owner, login, reader, visitor } = await oldDatabaseInUse()
    let isDone = false
    const starting = migrateDatabase(owner, login, { forTable: 500, pause: 200, inAll: 600_000 }).then(() => {
      isDone = true
    })
    const waiting = `select from pg_locks where relation = 'digital_downloads'::regclass and not granted`
    await expect.poll(async () => (await visitor.query(waiting)).rowCount, { interval: 20 }).toBe(1)
    await visitor.query(`set statement_timeout = '30s'`)
    expect((await visitor.query('select * from digital_downloads')).rows).toEqual([])
    expect(isDone).toBe(false)
    await reader.query('commit')
    await starting
    expect(await lastAppliedMigration(owner)).toBe(steps.at(-1))
  })

  test('a migration that never gets its lock ends with one sentence and changes nothing', async () => {
    const { owner, login } = await oldDatabaseInUse()
    const words = await refusal(migrateDatabase(owner, login, { forTable: 50, pause: 1, inAll: 120 }))
    expect(words).toMatch(
      /^The tables cannot be changed while a long query or a backup reads them; nothing was changed/,
    )
    expect(words).toMatch(oneSentence)
    expect(await lastAppliedMigration(owner)).toBe(steps.at(-2))
  })

  test('refuses to start when PostgreSQL does not answer and names its address', async () => {
    const opening = openPostgres({ url: 'postgres://app@127.0.0.1:1/x', poolSize: 1, startPatience: 0 })
    expect(await refusal(opening)).toBe('PostgreSQL at 127.0.0.1:1 does not answer; start it, or correct DATABASE_URL.')
  })

  test('the server refuses to start without its database and names it', async () => {
    const { ownerUrl, url } = inject('postgres')
    const opening = openPostgres({ url: `${url}nowhere`, ownerUrl: `${ownerUrl}nowhere`, poolSize: 1 })
    expect(await refusal(opening)).toContain('database "nowhere" does not exist')
  })
})

describe.each(['pglite', 'postgres'] as const)('on %s', async (engine) => {
  const owner = await openAsSuperuser(engine)

  test('rejects a database of a newer version and does not touch it', async () => {
    await owner.run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 99999999999999);
      comment on schema drizzle is 'later'`)
    expect(await refusal(migrateDatabase(owner, { name: 'app' }))).toContain('newer version of this program')
    expect(await owner.rows(`select obj_description('drizzle'::regnamespace, 'pg_namespace') as version`)).toEqual([
      { version: 'later' },
    ])
  })
})

async function copyForTest() {
  const copy = await copyTemplateDatabase()
  onTestFinished(copy.remove)
  return copy
}
