/** Draws one of so many places, the second half as often as the first, the third a third as often; from a seed. */
export function zipf(count: number, seed: number): () => number {
  const upTo: number[] = []
  for (let place = 1, sum = 0; place <= count; place++) {
    sum += 1 / place
    upTo.push(sum)
  }
  const random = randomFrom(seed)
  return () => {
    const drawn = random() * upTo.at(-1)!
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! <= drawn) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Mulberry32: enough for a spread, and the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
