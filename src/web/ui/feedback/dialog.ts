import type { KeyboardEvent } from 'react'

/** Dialogs slide up from the bottom on phones and are centred elsewhere. */
const motion = 'duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out)'

export const backdropClass = `fixed inset-0 z-40 min-h-dvh bg-night/75 transition-opacity ${motion} data-ending-style:opacity-0 data-starting-style:opacity-0`

export const viewportClass =
  'fixed inset-0 z-40 grid items-end-safe justify-items-center overflow-y-auto pb-[env(safe-area-inset-bottom)] sm:items-center-safe sm:p-6'

export const popupClass = `relative w-full border-ink border-t-4 bg-raised text-ink shadow-2xl outline-none transition-[opacity,translate] ${motion} data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0`

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** `onKeyDown` of a dialog: Tab wraps from the last element to the first, Shift+Tab back. */
export function trapTabFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  )
  const [from, to] = event.shiftKey ? [reachable[0], reachable.at(-1)] : [reachable.at(-1), reachable[0]]
  const isLeaving =
    document.activeElement === from || (event.shiftKey && document.activeElement === event.currentTarget)
  if (!to || !isLeaving) return
  event.preventDefault()
  to.focus()
}
