import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignOut, type SignedOut } from '#web/admin/accounts/sign-out.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that fails so many times before it answers. */
function withFailures(failures: number) {
  const asked: number[] = []
  const ended: SignedOut[] = []
  const began = Date.now()
  const desk = createSignOut({
    ask: async () => {
      asked.push(Date.now() - began)
      if (asked.length <= failures) throw new Error('no answer')
    },
    after: (how) => ended.push(how),
  })
  return { ...desk, asked, ended }
}

test('a server that answers is asked once', async () => {
  const { signOut, asked, ended } = withFailures(0)
  await signOut()
  expect(asked).toEqual([0])
  expect(ended).toEqual(['everywhere'])
})

test('a server that stumbles is asked again after two seconds, then after four more', async () => {
  const { signOut, asked, ended } = withFailures(2)
  void signOut()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(asked).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([0, 2_000])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked).toEqual([0, 2_000, 6_000])
  expect(ended).toEqual(['everywhere'])
})

test('after three attempts people are signed out locally', async () => {
  const { signOut, asked, ended } = withFailures(9)
  void signOut()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(3)
  expect(ended).toEqual(['locally'])
})

test('pressing again while it runs asks nothing more', async () => {
  const { signOut, asked, ended, isSigningOut } = withFailures(1)
  void signOut()
  void signOut()
  expect(isSigningOut()).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toHaveLength(2)
  expect(ended).toEqual(['everywhere'])
  expect(isSigningOut()).toBe(false)
})

test('a server that never answers keeps the flag up for thirty seconds, and no longer', async () => {
  const heard: boolean[] = []
  const desk = createSignOut({ ask: () => new Promise(() => {}), after: () => {} })
  desk.subscribe(() => heard.push(desk.isSigningOut()))
  void desk.signOut()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(desk.isSigningOut()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(desk.isSigningOut()).toBe(false)
  expect(heard).toEqual([true, false])
})
