import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { runOn, startPostgres } from '#tests/services/postgres.ts'

/** What a bench measures on: an empty database on a PostgreSQL of its own, which goes with it. */
export type Bench = {
  database: Database
  /** Where it is, for a process that opens it too. */
  urls: { url: string; ownerUrl: string }
  /** As a server in use would be: its tables are tidied and counted. */
  settle: () => Promise<void>
}

export async function onPostgres<T>(poolSize: number, measure: (bench: Bench) => Promise<T>): Promise<T> {
  process.env.NODE_ENV = 'production'
  const cluster = await startPostgres()
  try {
    await cluster.run('create database bench')
    const urls = { url: cluster.url('bench'), ownerUrl: cluster.ownerUrl('bench') }
    const database = await openPostgres({ ...urls, poolSize })
    const settle = async () => {
      await runOn(urls.ownerUrl, 'vacuum analyze')
      await runOn(urls.ownerUrl, 'checkpoint')
    }
    return await measure({ database, urls, settle }).finally(database.close)
  } finally {
    await cluster.stop()
  }
}
