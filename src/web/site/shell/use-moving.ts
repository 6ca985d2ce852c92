import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Place = { x: number; y: number }

const atHome: Place = { x: 0, y: 0 }
const step = 24
const directions: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Moves a panel with the pointer or the arrow keys on its handle, never so far that it leaves the window. */
export function useMoving(panel: { current: HTMLElement | null }) {
  const [place, setPlace] = useState(atHome)
  const [grip, setGrip] = useState<Place | null>(null)

  const moveTo = (wanted: Place) => {
    const box = panel.current!.getBoundingClientRect()
    setPlace({
      x: within(wanted.x, place.x - box.left, window.innerWidth - box.width),
      y: within(wanted.y, place.y - box.top, window.innerHeight - box.height),
    })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrip({ x: event.clientX - place.x, y: event.clientY - place.y })
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (grip) moveTo({ x: clientX - grip.x, y: clientY - grip.y })
  }
  const release = () => setGrip(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    moveTo({ x: place.x + direction.x * step, y: place.y + direction.y * step })
  }
  return {
    place,
    moving: grip !== null,
    handle: { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release, onKeyDown },
  }
}

/** `edge` is where the panel touches the window's near side; it has `room` from there, or, if it is larger, to spare. */
const within = (value: number, edge: number, room: number) =>
  Math.min(Math.max(value, edge + Math.min(0, room)), edge + Math.max(0, room))
