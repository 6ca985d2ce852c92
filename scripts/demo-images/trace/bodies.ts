/** Distances to plain bodies around the origin; scenes move their point instead. */
export const box = (x: number, y: number, z: number, hx: number, hy: number, hz: number, round: number) => {
  const qx = Math.abs(x) - hx + round
  const qy = Math.abs(y) - hy + round
  const qz = Math.abs(z) - hz + round
  const ax = Math.max(qx, 0)
  const ay = Math.max(qy, 0)
  const az = Math.max(qz, 0)
  return Math.sqrt(ax * ax + ay * ay + az * az) + Math.min(0, Math.max(qx, qy, qz)) - round
}

/** A flat shape with thickness, its edge rounded: `flat` is the distance in the plane, `across` leaves it. */
export const slab = (flat: number, across: number, half: number, round: number) => {
  const a = flat + round
  const b = Math.abs(across) - half + round
  const pa = Math.max(a, 0)
  const pb = Math.max(b, 0)
  return Math.min(0, Math.max(a, b)) + Math.sqrt(pa * pa + pb * pb) - round
}

/** A drop standing upright in the plane: round at the origin and at `high`, of two sizes. */
export const drop = (x: number, y: number, low: number, top: number, high: number) => {
  const px = Math.abs(x)
  const lean = (low - top) / high
  const side = Math.sqrt(1 - lean * lean)
  const k = -px * lean + y * side
  if (k < 0) return Math.sqrt(px * px + y * y) - low
  if (k > side * high) return Math.sqrt(px * px + (y - high) ** 2) - top
  return px * side + y * lean - low
}

/** A round rod along the third axis. */
export const rod = (x: number, y: number, z: number, radius: number, half: number, round = 0) =>
  slab(Math.sqrt(x * x + y * y) - radius, z, half, round)
