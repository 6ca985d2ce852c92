import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'
import type { Channel, ChannelListener } from '#server/db/channel.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'

export type Engine = 'pglite' | 'postgres'

type Answer<Row> = { rows: Row[] }
interface Rows extends PgQueryResultHKT {
  type: Answer<this['row']>
}
/** Drizzle's query builder without its driver, the same for both engines. */
export type Queries = Omit<PgDatabase<Rows>, 'transaction'>

export type Database = {
  readonly engine: Engine
  /** True while the disk is full: reads are answered, writes are refused as `storage-full`. */
  readonly storageFull: boolean
  /** Called when the disk becomes full, and when it has space again. */
  onStorageChange: (listener: (full: boolean) => void) => void
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  close: () => Promise<void>
  /**
   * For `inSite` only. Runs the opening statements and the work in one transaction, which is committed when the work
   * succeeds and rolled back when it fails.
   */
  transaction: <T>(opening: string, work: (queries: Queries) => Promise<T>, timeoutMs: number) => Promise<T>
  /** Embedded only, because no other process can open it: copies the current state of the database to a new folder. */
  copyTo?: (folder: string) => Promise<void>
  /**
   * Embedded only: runs queries as the owner in one transaction and keeps their results on the disk, to be read while
   * other transactions go on. The opening statements are for that transaction.
   */
  holdRows?: (opening: string, choose: (owner: OwnerConnection) => Promise<Record<string, string>>) => Promise<HeldRows>
  /** PostgreSQL only: messages between the processes that share the database. */
  channel?: (name: string, ears: ChannelListener) => Channel
  /** PostgreSQL only: open connections, idle ones, and requests that wait for one. */
  pool?: () => { open: number; idle: number; waiting: number }
  /** For the jobs only: how pg-boss connects to the same database. */
  jobsConnection: () => Pick<
    ConstructorOptions,
    'backend' | 'db' | 'connectionString' | 'max' | 'monitorVacuum' | 'reindex'
  >
}

export type HeldRows = {
  /** In batches; each row once. */
  read: <Row>(name: string) => AsyncGenerator<Row[]>
  release: () => Promise<void>
}

export type DatabaseOptions =
  | { kind: 'pglite'; folder: string }
  | { kind: 'postgres'; url: string; ownerUrl?: string | undefined; poolSize: number; refusesOwner?: boolean }
