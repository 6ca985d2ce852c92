import { expect, test } from 'vitest'
import { limitConcurrency } from '#web/site/downloads/engine/fetch-chunks.ts'

test('limitConcurrency runs two tasks at once and queues the others, also after a failure', async () => {
  const inTurn = limitConcurrency(2)
  let [working, most] = [0, 0]
  const done: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++working)
    await new Promise((resolve) => setImmediate(resolve))
    working--
    done.push(n)
    if (n === 0) throw new Error('no')
  }
  const all = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(work(n))))
  expect([most, done]).toEqual([2, [0, 1, 2, 3, 4]])
  expect(all.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
})
