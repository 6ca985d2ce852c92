import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '#app/log.ts'

test('writes the log lines of one event loop turn together and in order', async () => {
  const written: string[] = []
  const log = createLog('info', { isTTY: false, write: (text: string) => written.push(text) > 0 })
  log.info({ path: '/tour' }, 'request')
  log.warn({}, 'requests shed: overloaded')
  expect(written).toEqual([])
  await turn()
  expect(written).toHaveLength(1)
  const lines = written[0]!.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['request', 'requests shed: overloaded'])
  log.info({}, 'later')
  await turn()
  expect(written).toHaveLength(2)
})
