/** These come, in this order, before that one; before nothing is at the end. */
export type Move = { ids: string[]; before: string | null }

/** The list with one of its things at another place; beyond an end is at the end. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const others = order.filter((each) => each !== id)
  const place = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/**
 * How to say that a thing of a page goes to another place of it. The page may be one of many, so what follows its last
 * thing is not known: a thing goes down by letting those in between come before it. Null where nothing moves.
 */
export function moveTo(order: readonly string[], id: string, to: number): Move | null {
  const from = order.indexOf(id)
  const place = Math.max(0, Math.min(to, order.length - 1))
  if (from < 0 || from === place) return null
  return place < from ? { ids: [id], before: order[place]! } : { ids: order.slice(from + 1, place + 1), before: id }
}

/** The list after a move. */
export function applied(order: readonly string[], { ids, before }: Move): string[] {
  const others = order.filter((id) => !ids.includes(id))
  const place = before === null ? others.length : others.indexOf(before)
  return [...others.slice(0, place), ...ids, ...others.slice(place)]
}

const edge = 72
const fastest = 18

/** How far to scroll at each picture while something is dragged near the upper or lower edge: the nearer, the faster. */
export function edgePull(y: number, height: number): number {
  const above = Math.max(0, edge - y)
  const below = Math.max(0, y - (height - edge))
  return Math.round(((Math.min(below, edge) - Math.min(above, edge)) / edge) * fastest) || 0
}
