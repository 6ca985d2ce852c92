import { z } from 'zod'
import type { Crop } from '#domain/images/crop.ts'

const fraction = /^(?:0|1|0?\.\d{1,17}|1\.0{1,17}|\d(?:\.\d{1,17})?e-\d{1,2})$/
/** What remains of 0.1 + 0.9 when a browser has computed and rounded it. */
const slip = 1e-4

/** `x,y,width,height`, as an address carries it. */
export const CropText = z.string().transform((text, context): Crop => {
  const parts = text.split(',')
  const [x = 0, y = 0, width = 0, height = 0] = parts.map(Number)
  const fits = width > 0 && height > 0 && x + width <= 1 + slip && y + height <= 1 + slip
  if (parts.length === 4 && parts.every((part) => fraction.test(part)) && fits) return { x, y, width, height }
  context.addIssue({ code: 'custom', message: 'Please choose a part inside of the picture.' })
  return z.NEVER
})
