import { sql } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'

/** Clocks that differ by no more than this agree. Processes that go by NTP differ by milliseconds. */
const agreedWithin = 5 * 60_000

/** How far a clock is ahead of the database's, in milliseconds; 0 when they agree. */
export async function aheadOfDatabase(tx: SiteTx, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)
  const ahead = +now - Number(rows[0]!.ms)
  return Math.abs(ahead) <= agreedWithin ? 0 : ahead
}
