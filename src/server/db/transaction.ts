import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '#domain/refusal.ts'

/** State of one open transaction of this process. */
type TransactionState = { over: boolean; running: number; failed: { error: unknown } | null }

const currentTransaction = new AsyncLocalStorage<TransactionState>()

/** Every statement of a transaction goes through this. */
export type StatementGuard = <T>(statement: () => Promise<T>) => Promise<T>

/**
 * The embedded database has one connection: code that opens a second transaction inside the first would wait for ever.
 * With PostgreSQL the same mistake empties the pool under load. So it fails at once, on both engines.
 */
export function assertNoOpenTransaction(what: string): void {
  const open = currentTransaction.getStore()
  if (open && !open.over)
    throw new Error(`${what} was called while a transaction is open; use the tx at hand, or wait until it has ended.`)
}

/** Runs the work inside a transaction that the caller begins before and ends after. */
export async function runGuarded<T>(timeoutMs: number, work: (guard: StatementGuard) => Promise<T>): Promise<T> {
  const watch: TransactionState = { over: false, running: 0, failed: null }
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // While a statement runs, the database is slow. Otherwise our own code kept the transaction open.
    const slow = watch.running > 0
    watch.over = true
    tooLong.reject(
      slow
        ? new Refusal('unavailable')
        : new Error(`A transaction stayed open for ${timeoutMs} ms; inside one, await nothing but its own statements.`),
    )
  }, timeoutMs)
  try {
    const result = await Promise.race([
      currentTransaction.run(watch, () => work(createStatementGuard(watch))),
      tooLong.promise,
    ])
    // PostgreSQL will not commit after a failed statement, even if the work has swallowed its error.
    if (watch.failed) throw watch.failed.error
    return result
  } finally {
    clearTimeout(timer)
    watch.over = true
  }
}

function createStatementGuard(watch: TransactionState): StatementGuard {
  return async (statement) => {
    if (watch.over) throw new Error('This transaction is over; its tx must not be kept for later.')
    watch.running++
    try {
      const result = await statement()
      // After an error PostgreSQL only accepts a rollback to a savepoint; once that succeeds, the transaction is usable.
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
