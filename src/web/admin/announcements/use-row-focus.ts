import { type FocusEvent, useEffect, useRef } from 'react'

/** When the row that has the focus leaves the list, the one in its place gets it: nobody begins again at the top. */
export function useRowFocus(rows: readonly unknown[]) {
  const list = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  const isHere = useRef(false)

  const regain = () => {
    if (document.activeElement !== document.body) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
    const next = links[Math.min(place.current, links.length - 1)] ?? list.current
    next?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look where the focus is
  useEffect(() => {
    if (isHere.current) regain()
  }, [rows])

  return {
    /** For when a dialog about a row is gone, and the row with it. */
    regain,
    list: {
      ref: list,
      tabIndex: -1,
      onFocus: ({ target }: FocusEvent) => {
        isHere.current = true
        const row = target.closest('tbody tr')
        if (row?.parentElement) place.current = [...row.parentElement.children].indexOf(row)
      },
      // An element that is taken away has lost the focus to nothing.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget) isHere.current = list.current?.contains(relatedTarget) ?? false
      },
    },
  }
}
