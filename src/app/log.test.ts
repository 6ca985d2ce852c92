import { setImmediate as turn } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#app/log.ts'
import { newId } from '#server/db/id.ts'

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

describe('the lines of requests', () => {
  const facts = { requestId: newId(), site: 'Marlow “Quay”', method: 'GET', path: '/tour/…', status: 304, ms: 2 }
  const open = (level?: string) => {
    const written: string[] = []
    return { written, log: createLog(level, { write: (text: string) => written.push(text) > 0 }) }
  }

  test.each([facts, { ...facts, site: undefined }])('lines of requests are those that pino writes', async (each) => {
    const { written, log } = open()
    log.request(each)
    log.info(each, 'request')
    await turn()
    const [ours, theirs] = written.join('').trimEnd().split('\n')
    const withoutTime = (line: string) => line.replace(/"time":"[\d-]{10}T[\d:.]{12}Z"/, 'time')
    expect(withoutTime(ours!)).toBe(withoutTime(theirs!))
    expect(ours).toContain('"time":"')
  })

  test('lines of requests are written together after a few milliseconds, before what is logged after them, and at the exit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { written, log } = open()
    log.request(facts)
    await turn()
    log.request(facts)
    expect(written).toEqual([])
    vi.advanceTimersByTime(5)
    expect(written.map((text) => text.split('\n').length - 1)).toEqual([2])
    log.request(facts)
    log.warn({}, 'later')
    await turn()
    expect(written[1]).toMatch(/^\{.*"msg":"request"\}\n\{.*"msg":"later"\}\n$/)
    log.request(facts)
    const [atExit] = process.listeners('exit').slice(-1)
    atExit!(0)
    expect(written[2]).toMatch(/"msg":"request"\}\n$/)
  })

  test('lines of requests are left out when the log level says so', async () => {
    const { written, log } = open('warn')
    log.request(facts)
    log.warn({}, 'only this')
    await turn()
    expect(written.join('').match(/"msg"/g)).toHaveLength(1)
  })
})

describe('log on a terminal', () => {
  const linesAt = (level?: string) => {
    const written: string[] = []
    const log = createLog(level, { isTTY: true, write: (text: string) => written.push(text) > 0 })
    const request = { method: 'GET', path: '/tour', status: 200, ms: 12, site: 'Marlow Quay' }
    log.info(request, 'request')
    log.warn({ free: 3 }, 'the disk is nearly full')
    log.error({ err: new Error('no answer') }, 'request failed')
    return written.map((line) => stripVTControlCharacters(line))
  }

  test('writes warnings and errors only, as lines that people can read', () => {
    const [first, second, ...more] = linesAt()
    expect(first).toMatch(/^\d\d:\d\d:\d\d warn {2}the disk is nearly full {"free":3}\n$/)
    expect(second).toMatch(/^\d\d:\d\d:\d\d error request failed\nError: no answer\n/)
    expect(more).toEqual([])
  })

  test('writes requests too when LOG_LEVEL asks for them', () => {
    expect(linesAt('info')[0]).toMatch(/^\d\d:\d\d:\d\d info {2}GET \/tour 200 12 ms \(Marlow Quay\)\n$/)
  })
})

test('without a terminal writes requests, as JSON', async () => {
  const written: string[] = []
  createLog(undefined, { write: (text: string) => written.push(text) > 0 }).info({ path: '/tour' }, 'request')
  await turn()
  expect(JSON.parse(written.join(''))).toMatchObject({ level: 30, path: '/tour', msg: 'request' })
})
