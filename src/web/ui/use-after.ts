import { useEffect, useRef } from 'react'

/** Calls `then` once, so many milliseconds after `since` has become true; not at all when the screen is gone by then. */
export function useAfter(ms: number, since: boolean, then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    if (!since) return
    const timer = setTimeout(() => latest.current(), ms)
    return () => clearTimeout(timer)
  }, [ms, since])
}
