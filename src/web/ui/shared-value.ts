import { useSyncExternalStore } from 'react'

/** Something that parts of the page far from each other look at, and forget when the page is left. */
export function createSharedValue<T>(first: T) {
  let value = first
  const watchers = new Set<() => void>()
  const watch = (changed: () => void) => {
    watchers.add(changed)
    return () => void watchers.delete(changed)
  }
  const get = () => value
  return {
    get,
    watch,
    set: (next: T) => {
      value = next
      for (const changed of watchers) changed()
    },
    use: (): T => useSyncExternalStore(watch, get, () => first),
  }
}
