import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastShelf } from '#web/ui/toast-shelf.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => vi.advanceTimersByTime(ms)
const textsOf = (shelf: ReturnType<typeof toastShelf>) => shelf.shown().map(({ text }) => text)

test('a toast is gone after 5000 ms, and not before', () => {
  const shelf = toastShelf()
  shelf.add('success', 'Saved')
  wait(4999)
  expect(textsOf(shelf)).toEqual(['Saved'])
  wait(1)
  expect(textsOf(shelf)).toEqual([])
})

test('while a toast is held its time does not pass', () => {
  const shelf = toastShelf()
  shelf.add('info', 'Read me slowly')
  wait(3000)
  shelf.hold('pointer')
  wait(60_000)
  shelf.release('pointer')
  wait(1999)
  expect(textsOf(shelf)).toEqual(['Read me slowly'])
  wait(1)
  expect(textsOf(shelf)).toEqual([])
})

test('a toast stays until both the pointer and the focus have left it', () => {
  const shelf = toastShelf()
  shelf.add('info', 'Wait for me')
  shelf.hold('pointer')
  shelf.hold('focus')
  shelf.release('pointer')
  wait(60_000)
  expect(textsOf(shelf)).toEqual(['Wait for me'])
  shelf.release('focus')
  wait(5000)
  expect(textsOf(shelf)).toEqual([])
})

test('a toast that comes while others are held waits with them', () => {
  const shelf = toastShelf()
  shelf.add('info', 'First')
  shelf.hold('pointer')
  shelf.add('info', 'Second')
  wait(60_000)
  expect(textsOf(shelf)).toEqual(['First', 'Second'])
  shelf.release('pointer')
  wait(5000)
  expect(textsOf(shelf)).toEqual([])
})

test('dismissing the last held toast does not hold the next one', () => {
  const shelf = toastShelf()
  shelf.add('info', 'First')
  shelf.hold('pointer')
  shelf.remove(shelf.shown()[0]!.id)
  shelf.add('info', 'Second')
  wait(5000)
  expect(textsOf(shelf)).toEqual([])
})

test('the same words twice are one toast with new time', () => {
  const shelf = toastShelf()
  shelf.add('error', 'Not saved')
  wait(3000)
  shelf.add('error', 'Not saved')
  wait(4000)
  expect(textsOf(shelf)).toEqual(['Not saved'])
})

test('a full shelf gives up its oldest toast', () => {
  const shelf = toastShelf()
  for (const text of ['1', '2', '3', '4', '5']) shelf.add('info', text)
  expect(textsOf(shelf)).toEqual(['2', '3', '4', '5'])
})

test('readers hear of every change until they leave', () => {
  const shelf = toastShelf()
  const heard = vi.fn()
  const leave = shelf.subscribe(heard)
  shelf.add('info', 'Hello')
  wait(5000)
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
  shelf.add('info', 'Anyone?')
  expect(heard).toHaveBeenCalledTimes(2)
})
