import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Move, moved, moveTo } from '#domain/ui/order.ts'

type Reorder = {
  /** The things in view, in their order. */
  ids: readonly string[]
  nameOf: (id: string) => string
  onMove: (move: Move) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * Puts things into another order, by dragging a handle or with the keys: Enter or Space picks up and puts down, arrows
 * move, Escape puts back. Each thing has `data-reorder` with its id, each handle the properties from here.
 */
export function useReorder({ ids, nameOf, onMove }: Reorder) {
  const [held, setHeld] = useState<{ id: string; order: readonly string[] } | null>(null)
  const [words, setWords] = useState('')
  const order = held?.order ?? ids

  const place = (id: string, list: readonly string[]) => `position ${list.indexOf(id) + 1} of ${list.length}`

  function pick(id: string): void {
    setHeld({ id, order: ids })
    setWords(`${nameOf(id)} is picked up, ${place(id, ids)}. Move it with the arrow keys, put it down with Enter.`)
  }

  function go(id: string, to: number): void {
    const next = moved(order, id, to)
    setHeld({ id, order: next })
    setWords(place(id, next))
  }

  function putDown(): void {
    if (!held) return
    const move = moveTo(ids, held.id, held.order.indexOf(held.id))
    setHeld(null)
    setWords(`${nameOf(held.id)} is put down, ${place(held.id, held.order)}.`)
    if (move) onMove(move)
  }

  function putBack(): void {
    if (!held) return
    setHeld(null)
    setWords(`${nameOf(held.id)} is where it was.`)
  }

  function onKeyDown(event: KeyboardEvent, id: string): void {
    const isHeld = held?.id === id
    const step = steps[event.key]
    if (event.key === 'Enter' || event.key === ' ') isHeld ? putDown() : pick(id)
    else if (event.key === 'Escape' && isHeld) putBack()
    else if (step && isHeld) go(id, order.indexOf(id) + step)
    else return
    event.preventDefault()
  }

  function onPointerMove(event: PointerEvent, id: string): void {
    if (held?.id !== id || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-reorder]')
    const to = order.indexOf(under?.dataset.reorder ?? id)
    if (to >= 0 && to !== order.indexOf(id)) go(id, to)
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
      onBlur: () => held?.id === id && putBack(),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld({ id, order: ids })
      },
      onPointerMove: (event: PointerEvent) => onPointerMove(event, id),
      onPointerUp: putDown,
      onPointerCancel: putBack,
      className:
        'grid size-11 cursor-grab touch-none place-items-center text-soft hover:text-ink aria-pressed:cursor-grabbing aria-pressed:bg-action aria-pressed:text-on-action',
    }),
  }
}
