import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Offset = { x: number; y: number }

const origin: Offset = { x: 0, y: 0 }
const step = 24
const directions: Record<string, Offset> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Moves a panel with the pointer or the arrow keys on its handle, never so far that it leaves the window. */
export function useDraggablePanel(panel: { current: HTMLElement | null }) {
  const [offset, setOffset] = useState(origin)
  const [dragStart, setDragStart] = useState<Offset | null>(null)

  const moveTo = (wanted: Offset) => {
    const box = panel.current!.getBoundingClientRect()
    setOffset({
      x: clampToWindow(wanted.x, offset.x - box.left, window.innerWidth - box.width),
      y: clampToWindow(wanted.y, offset.y - box.top, window.innerHeight - box.height),
    })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragStart({ x: event.clientX - offset.x, y: event.clientY - offset.y })
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (dragStart) moveTo({ x: clientX - dragStart.x, y: clientY - dragStart.y })
  }
  const release = () => setDragStart(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    moveTo({ x: offset.x + direction.x * step, y: offset.y + direction.y * step })
  }
  return {
    offset,
    dragging: dragStart !== null,
    handle: { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release, onKeyDown },
  }
}

/** `edge` is where the panel touches the window's near side; it has `room` from there, or, if it is larger, to spare. */
const clampToWindow = (value: number, edge: number, room: number) =>
  Math.min(Math.max(value, edge + Math.min(0, room)), edge + Math.max(0, room))
