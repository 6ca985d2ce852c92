import { expect, test, vi } from 'vitest'
import { ChildFailure, runInChild } from '#server/files/child-process.ts'

const script = 'tests/fixtures/apart-process.ts'
const longestMs = 30_000

test('what is to be read is read in a process of its own, which may ask for more', async () => {
  expect(await runInChild(script, { does: 'tell', words: 'x' }, { longestMs })).toBe('x')
  const answer = async (asked: unknown) => Buffer.from(String(asked))
  const told = await runInChild<Uint8Array[]>(script, { does: 'ask', words: 'some' }, { longestMs, answer })
  expect(told.map((each) => Buffer.from(each).toString())).toEqual(['some', 'and more'])
})

test('one that never comes to an end is ended, and nobody waits meanwhile', async () => {
  const ticks = vi.fn()
  const ticking = setInterval(ticks, 20)
  await expect(runInChild(script, { does: 'loop' }, { longestMs: 1_000 })).rejects.toThrow('longer than 1 seconds')
  clearInterval(ticking)
  expect(ticks.mock.calls.length).toBeGreaterThan(10)
})

test('one that fails, or takes all the memory it can get, is at fault itself', async () => {
  await expect(runInChild(script, { does: 'fail' }, { longestMs })).rejects.toThrow(new ChildFailure('it is broken'))
  await expect(runInChild(script, { does: 'fill' }, { longestMs })).rejects.toBeInstanceOf(ChildFailure)
  const swollen = runInChild(script, { does: 'swell' }, { longestMs: 10_000 })
  await expect(swollen).rejects.toThrow(new ChildFailure('it took more than 512 MB'))
})

test('what could not be given to it, or was stopped, is nobody’s fault', async () => {
  const answer = () => Promise.reject(new Error('the disk is away'))
  const failed = await runInChild(script, { does: 'ask' }, { longestMs, answer }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ message: 'the disk is away' })
  expect(failed).not.toBeInstanceOf(ChildFailure)
  const stop = new AbortController()
  const stopped = runInChild(script, { does: 'loop' }, { longestMs, signal: stop.signal }).catch(
    (error: unknown) => error,
  )
  stop.abort()
  expect(await stopped).not.toBeInstanceOf(ChildFailure)
})
