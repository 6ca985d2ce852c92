import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMove, edgeScrollStep, moveForIndex, moveItemToIndex, moveRows } from '#web/admin/ui/reorder.ts'

test('an item moves up by its own id, and down by moving the ids in between', () => {
  expect(moveForIndex(['a', 'b', 'c', 'd'], 'c', 0)).toEqual({ ids: ['c'], before: 'a' })
  expect(moveForIndex(['a', 'b', 'c', 'd'], 'a', 2)).toEqual({ ids: ['b', 'c'], before: 'a' })
  expect(applyMove(['a', 'b', 'c'], { ids: ['a'], before: null })).toEqual(['b', 'c', 'a'])
  expect(moveForIndex(['a', 'b'], 'a', 0)).toBeNull()
  expect(moveForIndex(['a', 'b'], 'b', 9)).toBeNull()
})

test('reordered rows keep their other values', () => {
  const rows = [
    { id: 'a', title: 'Ferry' },
    { id: 'b', title: 'Lido' },
  ]
  expect(moveRows(rows, { ids: ['b'], before: 'a' })).toEqual([rows[1], rows[0]])
})

test('a move puts the item at its new position, independent of other pages', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  fc.assert(
    fc.property(fc.nat(6), fc.nat(6), (from, to) => {
      const id = letters[from]!
      const move = moveForIndex(letters, id, to)
      const all = ['0', ...letters, '9']
      expect(move ? applyMove(all, move) : all).toEqual(['0', ...moveItemToIndex(letters, id, to), '9'])
    }),
  )
})

test('scrolls while an item is dragged near an edge, faster when nearer', () => {
  expect(edgeScrollStep(400, 800)).toBe(0)
  expect(edgeScrollStep(72, 800)).toBe(0)
  expect(edgeScrollStep(36, 800)).toBe(-9)
  expect(edgeScrollStep(-40, 800)).toBe(-18)
  expect(edgeScrollStep(764, 800)).toBe(9)
  expect(edgeScrollStep(900, 800)).toBe(18)
})
