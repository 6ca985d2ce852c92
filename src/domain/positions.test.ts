import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Positioned, positionsAfterMove } from '#domain/positions.ts'

const list = (...ids: string[]): Positioned[] => ids.map((id, index) => ({ id, position: index * 10 }))
const sorted = (all: Positioned[]) => all.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
function after(all: Positioned[], moved: string[], before: string | null): Positioned[] {
  const changed = new Map(positionsAfterMove(all, moved, before)!.map(({ id, position }) => [id, position]))
  return all
    .map(({ id, position }) => ({ id, position: changed.get(id) ?? position }))
    .toSorted((a, b) => a.position - b.position)
}

test('moves rows before another row or to the end without changing other positions', () => {
  const all = list('a', 'b', 'c', 'd')
  expect(sorted(after(all, ['d'], 'a'))).toEqual(['d', 'a', 'b', 'c'])
  expect(sorted(after(all, ['d', 'a'], 'c'))).toEqual(['b', 'd', 'a', 'c'])
  expect(sorted(after(all, ['a'], null))).toEqual(['b', 'c', 'd', 'a'])
  expect(positionsAfterMove(all, ['a'], 'c')).toHaveLength(1)
})

test('moving an unknown id, or an item before itself, returns null', () => {
  const all = list('a', 'b')
  expect(positionsAfterMove(all, ['x'], 'a')).toBeNull()
  expect(positionsAfterMove(all, ['a'], 'x')).toBeNull()
  expect(positionsAfterMove(all, ['a'], 'a')).toBeNull()
  expect(positionsAfterMove(all, ['a', 'a'], 'b')).toBeNull()
})

test('rows have the requested order after any number of moves by position', () => {
  const moves = fc.array(fc.tuple(fc.nat(19), fc.nat(20)), { maxLength: 200 })
  fc.assert(
    fc.property(moves, fc.boolean(), (steps, crowded) => {
      let all = Array.from(
        { length: 20 },
        (_, index): Positioned => ({ id: `${index}`, position: crowded ? 0 : index }),
      )
      let expected = all.map(({ id }) => id)
      for (const [which, where] of steps) {
        const id = expected[which]!
        const before = expected[where] ?? null
        if (before === id) continue
        all = after(all, [id], before)
        expected = expected.filter((each) => each !== id)
        expected.splice(before === null ? expected.length : expected.indexOf(before), 0, id)
        expect(sorted(all)).toEqual(expected)
        expect(all.every(({ position }) => Math.abs(position) <= 2 ** 31 - 1)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})
