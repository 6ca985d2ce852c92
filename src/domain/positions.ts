/** A position in an order that the owner has chosen; the lowest comes first. */
export type Positioned = { id: string; position: number }

/** Moves rows, in this order, before another one; `before: null` moves them to the end. */
export type RowMove = { ids: string[]; before: string | null }

/** Room between two neighbours for a dozen more, so that moving one seldom moves others. */
export const positionGap = 4096

/**
 * The new positions of what must move so that `moved`, in their order, come before `before`, or to the end when that is
 * null. Usually these alone; where no gap is left, all positions are spread out again. Null when one of them is missing.
 */
export function positionsAfterMove(
  all: readonly Positioned[],
  moved: readonly string[],
  before: string | null,
): Positioned[] | null {
  const going = new Set(moved)
  const rest = all.filter(({ id }) => !going.has(id))
  const at = before === null ? rest.length : rest.findIndex(({ id }) => id === before)
  if (at < 0 || all.length - rest.length !== going.size || going.size !== moved.length) return null
  const low = rest[at - 1]?.position ?? null
  const high = rest[at]?.position ?? null
  const fitting = positionsBetween(low, high, moved.length)
  if (fitting) return moved.map((id, index) => ({ id, position: fitting[index]! }))
  const order = [...rest.slice(0, at).map(({ id }) => id), ...moved, ...rest.slice(at).map(({ id }) => id)]
  return order.map((id, index) => ({ id, position: (index + 1) * positionGap }))
}

/** So many positions between two that are taken; null where they do not fit. */
function positionsBetween(low: number | null, high: number | null, count: number): number[] | null {
  if (high === null) return evenlySpacedPositions((low ?? 0) + positionGap, positionGap, count)
  if (low === null) return evenlySpacedPositions(high - positionGap * count, positionGap, count)
  const step = Math.floor((high - low) / (count + 1))
  return step < 1 ? null : evenlySpacedPositions(low + step, step, count)
}

const maxPosition = 2_000_000_000
function evenlySpacedPositions(first: number, step: number, count: number): number[] | null {
  const last = first + step * (count - 1)
  return first < -maxPosition || last > maxPosition
    ? null
    : Array.from({ length: count }, (_, index) => first + step * index)
}
