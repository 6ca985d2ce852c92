import { expect, test, vi } from 'vitest'
import { unsavedWork } from '#web/admin/ui/unsaved-work.ts'

test('there is unsaved work as long as a form with some is open, and whoever waits for the end hears of it', () => {
  const work = unsavedWork()
  const look = vi.fn()
  work.subscribe(look)
  const leaveClean = work.enter(() => false)
  expect(work.any()).toBe(false)
  const leave = work.enter(() => true)
  expect(work.any()).toBe(true)
  leaveClean()
  expect(work.any()).toBe(true)
  look.mockClear()
  leave()
  expect(look).toHaveBeenCalledOnce()
  expect(work.any()).toBe(false)
})
