import { expect, test } from 'vitest'
import { edgePull } from '#domain/ui/edge-pull.ts'

test('what is dragged to an edge pulls the page along, faster nearer to it, and nowhere else', () => {
  expect(edgePull(400, 800)).toBe(0)
  expect(edgePull(72, 800)).toBe(0)
  expect(edgePull(36, 800)).toBe(-9)
  expect(edgePull(-40, 800)).toBe(-18)
  expect(edgePull(764, 800)).toBe(9)
  expect(edgePull(900, 800)).toBe(18)
})
