/** Directions and places in space. */
export type Vector = readonly [number, number, number]

export const sub = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const length = (a: Vector) => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
export const unit = (a: Vector): Vector => {
  const l = length(a) || 1
  return [a[0] / l, a[1] / l, a[2] / l]
}

export const turned = (a: Vector, k: number, b: Vector, l: number): Vector => [
  a[0] * k + b[0] * l,
  a[1] * k + b[1] * l,
  a[2] * k + b[2] * l,
]
