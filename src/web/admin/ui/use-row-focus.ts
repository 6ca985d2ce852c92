import { type FocusEvent, useEffect, useRef } from 'react'

/** A table row, or an item of a list that can be reordered. */
const row = 'tbody tr, [data-reorder]'

/**
 * When the element with the focus leaves the list, a row or the bulk bar, the row in its position gets the focus, so that
 * keyboard users do not start at the top again. `reasons` are the values whose change may remove elements.
 */
export function useRowFocus(...reasons: unknown[]) {
  const list = useRef<HTMLDivElement>(null)
  const position = useRef(0)
  const isHere = useRef(false)

  const regain = () => {
    // The focus is lost when it is on the body or on an element around the list.
    if (!list.current || !document.activeElement?.contains(list.current)) return
    const links = [...list.current.querySelectorAll(row)].flatMap((each) => each.querySelector('a') ?? [])
    const next = links[Math.min(position.current, links.length - 1)] ?? list.current
    next.focus()
  }

  useEffect(() => {
    if (isHere.current) regain()
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the dependencies
  }, reasons)

  return {
    /** For a closed dialog whose row was removed. */
    regain,
    list: {
      ref: list,
      tabIndex: -1,
      onFocus: ({ target }: FocusEvent) => {
        isHere.current = true
        const at = target.closest(row)
        if (at?.parentElement) position.current = [...at.parentElement.children].indexOf(at)
      },
      // A removed element loses the focus without a `relatedTarget`.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget) isHere.current = list.current?.contains(relatedTarget) ?? false
      },
    },
  }
}
