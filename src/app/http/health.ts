import { Hono } from 'hono'
import type { Services } from '#app/services.ts'

/** So many milliseconds the database is not asked again, however many want to know. */
const databaseCheckCacheMs = 1_000

type Deps = { database: Pick<Services['database'], 'ping'>; log: Pick<Services['log'], 'warn'>; isLeaving: boolean }

/**
 * For process supervisors, so on any host. Alive says that requests may be sent here, and is what proxies ask:
 * pages that are kept are answered without the database too. Ready means that the database answers as well.
 */
export function healthRoutes(services: Deps) {
  const stoppingReason = () => services.isLeaving && 'This process is about to end.'
  const database = cacheResult(databaseCheckCacheMs, async () => {
    try {
      await services.database.ping()
      return true
    } catch (error) {
      services.log.warn({ err: error }, 'not ready')
      return false
    }
  })
  const not = { 'retry-after': '5' }
  return new Hono()
    .get('/healthz', (c) => {
      const why = stoppingReason()
      return why ? c.text(why, 503, not) : c.text('ok')
    })
    .get('/readyz', async (c) => {
      const why = stoppingReason() || (!(await database()) && 'The database does not answer.')
      return why ? c.text(why, 503, not) : c.text('ready')
    })
}

/** Concurrent and following requests share one result for a while. */
function cacheResult<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask().finally(() => setTimeout(() => (answer = undefined), milliseconds).unref())
    return answer
  }
}
