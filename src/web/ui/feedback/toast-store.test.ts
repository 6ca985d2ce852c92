import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from '#web/ui/feedback/toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => vi.advanceTimersByTime(ms)
const textsOf = (store: ReturnType<typeof createToastStore>) => store.visible().map(({ text }) => text)

test('removes a toast after 5000 ms, and not before', () => {
  const store = createToastStore()
  store.add('success', 'Saved')
  wait(4999)
  expect(textsOf(store)).toEqual(['Saved'])
  wait(1)
  expect(textsOf(store)).toEqual([])
})

test('removes a toast with a button after 5000 ms too, unless the button asks for more', () => {
  const store = createToastStore()
  store.add('success', 'Added', { label: 'View cart', run: () => {} })
  store.add('info', 'Deleted', { label: 'Undo', run: () => {}, ms: 10_000 })
  wait(4999)
  expect(textsOf(store)).toEqual(['Added', 'Deleted'])
  wait(1)
  expect(textsOf(store)).toEqual(['Deleted'])
  wait(5000)
  expect(textsOf(store)).toEqual([])
})

test('stops the time of a toast while the pointer is on it', () => {
  const store = createToastStore()
  store.add('info', 'Read me slowly')
  wait(3000)
  store.pause('pointer')
  wait(60_000)
  store.resume('pointer')
  wait(1999)
  expect(textsOf(store)).toEqual(['Read me slowly'])
  wait(1)
  expect(textsOf(store)).toEqual([])
})

test('keeps a toast until both the pointer and the focus have left it', () => {
  const store = createToastStore()
  store.add('info', 'Wait for me')
  store.pause('pointer')
  store.pause('focus')
  store.resume('pointer')
  wait(60_000)
  expect(textsOf(store)).toEqual(['Wait for me'])
  store.resume('focus')
  wait(5000)
  expect(textsOf(store)).toEqual([])
})

test('pauses a toast that is added while others are paused', () => {
  const store = createToastStore()
  store.add('info', 'First')
  store.pause('pointer')
  store.add('info', 'Second')
  wait(60_000)
  expect(textsOf(store)).toEqual(['First', 'Second'])
  store.resume('pointer')
  wait(5000)
  expect(textsOf(store)).toEqual([])
})

test('does not pause a new toast after the last paused one was dismissed', () => {
  const store = createToastStore()
  store.add('info', 'First')
  store.pause('pointer')
  store.remove(store.visible()[0]!.id)
  store.add('info', 'Second')
  wait(5000)
  expect(textsOf(store)).toEqual([])
})

test('replaces a toast with the same text and restarts its time', () => {
  const store = createToastStore()
  store.add('error', 'Not saved')
  wait(3000)
  store.add('error', 'Not saved')
  wait(4000)
  expect(textsOf(store)).toEqual(['Not saved'])
})

test('removes the oldest toast when a fifth is added', () => {
  const store = createToastStore()
  for (const text of ['1', '2', '3', '4', '5']) store.add('info', text)
  expect(textsOf(store)).toEqual(['2', '3', '4', '5'])
})

test('calls listeners on every change until they unsubscribe', () => {
  const store = createToastStore()
  const heard = vi.fn()
  const leave = store.subscribe(heard)
  store.add('info', 'Hello')
  wait(5000)
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
  store.add('info', 'Anyone?')
  expect(heard).toHaveBeenCalledTimes(2)
})
