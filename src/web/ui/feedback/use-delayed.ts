import { useEffect, useRef } from 'react'

/** Calls `callback` once, `ms` after `active` has become true, unless the component is unmounted by then. */
export function useDelayedCallback(ms: number, active: boolean, callback: () => void): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => latest.current(), ms)
    return () => clearTimeout(timer)
  }, [ms, active])
}
