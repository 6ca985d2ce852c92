import { expect, test } from 'vitest'
import { createProgressBar } from '#app/commands/progress-bar.ts'

function drawn(isTTY: boolean, steps: [done: number, total: number][]): string {
  const parts: unknown[] = []
  const tell = createProgressBar({ isTTY, columns: 60, write: (part: unknown) => parts.push(part) > 0 })
  for (const [done, total] of steps) tell({ done, total })
  return parts.join('')
}

test('the progress of a command redraws one line on a terminal', () => {
  const text = drawn(true, [
    [0, 8],
    [4, 8],
    [8, 8],
    [8, 8],
  ])
  expect(text.split('\r').filter(Boolean)).toEqual([
    '[....................] 0 %  0 of 8',
    '[##########..........] 50 %  4 of 8',
    '[####################] 100 %  8 of 8\n',
  ])
})

test('the progress of a command is a line for each tenth in a file', () => {
  const steps = Array.from({ length: 101 }, (_, done): [number, number] => [done, 100])
  expect(drawn(false, steps).split('\n').filter(Boolean)).toEqual(
    Array.from({ length: 11 }, (_, tenth) => `${tenth * 10} % of 100`),
  )
  expect(drawn(false, [[0, 0]])).toBe('100 % of 0\n')
})
