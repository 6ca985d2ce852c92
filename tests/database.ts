import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { Role } from '#server/db/access.ts'
import type { Database, Engine } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'
import { openPglite, pgliteExtensions } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { runStatementOn } from '#tests/services/postgres.ts'
import { templateDatabase } from '#tests/services/setup.ts'

/** For the engine contract: what PGlite must do as PostgreSQL does, checked on both in every run (decision 21). */
export const bothEngines: Engine[] = ['pglite', 'postgres']

/**
 * The engines of every other suite: PostgreSQL in `npm test`, both in `npm run test:full`, which sets ENGINES.
 * `describe.each(engines)('on %s', async (engine) => { const database = await openTestDatabase(engine) … })`
 */
export const engines: Engine[] = process.env.ENGINES === 'both' ? bothEngines : ['postgres']
/** For suites that one engine is enough for: PostgreSQL in `npm test`, PGlite in `npm run test:full`. */
export const defaultEngine = engines[0]!

/**
 * A database of this test file's own, up to date and empty. Call it at the top of a file or a describe; it is closed and
 * removed at its end.
 */
export async function openTestDatabase(
  engine: Engine,
  { poolSize = 4, ...waits }: { poolSize?: number; maxWaitMs?: number } = {},
): Promise<Database> {
  let cleanUp = async () => {}
  afterAll(() => cleanUp())
  const made = engine === 'pglite' ? copyOfPglite() : await copyTemplateDatabase()
  cleanUp = made.remove
  const database =
    'folder' in made
      ? await openPglite({ folder: made.folder, durable: false })
      : await openPostgres({ ...made.urls, poolSize, ...waits })
  cleanUp = async () => {
    await database.close()
    await made.remove()
  }
  return database
}

export type TestSite = {
  websiteId: string
  /** Who administers it. */
  userId: string
  as: <T>(role: Role, work: (tx: SiteTx) => Promise<T>) => Promise<T>
}

/** Every test owns a fresh site, so tests never share rows and never clean up. */
export async function createTestSite(database: Database): Promise<TestSite> {
  const [websiteId, userId] = [newId(), newId()]
  await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a test' }])
  return { websiteId, userId, as: (role, work) => inSite(database, { websiteId, role, userId }, work) }
}

/** A copy with superuser access: no policy binds it. */
export async function openAsSuperuser(engine: Engine): Promise<OwnerConnection> {
  const copy = engine === 'pglite' ? copyOfPglite() : await copyTemplateDatabase()
  if ('folder' in copy) {
    const pglite = await PGlite.create({ dataDir: copy.folder, extensions: pgliteExtensions })
    afterAll(async () => {
      await pglite.close()
      await copy.remove()
    })
    return { run: (text) => pglite.exec(text), rows: async <R>(text: string) => (await pglite.query<R>(text)).rows }
  }
  const client = new pg.Client({ connectionString: copy.urls.ownerUrl })
  await client.connect()
  afterAll(async () => {
    await client.end()
    await copy.remove()
  })
  return { run: (text) => client.query(text), rows: async (text) => (await client.query(text)).rows }
}

type Removable = { remove: () => Promise<void> }
type PgliteCopy = Removable & { folder: string }
type PostgresCopy = Removable & { urls: { url: string; ownerUrl: string } }

function copyOfPglite(): PgliteCopy {
  const parent = mkdtempSync(join(tmpdir(), 'stagedoor-test-'))
  cpSync(inject('pgliteTemplate'), join(parent, 'db'), { recursive: true })
  return { folder: join(parent, 'db'), remove: async () => rmSync(parent, { recursive: true, force: true }) }
}

/** Its addresses too, for tests that look past `inSite`. */
export async function copyTemplateDatabase(): Promise<PostgresCopy> {
  const { url, ownerUrl } = inject('postgres')
  const name = `test_${newId().replaceAll('-', '')}`
  await runStatementOn(`${ownerUrl}postgres`, `create database ${name} template ${templateDatabase} strategy file_copy`)
  return {
    urls: { url: url + name, ownerUrl: ownerUrl + name },
    remove: () => runStatementOn(`${ownerUrl}postgres`, `drop database ${name} with (force)`),
  }
}
