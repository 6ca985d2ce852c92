/** What a piano workshop is made of, as linear light. */
import { hex } from '../frame.ts'

export const feltGreen = hex('#265f56')
export const deepGreen = hex('#16382f')
export const wool = hex('#d9d0bd')
export const maple = hex('#b98a56')
export const walnut = hex('#4a2d19')
export const brass = hex('#d9a441')
export const steel = hex('#b9bcc0')
export const scarlet = hex('#8c1f1d')
export const shade = hex('#0b0805')
/** Late sun through a workshop window, and the north light beside it. */
export const lowSun = hex('#ffc48a')
export const northLight = hex('#9fb9c9')
