import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { RowMove } from '#domain/positions.ts'
import { edgeScrollStep, moveForIndex, moveItemToIndex } from '#web/admin/ui/reorder.ts'

type Reorder = {
  /** The things in view, in their order. */
  ids: readonly string[]
  nameOf: (id: string) => string
  onMove: (move: RowMove) => void
}

type HeldItem = { id: string; order: readonly string[] }

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * Puts things into another order, by dragging a handle or with the keys: Enter or Space picks up and puts down, arrows
 * move, Escape puts back. Near the edges of the window, or of a list that scrolls by itself (`data-reorder-scroll`),
 * dragging scrolls. Each thing has `data-reorder` with its id, each handle the properties from here.
 */
export function useReorder({ ids, nameOf, onMove }: Reorder) {
  const { held, latest, words, hold, pick, moveTo, putDown, putBack } = useHeldItem({ ids, nameOf, onMove })

  function onKeyDown(event: KeyboardEvent, id: string): void {
    const now = latest()
    const isHeld = now?.id === id
    const step = steps[event.key]
    if (event.key === 'Enter' || event.key === ' ') isHeld ? putDown() : pick(id)
    else if (event.key === 'Escape' && isHeld) putBack()
    else if (step && isHeld) moveTo(now.order.indexOf(id) + step)
    else return
    event.preventDefault()
  }

  /** The thing that is held goes to the place under the pointer. */
  function moveHeldItem({ x, y }: { x: number; y: number }): void {
    const now = latest()
    if (!now) return
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-reorder]')
    const to = now.order.indexOf(under?.dataset.reorder ?? now.id)
    if (to >= 0 && to !== now.order.indexOf(now.id)) moveTo(to)
  }

  const pointer = useEdgeScroll(moveHeldItem)

  function onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent, id: string): void {
    if (latest()?.id !== id || !currentTarget.hasPointerCapture(pointerId)) return
    pointer.at({ x: clientX, y: clientY, list: currentTarget.closest('[data-reorder-scroll]') })
    moveHeldItem({ x: clientX, y: clientY })
  }

  return {
    order: held?.order ?? ids,
    heldId: held?.id ?? null,
    /** To be said aloud. */
    words,
    handle: (id: string) => ({
      'aria-label': `Move ${nameOf(id)}`,
      'aria-pressed': held?.id === id,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
      // Some browsers make a click of the space bar although its press was taken.
      onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
      // A screen reader presses without keys and without a pointer.
      onClick: ({ detail }: MouseEvent) => {
        if (detail === 0) latest()?.id === id ? putDown() : pick(id)
      },
      onBlur: () => latest()?.id === id && putBack(),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold(id)
      },
      onPointerMove: (event: PointerEvent) => onPointerMove(event, id),
      onPointerUp: () => {
        pointer.away()
        putDown()
      },
      onPointerCancel: () => {
        pointer.away()
        putBack()
      },
      className:
        'grid size-11 cursor-grab touch-none place-items-center text-soft hover:text-ink aria-pressed:cursor-grabbing aria-pressed:bg-ink aria-pressed:text-ground',
    }),
  }
}

/** The thing that is being moved, the order that it has made so far, and what is said about it. */
function useHeldItem({ ids, nameOf, onMove }: Reorder) {
  const [held, setHeldState] = useState<HeldItem | null>(null)
  const [words, setWords] = useState('')
  // What the handlers read: React may hand over a release before it has rendered the move before it.
  const latest = useRef(held)
  const setHeld = (next: HeldItem | null) => {
    latest.current = next
    setHeldState(next)
  }
  const positionText = (id: string, order: readonly string[]) => `position ${order.indexOf(id) + 1} of ${order.length}`
  const holdItem = (id: string) => setHeld({ id, order: ids })

  function pick(id: string): void {
    holdItem(id)
    setWords(`${nameOf(id)} picked up, ${positionText(id, ids)}. Move it with the arrow keys, drop it with Enter.`)
  }

  function moveTo(index: number): void {
    if (!latest.current) return
    const { id, order } = latest.current
    const next = moveItemToIndex(order, id, index)
    setHeld({ id, order: next })
    setWords(positionText(id, next))
  }

  function putDown(): void {
    if (!latest.current) return
    const { id, order } = latest.current
    const move = moveForIndex(ids, id, order.indexOf(id))
    setHeld(null)
    setWords(`${nameOf(id)} dropped, ${positionText(id, order)}.`)
    if (move) onMove(move)
  }

  function putBack(): void {
    if (!latest.current) return
    const { id } = latest.current
    setHeld(null)
    setWords(`${nameOf(id)} is back in its place.`)
  }

  return { held, latest: () => latest.current, words, hold: holdItem, pick, moveTo, putDown, putBack }
}

type Point = { x: number; y: number; list: Element | null }

/** While a pointer rests near an edge the page or the list goes on scrolling, and what is under the pointer changes. */
function useEdgeScroll(onScrolled: (point: Point) => void) {
  const latest = useRef(onScrolled)
  latest.current = onScrolled
  const point = useRef<Point>(null)
  const frame = useRef(0)
  const stopScrolling = () => {
    cancelAnimationFrame(frame.current)
    point.current = null
    frame.current = 0
  }
  const step = () => {
    frame.current = 0
    if (!point.current) return
    const { y, list } = point.current
    const scrolled = list && list.scrollHeight > list.clientHeight ? list : null
    const { top, height } = scrolled?.getBoundingClientRect() ?? { top: 0, height: window.innerHeight }
    const pull = edgeScrollStep(y - top, height)
    if (!pull) return
    const target = scrolled ?? window
    target.scrollBy({ top: pull, behavior: 'instant' })
    latest.current(point.current)
    frame.current = requestAnimationFrame(step)
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return {
    at: (next: Point) => {
      point.current = next
      if (!frame.current) frame.current = requestAnimationFrame(step)
    },
    away: stopScrolling,
  }
}
