import { expect, test, vi } from 'vitest'
import { ChildProcessError, runInChildProcess } from '#server/files/child-process.ts'

const script = 'tests/fixtures/apart-process.ts'
const timeoutMs = 30_000

test('runs a script in a child process that may request data', async () => {
  expect(await runInChildProcess(script, { does: 'tell', words: 'x' }, { timeoutMs })).toBe('x')
  const answer = async (request: unknown) => Buffer.from(String(request))
  const answers = await runInChildProcess<Uint8Array[]>(script, { does: 'ask', words: 'some' }, { timeoutMs, answer })
  expect(answers.map((each) => Buffer.from(each).toString())).toEqual(['some', 'and more'])
})

test('ends a script that never finishes without blocking the server', async () => {
  const ticks = vi.fn()
  const ticking = setInterval(ticks, 20)
  await expect(runInChildProcess(script, { does: 'loop' }, { timeoutMs: 1_000 })).rejects.toThrow(
    'longer than 1 seconds',
  )
  clearInterval(ticking)
  expect(ticks.mock.calls.length).toBeGreaterThan(10)
})

test('throws ChildFailure when the script fails or uses too much memory', async () => {
  await expect(runInChildProcess(script, { does: 'fail' }, { timeoutMs })).rejects.toThrow(
    new ChildProcessError('it is broken'),
  )
  await expect(runInChildProcess(script, { does: 'fill' }, { timeoutMs })).rejects.toBeInstanceOf(ChildProcessError)
  const swollen = runInChildProcess(script, { does: 'swell' }, { timeoutMs: 10_000 })
  await expect(swollen).rejects.toThrow(new ChildProcessError('it took more than 512 MB'))
})

test('throws another error when data is unavailable or the server stops', async () => {
  const answer = () => Promise.reject(new Error('the disk is away'))
  const failed = await runInChildProcess(script, { does: 'ask' }, { timeoutMs, answer }).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({ message: 'the disk is away' })
  expect(failed).not.toBeInstanceOf(ChildProcessError)
  const stop = new AbortController()
  const stopped = runInChildProcess(script, { does: 'loop' }, { timeoutMs, signal: stop.signal }).catch(
    (error: unknown) => error,
  )
  stop.abort()
  expect(await stopped).not.toBeInstanceOf(ChildProcessError)
})
