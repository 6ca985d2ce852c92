import { beforeEach, expect, test, vi } from 'vitest'
import { chooseTheme } from '#web/ui/theme-store.ts'

const classes = new Set<string>()
const dataset: { theme?: string } = {}
const startViewTransition = vi.fn((change: () => void) => {
  change()
  return { finished: new Promise<void>(() => {}) }
})

beforeEach(() => {
  classes.clear()
  delete dataset.theme
  startViewTransition.mockClear()
  const classList = { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) }
  vi.stubGlobal('document', { documentElement: { dataset, classList }, startViewTransition })
  vi.stubGlobal('localStorage', { setItem: () => {} })
})

test('a chosen theme fades in', () => {
  chooseTheme('dark', false)
  expect(startViewTransition).toHaveBeenCalledOnce()
  expect([...classes]).toEqual(['theme-changing'])
  expect(dataset.theme).toBe('dark')
})

test('where stillness is asked for, it is there at once', () => {
  chooseTheme('dark', true)
  expect(startViewTransition).not.toHaveBeenCalled()
  expect(classes.size).toBe(0)
  expect(dataset.theme).toBe('dark')
})
