import { type Flow, flowSpeed, hasBecomeTooSlow, noFlow, withGone } from '#domain/uploads/flow.ts'

/**
 * Watches the bytes of all chunks as they leave. A chunk of which all has left and that only waits for its answer says
 * nothing about the line.
 */
export function watchFlow(now: () => number) {
  let flow: Flow = noFlow
  const unsent = new Set<object>()

  function drop(chunk: object): void {
    unsent.delete(chunk)
    if (!unsent.size) flow = { ...flow, since: null }
  }

  return {
    /** A chunk of so many bytes sets out. */
    begin(bytes: number) {
      const chunk = {}
      let sent = 0
      unsent.add(chunk)
      flow = { ...flow, since: flow.since ?? now() }
      return {
        /** So many bytes of it have left. */
        moved(total: number): void {
          if (total > sent) flow = withGone(flow, now(), total - sent)
          sent = total
          if (sent >= bytes) drop(chunk)
        },
        end: () => drop(chunk),
      }
    },
    isTooSlow: () => hasBecomeTooSlow(flow, now()),
    speed: () => flowSpeed(flow, now()),
  }
}
