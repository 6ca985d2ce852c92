/** Setlight's light: violet and teal over near-black, with one warm lamp for the person who sings. */
import { hex } from '../frame.ts'

export const violet = hex('#6a3cf5')
export const deepViolet = hex('#3a12c8')
export const teal = hex('#17c9a4')
export const warm = hex('#ffd2a0')
export const pale = hex('#d9d2ff')
export const night = hex('#050409')
