import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '#domain/refusal.ts'

/** One transaction of this process, watched from its first statement to its last. */
type Watch = { over: boolean; running: number; failed: { error: unknown } | null }

const current = new AsyncLocalStorage<Watch>()

/** Every statement of a transaction goes through this. */
export type Guard = <T>(statement: () => Promise<T>) => Promise<T>

/**
 * The embedded database has one connection, and whoever asks it for a second one while holding the first waits for
 * ever. With PostgreSQL the same mistake empties the pool under load. So it fails at once, on both.
 */
export function assertNoneOpen(what: string): void {
  const open = current.getStore()
  if (open && !open.over)
    throw new Error(`${what} was called while a transaction is open; use the tx at hand, or wait until it has ended.`)
}

/** Runs work inside a transaction that somebody else begins before and ends after. */
export async function watched<T>(longest: number, work: (guard: Guard) => Promise<T>): Promise<T> {
  const watch: Watch = { over: false, running: 0, failed: null }
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // The database was at work: it is slow. It was not: our own code kept everyone waiting.
    const slow = watch.running > 0
    watch.over = true
    tooLong.reject(
      slow
        ? new Refusal('unavailable')
        : new Error(`A transaction stayed open for ${longest} ms; inside one, await nothing but its own statements.`),
    )
  }, longest)
  try {
    const result = await Promise.race([current.run(watch, () => work(guarding(watch))), tooLong.promise])
    // The transaction cannot be committed any more, even if the work has swallowed the error that says so.
    if (watch.failed) throw watch.failed.error
    return result
  } finally {
    clearTimeout(timer)
    watch.over = true
  }
}

function guarding(watch: Watch): Guard {
  return async (statement) => {
    if (watch.over) throw new Error('This transaction is over; its tx must not be kept for later.')
    watch.running++
    try {
      const result = await statement()
      // After an error PostgreSQL takes only one statement: back to a savepoint, and then all is well again.
      watch.failed = null
      return result
    } catch (error) {
      watch.failed = { error }
      throw error
    } finally {
      watch.running--
    }
  }
}
