/** A deterministic pseudo-random sequence for a seed. */
export type Random = ReturnType<typeof createSeededRandom>

export function createSeededRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (max: number): number => Math.floor(next() * (max + 1))
  const hex = (digits: number): string => Array.from({ length: digits }, () => upTo(15).toString(16)).join('')
  return {
    upTo,
    chance: (likely: number): boolean => next() < likely,
    pick: <T>(all: readonly T[]): T => all[upTo(all.length - 1)]!,
    hex,
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    bytes: (length: number): Buffer => {
      const made = Buffer.alloc(length)
      for (let at = 0; at + 4 <= length; at += 4) made.writeUInt32LE(Math.floor(next() * 2 ** 32), at)
      return made
    },
    shuffled: <T>(all: readonly T[]): T[] => {
      const left = [...all]
      for (let i = left.length - 1; i > 0; i--) {
        const j = upTo(i)
        ;[left[i], left[j]] = [left[j]!, left[i]!]
      }
      return left
    },
  }
}
