import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { healthRoutes } from '#app/http/health.ts'
import { createLog } from '#app/log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const written: string[] = []
  const services = {
    database: { ping: vi.fn(async () => {}) },
    log: createLog('warn', { isTTY: true, write: (line) => written.push(line) > 0 }),
    isLeaving: false,
  }
  const routes = healthRoutes(services)
  const ask = async (path: string) => {
    const answer = await routes.request(path)
    return [answer.status, await answer.text()]
  }
  return { services, ask, written }
}

test('pings the database at most once a second', async () => {
  const { services, ask } = watched()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')))
  expect(new Set(answers.map(String))).toEqual(new Set(['200,ready']))
  await ask('/readyz')
  expect(services.database.ping).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  await ask('/readyz')
  expect(services.database.ping).toHaveBeenCalledTimes(2)
})

test('is not ready without its database, and logs that once a second', async () => {
  const { services, ask, written } = watched()
  services.database.ping.mockRejectedValue(new Error('away'))
  for (let n = 0; n < 5; n++) expect(await ask('/readyz')).toEqual([503, 'The database does not answer.'])
  expect(written).toHaveLength(1)
  expect(await ask('/healthz')).toEqual([200, 'ok'])
  services.database.ping.mockResolvedValue()
  vi.advanceTimersByTime(1_000)
  expect(await ask('/readyz')).toEqual([200, 'ready'])
})

test('/healthz and /readyz report that the process is about to end', async () => {
  const { services, ask } = watched()
  services.isLeaving = true
  for (const path of ['/healthz', '/readyz']) expect(await ask(path)).toEqual([503, 'This process is about to end.'])
})
