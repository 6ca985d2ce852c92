import { z } from 'zod'

/** A part of a picture that stands upright, in fractions of its sides. */
export type Crop = { x: number; y: number; width: number; height: number }

/** The view of a picture in the editor: its zoom and its centre, in fractions of the picture's sides. */
export type CropView = { zoom: number; x: number; y: number }

export const fullView: CropView = { zoom: 1, x: 0.5, y: 0.5 }
export const maxZoom = 4

type Size = { width: number; height: number }

/** The part of the picture that a frame of this ratio shows: as much as fits at zoom 1, never beyond its edges. */
export function cropForView(size: Size, ratio: number, { zoom, x, y }: CropView): Crop {
  const own = size.width / size.height
  const width = Math.min(1, ratio / own) / zoom
  const height = Math.min(1, own / ratio) / zoom
  return { x: clampTo(x - width / 2, 1 - width), y: clampTo(y - height / 2, 1 - height), width, height }
}

/** The view that shows just this part, within the limits: a drag past the edge does not have to be undone first. */
export const cropViewOf = ({ x, y, width, height }: Crop, zoom: number): CropView => ({
  zoom,
  x: x + width / 2,
  y: y + height / 2,
})

const clampTo = (value: number, max: number) => Math.max(0, Math.min(value, max))

/** As a URL parameter; `cropParamSchema` parses it. */
export const cropParam = ({ x, y, width, height }: Crop): string =>
  [x, y, width, height].map((part) => part.toFixed(6)).join(',')

/** How far a camera was turned, clockwise, so that its picture must be turned as far to stand upright. */
export type RotationDegrees = 0 | 90 | 180 | 270

/** The same part of the picture as it lies in its file, before it is turned. */
export function cropBeforeRotation({ x, y, width, height }: Crop, turn: RotationDegrees): Crop {
  const [right, below] = [1 - x - width, 1 - y - height].map((rest) => Math.max(0, rest)) as [number, number]
  if (turn === 90) return { x: y, y: right, width: height, height: width }
  if (turn === 180) return { x: right, y: below, width, height }
  if (turn === 270) return { x: below, y: x, width: height, height: width }
  return { x, y, width, height }
}

/** The same in whole pixels, at least one of them, and never outside. */
export function cropInPixels({ x, y, width, height }: Crop, whole: Size) {
  const left = Math.min(Math.round(x * whole.width), whole.width - 1)
  const top = Math.min(Math.round(y * whole.height), whole.height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * whole.width), whole.width - left)),
    height: Math.max(1, Math.min(Math.round(height * whole.height), whole.height - top)),
  }
}

const fractionPattern = /^(?:0|1|0?\.\d{1,17}|1\.0{1,17}|\d(?:\.\d{1,17})?e-\d{1,2})$/
/** Tolerance for rounding in the browser, as in 0.1 + 0.9. */
const roundingTolerance = 1e-4

/** `x,y,width,height`, as an address carries it. */
export const cropParamSchema = z.string().transform((text, context): Crop => {
  const parts = text.split(',')
  const [x = 0, y = 0, width = 0, height = 0] = parts.map(Number)
  const fits = width > 0 && height > 0 && x + width <= 1 + roundingTolerance && y + height <= 1 + roundingTolerance
  if (parts.length === 4 && parts.every((part) => fractionPattern.test(part)) && fits) return { x, y, width, height }
  context.addIssue({ code: 'custom', message: 'Please choose an area inside the picture.' })
  return z.NEVER
})
