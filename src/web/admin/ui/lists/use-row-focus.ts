import { useLocation } from '@tanstack/react-router'
import { type FocusEvent, useEffect, useRef } from 'react'

/** A table row, an item of a list that can be reordered, or another item of a list. */
const row = '[data-row], [data-reorder]'

/** The row that was opened last and the path of its list: it gets the focus again when the list is shown again. */
let openedRow: { path: string; id: string } | null = null

/**
 * Keyboard users do not start at the top of a list again. When the element with the focus leaves the list, a row or the
 * bulk bar, the row in its position gets the focus; on return from another screen, the row that had it before.
 * `data` are the rows: undefined until they have loaded. `reasons` are further values whose change may remove elements.
 */
export function useRowFocus(data: unknown, ...reasons: unknown[]) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const list = useRef<HTMLDivElement>(null)
  const position = useRef(0)
  const isHere = useRef(false)

  /** The focus is lost when it is on the body or on an element around the list. */
  const isLost = () => list.current && document.activeElement?.contains(list.current)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(row) ?? [])]

  const restoreFocus = () => {
    if (!isLost()) return
    const targets = rows().flatMap((each) => firstControl(each) ?? [])
    const next = targets[Math.min(position.current, targets.length - 1)] ?? list.current
    next?.focus()
  }

  const isLoaded = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rows have come
  useEffect(() => {
    if (!isLoaded) return
    const back = openedRow?.path === path ? openedRow.id : null
    openedRow = null
    const found = back && isLost() ? rows().find((each) => idOf(each) === back) : null
    if (found) firstControl(found)?.focus()
  }, [isLoaded])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what may have removed elements
  useEffect(() => {
    if (isHere.current) restoreFocus()
  }, [data, ...reasons])

  return {
    /** For a closed dialog whose row was removed. */
    regain: restoreFocus,
    list: {
      ref: list,
      tabIndex: -1,
      onFocus: ({ target }: FocusEvent) => {
        isHere.current = true
        const at = target.closest<HTMLElement>(row)
        if (!at) return
        position.current = rows().indexOf(at)
        openedRow = { path, id: idOf(at) }
      },
      // A removed element loses the focus without a `relatedTarget`.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (!relatedTarget) return
        isHere.current = list.current?.contains(relatedTarget) ?? false
        if (!isHere.current) openedRow = null
      },
    },
  }
}

const idOf = ({ dataset }: HTMLElement): string => dataset.row ?? dataset.reorder ?? ''

const firstControl = (each: HTMLElement) =>
  each.querySelector<HTMLElement>('a[href]') ?? each.querySelector<HTMLElement>('button, input')
