import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMove, edgePull, moveToIndex, withMoved } from '#web/admin/ui/ordering.ts'

test('an item moves up by its own id, and down by moving the ids in between', () => {
  expect(moveToIndex(['a', 'b', 'c', 'd'], 'c', 0)).toEqual({ ids: ['c'], before: 'a' })
  expect(moveToIndex(['a', 'b', 'c', 'd'], 'a', 2)).toEqual({ ids: ['b', 'c'], before: 'a' })
  expect(applyMove(['a', 'b', 'c'], { ids: ['a'], before: null })).toEqual(['b', 'c', 'a'])
  expect(moveToIndex(['a', 'b'], 'a', 0)).toBeNull()
  expect(moveToIndex(['a', 'b'], 'b', 9)).toBeNull()
})

test('a move puts the item at its new position, independent of other pages', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  fc.assert(
    fc.property(fc.nat(6), fc.nat(6), (from, to) => {
      const id = letters[from]!
      const move = moveToIndex(letters, id, to)
      const all = ['0', ...letters, '9']
      expect(move ? applyMove(all, move) : all).toEqual(['0', ...withMoved(letters, id, to), '9'])
    }),
  )
})

test('scrolls while an item is dragged near an edge, faster when nearer', () => {
  expect(edgePull(400, 800)).toBe(0)
  expect(edgePull(72, 800)).toBe(0)
  expect(edgePull(36, 800)).toBe(-9)
  expect(edgePull(-40, 800)).toBe(-18)
  expect(edgePull(764, 800)).toBe(9)
  expect(edgePull(900, 800)).toBe(18)
})
