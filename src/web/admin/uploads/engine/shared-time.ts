/**
 * How long the line would have had each chunk if it had been alone on it: while three are on their way, each has a
 * third of the time. Whoever sets out gets the function to call when it is over.
 */
export function sharedTime(now: () => number): () => () => number {
  let seen = now()
  let passed = 0
  let onTheirWay = 0

  function pass(): void {
    if (onTheirWay > 0) passed += (now() - seen) / onTheirWay
    seen = now()
  }

  return () => {
    pass()
    onTheirWay++
    const before = passed
    return () => {
      pass()
      onTheirWay--
      return passed - before
    }
  }
}
