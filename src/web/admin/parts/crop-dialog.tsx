import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Crop, cropOf, type Look, mostZoom, restOf, wholeLook } from '#domain/images/crop.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

type CropDialogProps = {
  file: File
  ratio: number
  onClose: () => void
  /** Nothing where this browser cannot show the picture: then the server has the last word. */
  onCrop: (crop: Crop | undefined) => void
}

/** The part of a picture that will be seen, chosen by dragging, with the arrow keys, and with a slider for nearness. */
export function CropDialog({ file, ratio, onClose, onCrop }: CropDialogProps) {
  const source = useObjectUrl(file)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [look, setLook] = useState<Look>(wholeLook)
  const crop = size && cropOf(size, ratio, look)
  const move = (x: number, y: number) => crop && size && setLook(rest({ ...look, x: look.x + x, y: look.y + y }))
  const rest = (next: Look) => restOf(cropOf(size!, ratio, next), next.zoom)
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title="Choose the part to show"
      description="Drag the picture, or move it with the arrow keys."
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onCrop(crop ?? undefined)}>Use this part</Button>
        </>
      }
    >
      <Frame {...{ ratio, crop, move }}>
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
        <span className="font-semibold">Nearness</span>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={look.zoom}
          disabled={!size}
          onChange={({ target }) => setLook(rest({ ...look, zoom: Number(target.value) }))}
          className="grow accent-action"
        />
      </label>
    </Modal>
  )
}

type FrameProps = {
  ratio: number
  crop: Crop | null
  move: (x: number, y: number) => void
  children: React.ReactNode
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function Frame({ ratio, crop, move, children }: FrameProps) {
  const last = useRef<{ x: number; y: number } | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(step[0] * 0.02, step[1] * 0.02)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = { x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!last.current || !crop) return
    const { clientWidth, clientHeight } = event.currentTarget
    const [x, y] = [event.clientX - last.current.x, event.clientY - last.current.y]
    last.current = { x: event.clientX, y: event.clientY }
    move((-x / clientWidth) * crop.width, (-y / clientHeight) * crop.height)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element is a frame that is moved by keys
    <div
      role="group"
      aria-label="The part that will be seen"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        last.current = null
      }}
      className="relative w-full cursor-grab touch-none overflow-hidden bg-sunken active:cursor-grabbing"
      style={{ aspectRatio: ratio }}
    >
      {children}
    </div>
  )
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
