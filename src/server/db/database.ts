import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'
import type { Channel, Ears } from '#server/db/channel.ts'
import type { Owner } from '#server/db/migrations.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'

export type Engine = 'pglite' | 'postgres'

type Answer<Row> = { rows: Row[] }
interface Rows extends PgQueryResultHKT {
  type: Answer<this['row']>
}
/** What both engines understand: Drizzle without a word about the driver. */
export type Queries = Omit<PgDatabase<Rows>, 'transaction'>

export type Database = {
  readonly engine: Engine
  /** True while the disk is full: reads are answered, writes are refused as `storage-full`. */
  readonly storageFull: boolean
  /** Hears of it when the disk is full, and when there is room again. */
  onStorage: (listener: (full: boolean) => void) => void
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  close: () => Promise<void>
  /**
   * For `inSite` only. Runs the opening statements and the work in one transaction, which is committed when the work
   * succeeds and rolled back when it fails.
   */
  transaction: <T>(opening: string, work: (queries: Queries) => Promise<T>, longest: number) => Promise<T>
  /** Embedded only, where nobody else can open it: the database as it is now, as a folder of its own. */
  copyTo?: (folder: string) => Promise<void>
  /**
   * Embedded only: what some queries of the owner find at one moment, held on the disk and read while others go on. The
   * opening statements are for the transaction in which they are asked.
   */
  holdRows?: (opening: string, choose: (owner: Owner) => Promise<Record<string, string>>) => Promise<HeldRows>
  /** PostgreSQL only, which other processes may share: what they tell each other. */
  channel?: (name: string, ears: Ears) => Channel
  /** PostgreSQL only: how many connections there are, how many of them do nothing, and how many requests wait for one. */
  pool?: () => { open: number; idle: number; waiting: number }
  /** For the jobs only: how pg-boss reaches the same database. */
  forJobs: () => Pick<ConstructorOptions, 'backend' | 'db' | 'connectionString' | 'max' | 'monitorVacuum' | 'reindex'>
}

export type HeldRows = {
  /** Some at a time, each once. */
  read: <Row>(name: string) => AsyncGenerator<Row[]>
  release: () => Promise<void>
}

export type DatabaseOptions =
  | { kind: 'pglite'; folder: string }
  | { kind: 'postgres'; url: string; ownerUrl?: string | undefined; poolSize: number; refusesOwner?: boolean }

/** Opens the database, brought up to this version of the program; throws a StartRefusal when a person must help. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.kind === 'pglite' ? openPglite(options) : openPostgres(options)
}
