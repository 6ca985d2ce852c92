import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Crop, type CropView, cropForView, cropViewOf, fullView, maxZoom } from '#domain/images/crop.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type CropDialogProps = {
  file: File
  ratio: number
  onClose: () => void
  /** Called without a crop where this browser cannot show the picture; the server decides whether it accepts it. */
  onCrop: (crop: Crop | undefined) => void
}

/** Chooses the visible part of a picture: by dragging, with the arrow keys, and with a slider that zooms. */
export function CropDialog({ file, ratio, onClose, onCrop }: CropDialogProps) {
  const source = useObjectUrl(file)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [view, setView] = useState<CropView>(fullView)
  const crop = size && cropForView(size, ratio, view)
  const clampView = (next: CropView) => cropViewOf(cropForView(size!, ratio, next), next.zoom)
  const move = (x: number, y: number) => size && setView((from) => clampView({ ...from, x: from.x + x, y: from.y + y }))
  const zoomBy = (factor: number) =>
    size && setView((from) => clampView({ ...from, zoom: Math.max(1, Math.min(from.zoom * factor, maxZoom)) }))
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title="Crop the picture"
      description="Drag the picture, or move it with the arrow keys. Pinch or scroll to zoom."
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onCrop(crop ?? undefined)}>Use this area</Button>
        </>
      }
    >
      <Frame ratio={ratio} crop={crop} move={move} zoomBy={zoomBy}>
        {source && (
          <img
            src={source}
            aria-hidden
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => onCrop(undefined)}
            className="pointer-events-none absolute max-w-none select-none"
            style={
              crop
                ? {
                    width: `${100 / crop.width}%`,
                    left: `${(-100 * crop.x) / crop.width}%`,
                    top: `${(-100 * crop.y) / crop.height}%`,
                  }
                : { opacity: 0 }
            }
          />
        )}
      </Frame>
      <label className="flex min-h-11 items-center gap-4">
        <span className="font-semibold">Zoom</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={view.zoom}
          disabled={!size}
          onChange={({ target }) => setView(clampView({ ...view, zoom: Number(target.value) }))}
          className="grow accent-ink"
        />
      </label>
    </Modal>
  )
}

type FrameProps = {
  ratio: number
  crop: Crop | null
  move: (x: number, y: number) => void
  zoomBy: (factor: number) => void
  children: React.ReactNode
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function Frame({ ratio, crop, move, zoomBy, children }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  useWheel(box, zoomBy)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(step[0] * 0.02, step[1] * 0.02)
  }
  const onPointerDown = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    currentTarget.setPointerCapture(pointerId)
    pointers.current.set(pointerId, { x: clientX, y: clientY })
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    const before = pointers.current.get(pointerId)
    if (!before || !crop) return
    const now = { x: clientX, y: clientY }
    const [other] = [...pointers.current].flatMap(([id, point]) => (id === pointerId ? [] : point))
    pointers.current.set(pointerId, now)
    if (other) return zoomBy(distance(now, other) / Math.max(1, distance(before, other)))
    const { clientWidth, clientHeight } = currentTarget
    move(((before.x - now.x) / clientWidth) * crop.width, ((before.y - now.y) / clientHeight) * crop.height)
  }
  const onPointerGone = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element is a frame that is moved by keys
    <div
      ref={box}
      role="group"
      aria-label="The visible area"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerGone}
      onPointerCancel={onPointerGone}
      className="relative w-full cursor-grab touch-none overflow-hidden bg-sunken active:cursor-grabbing"
      style={{ aspectRatio: ratio }}
    >
      {children}
    </div>
  )
}

type Point = { x: number; y: number }
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** React listens to wheels in a manner that cannot keep the page from scrolling. */
function useWheel(box: RefObject<HTMLElement | null>, zoomBy: (factor: number) => void): void {
  const latest = useRef(zoomBy)
  latest.current = zoomBy
  useEffect(() => {
    const element = box.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(Math.exp(-event.deltaY / 500))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [box])
}

/** An address for a file that has not left the browser, as long as it is shown. */
export function useObjectUrl(file: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
