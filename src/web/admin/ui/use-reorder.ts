import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { RowMove } from '#domain/positions.ts'
import { edgeScrollStep, moveForIndex, moveItemToIndex } from '#web/admin/ui/reorder.ts'

type Reorder = {
  /** The things in view, in their order. */
  ids: readonly string[]
  nameOf: (id: string) => string
  onMove: (move: RowMove) => void
}

type Held = { id: string; order: readonly string[] }

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * Puts things into another order, by dragging a handle or with the keys: Enter or Space picks up and puts down, arrows
 * move, Escape puts back. Near the edges of the window, or of a list that scrolls by itself (`data-reorder-scroll`),
 * dragging scrolls. Each thing has `data-reorder` with its id, each handle the properties from here.
 */
export function useReorder({ ids, nameOf, onMove }: Reorder) {
  const [held, setHeldState] = useState<Held | null>(null)
  const [words, setWords] = useState('')
  const order = held?.order ?? ids
  // What the handlers read: React may hand over a release before it has rendered the move before it.
  const latest = useRef(held)
  const setHeld = (next: Held | null) => {
    latest.current = next
    setHeldState(next)
  }

  const place = (id: string, list: readonly string[]) => `position ${list.indexOf(id) + 1} of ${list.length}`

  function pick(id: string): void {
    setHeld({ id, order: ids })
    setWords(`${nameOf(id)} picked up, ${place(id, ids)}. Move it with the arrow keys, drop it with Enter.`)
  }

  function go(id: string, to: number): void {
    const next = moveItemToIndex(latest.current?.order ?? ids, id, to)
    setHeld({ id, order: next })
    setWords(place(id, next))
  }

  function putDown(): void {
    const held = latest.current
    if (!held) return
    const move = moveForIndex(ids, held.id, held.order.indexOf(held.id))
    setHeld(null)
    setWords(`${nameOf(held.id)} dropped, ${place(held.id, held.order)}.`)
    if (move) onMove(move)
  }

  function putBack(): void {
    const held = latest.current
    if (!held) return
    setHeld(null)
    setWords(`${nameOf(held.id)} is back in its place.`)
  }

  function onKeyDown(event: KeyboardEvent, id: string): void {
    const isHeld = latest.current?.id === id
    const step = steps[event.key]
    if (event.key === 'Enter' || event.key === ' ') isHeld ? putDown() : pick(id)
    else if (event.key === 'Escape' && isHeld) putBack()
    else if (step && isHeld) go(id, latest.current!.order.indexOf(id) + step)
    else return
    event.preventDefault()
  }

  /** The thing that is held goes to the place under the pointer. */
  function follow({ x, y }: { x: number; y: number }): void {
    const held = latest.current
    if (!held) return
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-reorder]')
    const to = held.order.indexOf(under?.dataset.reorder ?? held.id)
    if (to >= 0 && to !== held.order.indexOf(held.id)) go(held.id, to)
  }

  const pointer = useEdgeScroll(follow)

  function onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent, id: string): void {
    if (latest.current?.id !== id || !currentTarget.hasPointerCapture(pointerId)) return
    pointer.at({ x: clientX, y: clientY, list: currentTarget.closest('[data-reorder-scroll]') })
    follow({ x: clientX, y: clientY })
  }

  return {
    order,
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
        if (detail === 0) latest.current?.id === id ? putDown() : pick(id)
      },
      onBlur: () => latest.current?.id === id && putBack(),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld({ id, order: ids })
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

type Point = { x: number; y: number; list: Element | null }

/** While a pointer rests near an edge the page or the list goes on scrolling, and what is under the pointer changes. */
function useEdgeScroll(onScrolled: (point: Point) => void) {
  const latest = useRef(onScrolled)
  latest.current = onScrolled
  const point = useRef<Point>(null)
  const frame = useRef(0)
  const away = () => {
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
    away,
  }
}
