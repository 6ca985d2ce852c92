import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignOut, type SignOutScope } from '#web/admin/accounts/sign-out.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that fails this many times before it answers. */
function withFailures(failures: number) {
  const requestedAt: number[] = []
  const ended: SignOutScope[] = []
  const startedAt = Date.now()
  const store = createSignOut({
    request: async () => {
      requestedAt.push(Date.now() - startedAt)
      if (requestedAt.length <= failures) throw new Error('no answer')
    },
    onDone: (scope) => ended.push(scope),
  })
  return { ...store, requestedAt, ended }
}

test('signing out sends one request to a server that answers', async () => {
  const { signOut, requestedAt, ended } = withFailures(0)
  await signOut()
  expect(requestedAt).toEqual([0])
  expect(ended).toEqual(['everywhere'])
})

test('signing out is tried again after two seconds, then after four more', async () => {
  const { signOut, requestedAt, ended } = withFailures(2)
  void signOut()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(requestedAt).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(requestedAt).toEqual([0, 2_000])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(requestedAt).toEqual([0, 2_000, 6_000])
  expect(ended).toEqual(['everywhere'])
})

test('signs out locally after three failed attempts', async () => {
  const { signOut, requestedAt, ended } = withFailures(9)
  void signOut()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestedAt).toHaveLength(3)
  expect(ended).toEqual(['locally'])
})

test('signing out sends no second request while one is running', async () => {
  const { signOut, requestedAt, ended, isSigningOut } = withFailures(1)
  void signOut()
  void signOut()
  expect(isSigningOut()).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(requestedAt).toHaveLength(2)
  expect(ended).toEqual(['everywhere'])
  expect(isSigningOut()).toBe(false)
})

test('stops showing "signing out" after thirty seconds without an answer', async () => {
  const states: boolean[] = []
  const store = createSignOut({ request: () => new Promise(() => {}), onDone: () => {} })
  store.subscribe(() => states.push(store.isSigningOut()))
  void store.signOut()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(store.isSigningOut()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(store.isSigningOut()).toBe(false)
  expect(states).toEqual([true, false])
})
