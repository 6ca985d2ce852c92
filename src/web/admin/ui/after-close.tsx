import { useEffect } from 'react'

/** Runs `then` after a dialog has closed and returned the focus. A dialog has no event for that, but unmounts its content. */
export function AfterClose({ then }: { then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on unmount only
  useEffect(() => () => void requestAnimationFrame(() => requestAnimationFrame(then)), [])
  return null
}
