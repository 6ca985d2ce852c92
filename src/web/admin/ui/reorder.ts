import type { RowMove } from '#domain/positions.ts'

/** The list with one item at another index. The index is clamped. */
export function moveItemToIndex(order: readonly string[], id: string, to: number): string[] {
  const others = order.filter((each) => each !== id)
  const index = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, index), id, ...others.slice(index)]
}

/**
 * The move that brings an item to another index of this page. What follows the last item may be on the next page, so an
 * item goes down by moving those in between before it. Null where nothing moves.
 */
export function moveForIndex(order: readonly string[], id: string, to: number): RowMove | null {
  const from = order.indexOf(id)
  const index = Math.max(0, Math.min(to, order.length - 1))
  if (from < 0 || from === index) return null
  return index < from ? { ids: [id], before: order[index]! } : { ids: order.slice(from + 1, index + 1), before: id }
}

/** The list after a move. */
export function applyMove(order: readonly string[], { ids, before }: RowMove): string[] {
  const others = order.filter((id) => !ids.includes(id))
  const index = before === null ? others.length : others.indexOf(before)
  return [...others.slice(0, index), ...ids, ...others.slice(index)]
}

/** The rows in their order after a move. */
export const moveRows = <Row extends { id: string }>(rows: readonly Row[], move: RowMove): Row[] =>
  applyMove(
    rows.map(({ id }) => id),
    move,
  ).map((id) => rows.find((row) => row.id === id)!)

const edgePx = 72
const maxScrollStepPx = 18

/** How far to scroll in each frame while something is dragged near the upper or lower edge: the nearer, the faster. */
export function edgeScrollStep(y: number, height: number): number {
  const above = Math.max(0, edgePx - y)
  const below = Math.max(0, y - (height - edgePx))
  return Math.round(((Math.min(below, edgePx) - Math.min(above, edgePx)) / edgePx) * maxScrollStepPx) || 0
}
