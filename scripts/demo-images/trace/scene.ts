/** What stands before the camera: a field of distances, what its surfaces are made of, and the lamps that light them. */
import type { Colour } from '../frame.ts'
import type { Vector } from './vector.ts'

/** What a ray finds: filled in by the scene, so that nothing is allocated on the way. */
export interface Surface {
  r: number
  g: number
  b: number
  /** 0 is a mirror, 1 is chalk. */
  rough: number
  /** 1 mirrors in its own colour and has no other. */
  metal: number
  /** How far light creeps round the edge, as it does in wool. */
  wrap: number
  /** Light of its own. */
  glow: number
  /** Tilts the surface by this much; the scene may fill it with its grain. */
  tiltX: number
  tiltY: number
  tiltZ: number
}

/** A lamp with a size: a parallelogram around a centre. */
export interface Panel {
  at: Vector
  u: Vector
  v: Vector
  colour: Colour
  /** How much of its light is let through on the way to a place; window bars and leaves go here. */
  gobo?(x: number, y: number, z: number): number
  /** Too large and too weak to cast a shadow of its own: only corners keep it out. */
  fill?: boolean
}

/** A panel that gives `strength` times its colour to what faces it near the origin. */
export function panel(
  at: Vector,
  u: Vector,
  v: Vector,
  [r, g, b]: Colour,
  strength: number,
  gobo?: Panel['gobo'],
): Panel {
  const k = Math.PI * strength * (at[0] ** 2 + at[1] ** 2 + at[2] ** 2)
  return { at, u, v, colour: [r * k, g * k, b * k], ...(gobo && { gobo }) }
}

export const fillLight = (...args: Parameters<typeof panel>): Panel => ({ ...panel(...args), fill: true })

export function tint(s: Surface, [r, g, b]: Colour, k = 1): void {
  s.r = r * k
  s.g = g * k
  s.b = b * k
}

export interface Scene {
  /** Distance to the nearest surface. */
  far(x: number, y: number, z: number): number
  surface(x: number, y: number, z: number, s: Surface): void
  panels: readonly Panel[]
  /** Light that comes from nowhere in particular, for a direction. */
  sky(x: number, y: number, z: number, o: [number, number, number]): void
  /** Rays give up here. */
  end: number
  /** Below 1 when `far` promises more than it should. */
  care?: number
  /** Called before each ray with the moment (0 to 1) at which it sees the scene; whatever moves while the shutter is open moves here. */
  moment?(t: number): void
}
