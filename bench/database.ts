import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { runStatementOn, startPostgres } from '#tests/services/postgres.ts'

/** An empty database on a PostgreSQL of its own, which ends with the benchmark. */
export type Bench = {
  database: Database
  /** The URLs for another process that opens it. */
  urls: { url: string; ownerUrl: string }
  /** Vacuums and analyses the tables, as on a server in use. */
  settle: () => Promise<void>
}

export async function withBenchDatabase<T>(poolSize: number, measure: (bench: Bench) => Promise<T>): Promise<T> {
  process.env.NODE_ENV = 'production'
  const cluster = await startPostgres()
  try {
    await cluster.run('create database bench')
    const urls = { url: cluster.url('bench'), ownerUrl: cluster.ownerUrl('bench') }
    const database = await openPostgres({ ...urls, poolSize })
    const settle = async () => {
      await runStatementOn(urls.ownerUrl, 'vacuum analyze')
      await runStatementOn(urls.ownerUrl, 'checkpoint')
    }
    return await measure({ database, urls, settle }).finally(database.close)
  } finally {
    await cluster.stop()
  }
}
