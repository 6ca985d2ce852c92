import { Hono } from 'hono'
import type { House } from '#app/house.ts'

/**
 * For whoever watches the process, so on any host: alive is alive, ready means that the database answers too and that
 * the process is not about to end.
 */
export function health(house: Pick<House, 'database' | 'log' | 'isLeaving'>) {
  return new Hono()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      if (house.isLeaving) return c.text('This process is about to end.', 503, { 'retry-after': '5' })
      try {
        await house.database.ping()
        return c.text('ready')
      } catch (error) {
        house.log.warn({ err: error }, 'not ready')
        return c.text('The database does not answer.', 503, { 'retry-after': '5' })
      }
    })
}
