import { expect, test, vi } from 'vitest'
import { createUnsavedForms } from '#web/admin/ui/editor/unsaved-work.ts'

test('reports unsaved work while a dirty form is open, and notifies subscribers when it closes', () => {
  const work = createUnsavedForms()
  const listener = vi.fn()
  work.subscribe(listener)
  const leaveClean = work.enter(() => false)
  expect(work.any()).toBe(false)
  const leave = work.enter(() => true)
  expect(work.any()).toBe(true)
  leaveClean()
  expect(work.any()).toBe(true)
  listener.mockClear()
  leave()
  expect(listener).toHaveBeenCalledOnce()
  expect(work.any()).toBe(false)
})
