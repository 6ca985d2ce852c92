/** A part of a picture that stands upright, in fractions of its sides. */
export type Crop = { x: number; y: number; width: number; height: number }

/** How somebody looks at a picture: from how near, and at which point of it, in fractions of its sides. */
export type Look = { zoom: number; x: number; y: number }

export const wholeLook: Look = { zoom: 1, x: 0.5, y: 0.5 }
export const mostZoom = 4

type Size = { width: number; height: number }

/** What is seen in a frame of this ratio: as much as fits at zoom 1, and never anything beside the picture. */
export function cropOf(size: Size, ratio: number, { zoom, x, y }: Look): Crop {
  const own = size.width / size.height
  const width = Math.min(1, ratio / own) / zoom
  const height = Math.min(1, own / ratio) / zoom
  return { x: within(x - width / 2, 1 - width), y: within(y - height / 2, 1 - height), width, height }
}

/** The look that shows just this part: whoever pulled too far does not have to push back first. */
export const restOf = ({ x, y, width, height }: Crop, zoom: number): Look => ({
  zoom,
  x: x + width / 2,
  y: y + height / 2,
})

const within = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** As an address carries it; `CropText` reads it. */
export const cropWords = ({ x, y, width, height }: Crop): string =>
  [x, y, width, height].map((part) => part.toFixed(6)).join(',')

/** How far a camera was turned, clockwise, so that its picture must be turned as far to stand upright. */
export type Turn = 0 | 90 | 180 | 270

/** The same part of the picture as it lies in its file, before it is turned. */
export function lying({ x, y, width, height }: Crop, turn: Turn): Crop {
  const [right, below] = [1 - x - width, 1 - y - height].map((rest) => Math.max(0, rest)) as [number, number]
  if (turn === 90) return { x: y, y: right, width: height, height: width }
  if (turn === 180) return { x: right, y: below, width, height }
  if (turn === 270) return { x: below, y: x, width: height, height: width }
  return { x, y, width, height }
}

/** The same in whole pixels, at least one of them, and never outside. */
export function pixelsOf({ x, y, width, height }: Crop, whole: Size) {
  const left = Math.min(Math.round(x * whole.width), whole.width - 1)
  const top = Math.min(Math.round(y * whole.height), whole.height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * whole.width), whole.width - left)),
    height: Math.max(1, Math.min(Math.round(height * whole.height), whole.height - top)),
  }
}
