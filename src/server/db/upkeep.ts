import type { PGlite } from '@electric-sql/pglite'

const minute = 60_000
const mostLog = 64 * 1024 * 1024

/**
 * What PostgreSQL does in the background and the embedded one does not: write changed pages out, so that the log
 * may be cut and a start after a crash is quick, and clear dead rows away.
 */
export function keepUp(pglite: PGlite, diskFull: () => boolean): { stop: () => void } {
  let writtenOut = 0
  let since = Date.now()
  const logged = async () => {
    const { rows } = await pglite.query<{ at: string }>("select (pg_current_wal_lsn() - '0/0')::text as at")
    return Number(rows[0]!.at)
  }
  const checkpoint = async () => {
    const grown = (await logged()) - writtenOut
    if (grown === 0 || (grown < mostLog && Date.now() - since < 5 * minute)) return
    await pglite.exec('checkpoint')
    writtenOut = await logged()
    since = Date.now()
  }
  /** What fails is tried again the next time; those who write hear of the cause themselves. */
  const every = (time: number, task: () => Promise<unknown>) => {
    let busy = false
    return setInterval(async () => {
      if (busy || diskFull()) return
      busy = true
      await task().catch(() => {})
      busy = false
    }, time).unref()
  }
  const timers = [every(minute / 6, checkpoint), every(60 * minute, () => pglite.exec('vacuum (analyze)'))]
  return { stop: () => timers.forEach(clearInterval) }
}
