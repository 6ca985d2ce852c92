import { LRUCache } from 'lru-cache'
import { type CheckId, type CheckResult, type GoingLiveState, timedOutResult } from '#domain/going-live/check.ts'
import { Refusal } from '#domain/refusal.ts'
import { type CheckDeps, goingLiveChecks } from '#server/going-live/checks.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'
import { createWorkQueue, QueueFullError } from '#server/limits/work-queue.ts'

export type CheckedResult = CheckResult & { id: CheckId; title: string; checkedAt: Date }

const cacheMs = 60_000
const maxMs = 10_000
/** For “Check again” on one site, all checks together. */
const repeatRateLimit = { max: 30, seconds: 60 }

/** `subject`: the id of the site or user that the result is for. */
type RunOptions = { subject: string; again: boolean; log: (error: unknown, id: CheckId) => void }

/**
 * Runs checks with a time limit, a few at once, and caches each result for a minute. `lastState` returns the last state of
 * a check without running it. One for the process.
 */
export function createCheckRunner() {
  const kept = new LRUCache<string, Promise<CheckedResult>>({ max: 5_000, ttl: cacheMs })
  const lastStates = new LRUCache<string, GoingLiveState>({ max: 15_000 })
  const queue = createWorkQueue({ atOnce: 12, maxWaiting: 100 })
  const rateLimit = createMemoryRateLimit(repeatRateLimit)

  const lastState = (id: CheckId, subject: string): GoingLiveState | undefined => lastStates.get(`${subject} ${id}`)
  const runCheck = async (
    id: CheckId,
    deps: Omit<CheckDeps, 'signal'>,
    options: RunOptions,
  ): Promise<CheckedResult> => {
    const { subject, again } = options
    const key = `${subject} ${id}`
    const before = kept.get(key)
    if (before && !again) return before
    const wait = again ? rateLimit(subject, deps.now) : 0
    if (wait) throw new Refusal('too-many', { facts: { retryAfterSeconds: wait } })
    const result = queue
      .run(() => run(id, deps, options))
      .then((done) => {
        lastStates.set(key, done.state)
        return done
      })
      .catch((error) => {
        kept.delete(key)
        throw error instanceof QueueFullError ? new Refusal('unavailable') : error
      })
    kept.set(key, result)
    return result
  }
  return { runCheck, lastState }
}

async function run(id: CheckId, deps: Omit<CheckDeps, 'signal'>, { log }: RunOptions): Promise<CheckedResult> {
  const { title, check } = goingLiveChecks.find((each) => each.id === id)!
  const signal = AbortSignal.timeout(maxMs)
  const late = new Promise<CheckResult>((resolve) => signal.addEventListener('abort', () => resolve(timedOutResult)))
  const result = await Promise.race([check({ ...deps, signal }), late]).catch((error) => {
    log(error, id)
    return timedOutResult
  })
  return { ...result, id, title, checkedAt: deps.now }
}
