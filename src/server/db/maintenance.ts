import type { PGlite } from '@electric-sql/pglite'

const minute = 60_000
const maxWalBytes = 64 * 1024 * 1024

/**
 * Background work that a PostgreSQL server does and PGlite does not: checkpoints, so that the write-ahead log can be
 * truncated and a start after a crash is quick, and vacuum.
 */
export function startMaintenance(pglite: PGlite, diskFull: () => boolean): { stop: () => void } {
  let checkpointedAt = 0
  let since = Date.now()
  const walPosition = async () => {
    const { rows } = await pglite.query<{ at: string }>("select (pg_current_wal_lsn() - '0/0')::text as at")
    return Number(rows[0]!.at)
  }
  const checkpoint = async () => {
    const grown = (await walPosition()) - checkpointedAt
    if (grown === 0 || (grown < maxWalBytes && Date.now() - since < 5 * minute)) return
    await pglite.exec('checkpoint')
    checkpointedAt = await walPosition()
    since = Date.now()
  }
  /** A failure is retried the next time; the cause also fails the writes of requests, which report it. */
  const runEvery = (time: number, task: () => Promise<unknown>) => {
    let busy = false
    return setInterval(async () => {
      if (busy || diskFull()) return
      busy = true
      await task().catch(() => {})
      busy = false
    }, time).unref()
  }
  const timers = [runEvery(minute / 6, checkpoint), runEvery(60 * minute, () => pglite.exec('vacuum (analyze)'))]
  return { stop: () => timers.forEach(clearInterval) }
}
