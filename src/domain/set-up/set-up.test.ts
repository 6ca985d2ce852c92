import { expect, test } from 'vitest'
import { guideFor } from '#domain/set-up/set-up.ts'

test('shows the choice until it is made, a reminder while exploring the demo, and nothing after that', () => {
  const states = [null, 'exploring', 'mine', 'dismissed'] as const
  expect(states.map((state) => guideFor({ state, isOwn: false }))).toEqual(['choice', 'reminder', 'reminder', null])
  expect(states.map((state) => guideFor({ state, isOwn: true }))).toEqual([null, null, null, null])
})
