/** The colours each site's pictures are made of, as linear light. */
import { hex } from './frame.ts'

/** Marlow Quay: slate, red, and amber for small light. */
export const slate = {
  night: hex('#05070b'),
  deep: hex('#0d131b'),
  dark: hex('#1a2430'),
  mid: hex('#3d4c5e'),
  fog: hex('#8a99a8'),
  bone: hex('#e9e4d8'),
}
export const red = hex('#e0241b')
export const amber = hex('#ff9a3c')
export const tungsten = hex('#ffc58a')
export const moon = hex('#b9cbe0')

export const times = ([r, g, b]: readonly [number, number, number], k: number) => [r * k, g * k, b * k] as const
