/** How loud a piece is to an ear (ITU-R BS.1770, in LUFS). */
import { highPass, highShelf } from './filters.ts'
import { rate, type Stereo } from './take.ts'

export const decibels = (amplitude: number) => 20 * Math.log10(amplitude)

export function loudnessOf({ left, right }: Stereo): number {
  const heard = [left, right].map((side) => highPass(highShelf(side.slice(), 1500, 4), 38, 0.5))
  const step = Math.round(rate / 10)
  const blocks: number[] = []
  for (let start = 0; start + step * 4 <= left.length; start += step) {
    let sum = 0
    for (const side of heard) for (let i = start; i < start + step * 4; i++) sum += side[i]! * side[i]!
    blocks.push(sum / (step * 4))
  }
  const level = (power: number) => -0.691 + 10 * Math.log10(power)
  const mean = (kept: number[]) => kept.reduce((sum, power) => sum + power, 0) / kept.length
  const audible = blocks.filter((power) => level(power) > -70)
  const floor = level(mean(audible)) - 10
  return level(mean(audible.filter((power) => level(power) > floor)))
}
