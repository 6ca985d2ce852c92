const edge = 72
const fastest = 18

/** How far to scroll at each picture while something is dragged near the upper or lower edge: the nearer, the faster. */
export function edgePull(y: number, height: number): number {
  const above = Math.max(0, edge - y)
  const below = Math.max(0, y - (height - edge))
  return Math.round(((Math.min(below, edge) - Math.min(above, edge)) / edge) * fastest) || 0
}
