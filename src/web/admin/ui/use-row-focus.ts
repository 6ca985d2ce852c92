import { type FocusEvent, useEffect, useRef } from 'react'

/** A row of a table, or one of the things that can be put in order. */
const row = 'tbody tr, [data-reorder]'

/**
 * When what has the focus leaves the list, be it a row or the bar of what to do with the chosen ones, the row in its
 * place gets it: nobody begins again at the top. `reasons` are what may take something away when they change.
 */
export function useRowFocus(...reasons: unknown[]) {
  const list = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  const isHere = useRef(false)

  const regain = () => {
    // On the body, or on the screen as a whole: that is nowhere.
    if (!list.current || !document.activeElement?.contains(list.current)) return
    const links = [...list.current.querySelectorAll(row)].flatMap((each) => each.querySelector('a') ?? [])
    const next = links[Math.min(place.current, links.length - 1)] ?? list.current
    next.focus()
  }

  useEffect(() => {
    if (isHere.current) regain()
    // biome-ignore lint/correctness/useExhaustiveDependencies: whatever they are, they are the reason to look
  }, reasons)

  return {
    /** For when a dialog about a row is gone, and the row with it. */
    regain,
    list: {
      ref: list,
      tabIndex: -1,
      onFocus: ({ target }: FocusEvent) => {
        isHere.current = true
        const at = target.closest(row)
        if (at?.parentElement) place.current = [...at.parentElement.children].indexOf(at)
      },
      // An element that is taken away has lost the focus to nothing.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget) isHere.current = list.current?.contains(relatedTarget) ?? false
      },
    },
  }
}
