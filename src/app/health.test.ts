import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { health } from '#app/health.ts'
import { createLog } from '#app/log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const written: string[] = []
  const house = {
    database: { ping: vi.fn(async () => {}) },
    log: createLog('warn', { isTTY: true, write: (line) => written.push(line) > 0 }),
    isLeaving: false,
  }
  const routes = health(house)
  const ask = async (path: string) => {
    const answer = await routes.request(path)
    return [answer.status, await answer.text()]
  }
  return { house, ask, written }
}

test('however many ask whether it is ready, the database is asked once a second', async () => {
  const { house, ask } = watched()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')))
  expect(new Set(answers.map(String))).toEqual(new Set(['200,ready']))
  await ask('/readyz')
  expect(house.database.ping).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  await ask('/readyz')
  expect(house.database.ping).toHaveBeenCalledTimes(2)
})

test('without its database it is not ready, which is logged once a second, and it may still be asked', async () => {
  const { house, ask, written } = watched()
  house.database.ping.mockRejectedValue(new Error('away'))
  for (let n = 0; n < 5; n++) expect(await ask('/readyz')).toEqual([503, 'The database does not answer.'])
  expect(written).toHaveLength(1)
  expect(await ask('/healthz')).toEqual([200, 'ok'])
  house.database.ping.mockResolvedValue()
  vi.advanceTimersByTime(1_000)
  expect(await ask('/readyz')).toEqual([200, 'ready'])
})

test('a process that is about to end says so at both', async () => {
  const { house, ask } = watched()
  house.isLeaving = true
  for (const path of ['/healthz', '/readyz']) expect(await ask(path)).toEqual([503, 'This process is about to end.'])
})
