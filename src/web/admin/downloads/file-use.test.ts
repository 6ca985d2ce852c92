import { expect, test } from 'vitest'
import { fileUseText } from '#web/admin/downloads/file-use.ts'

const filesUsed = (...counts: number[]) => counts.map((used) => ({ used, left: Math.max(0, 5 - used) }))

test.each([
  [[1, 1, 1], '3 files: 1 of 5 each'],
  [[0, 2, 3], '3 files: 0 to 3 of 5'],
  [[5, 2, 5], '3 files: 2 to 5 of 5, 2 used up'],
  [[5, 5, 5], '3 files: 5 of 5 each, all used up'],
])('sums up that files were downloaded %j times', (counts, text) => {
  expect(fileUseText(filesUsed(...counts), 5)).toBe(text)
})
