import type { KeyboardEvent } from 'react'

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** For `onKeyDown` of a dialog: Tab on the last stop leads to the first, and back. */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  )
  const [from, to] = event.shiftKey ? [reachable[0], reachable.at(-1)] : [reachable.at(-1), reachable[0]]
  const isLeaving =
    document.activeElement === from || (event.shiftKey && document.activeElement === event.currentTarget)
  if (!to || !isLeaving) return
  event.preventDefault()
  to.focus()
}
