import { useEffect } from 'react'

/** A dialog tells nobody when it is gone and has given the focus back, but takes its content with it: this, too. */
export function AfterClose({ then }: { then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of it counts
  useEffect(() => () => void requestAnimationFrame(() => requestAnimationFrame(then)), [])
  return null
}
