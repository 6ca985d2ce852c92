import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { runOn, startPostgres } from '#tests/services/postgres.ts'

/** What a bench measures on: an empty database on a PostgreSQL of its own, which goes with it. */
export type Bench = {
  database: Database
  /** As a server in use would be: its tables are tidied and counted. */
  settle: () => Promise<void>
}

export async function onPostgres<T>(poolSize: number, measure: (bench: Bench) => Promise<T>): Promise<T> {
  process.env.NODE_ENV = 'production'
  const cluster = await startPostgres()
  try {
    await cluster.run('create database bench')
    const ownerUrl = cluster.ownerUrl('bench')
    const database = await openPostgres({ url: cluster.url('bench'), ownerUrl, poolSize })
    const settle = async () => {
      await runOn(ownerUrl, 'vacuum analyze')
      await runOn(ownerUrl, 'checkpoint')
    }
    return await measure({ database, settle }).finally(database.close)
  } finally {
    await cluster.stop()
  }
}
