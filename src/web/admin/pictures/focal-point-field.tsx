import type { ComponentProps, CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { objectPosition } from '#domain/images/picture.ts'
import { PlainPicture } from '#web/admin/ui/plain-picture.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

type FocalPointFieldProps = {
  address: string
  width: number
  height: number
  x: ComponentProps<typeof TextField> & { value: string }
  y: ComponentProps<typeof TextField> & { value: string }
  onPoint: (x: number, y: number) => void
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The shapes in which pages crop pictures most. */
const shapes: [name: string, ratio: string][] = [
  ['1:1', '1 / 1'],
  ['16:9', '16 / 9'],
  ['4:5', '4 / 5'],
]

const percent = (value: number) => Math.max(0, Math.min(Math.round(value), 100))
const percentOf = (typed: string) => percent(Number(typed) || 0)

/** The point that stays visible when a picture is cropped: chosen on the picture, with the arrow keys, or as numbers. */
export function FocalPointField({ address, width, height, x, y, onPoint }: FocalPointFieldProps) {
  const point = { x: percentOf(x.value), y: percentOf(y.value) }
  return (
    <div className="grid content-start gap-5">
      <FocalPointMarker address={address} ratio={width / height} point={point} onPoint={onPoint} />
      <div className="grid grid-cols-2 gap-4">
        <TextField {...x} type="number" inputMode="numeric" min={0} max={100} step={1} />
        <TextField {...y} type="number" inputMode="numeric" min={0} max={100} step={1} />
      </div>
      <figure className="grid gap-2">
        <figcaption className="text-soft text-sm">How pages crop it</figcaption>
        <div className="flex items-start gap-3">
          {shapes.map(([name, aspectRatio]) => (
            <div key={name} className="grid min-w-0 gap-1" style={{ flexGrow: ratioOf(aspectRatio), flexBasis: 0 }}>
              <PlainPicture
                address={address}
                alt={`Cropped to ${name}`}
                className="w-full bg-sunken"
                style={{ aspectRatio, '--focus': objectPosition(point) } as CSSProperties}
              />
              <span aria-hidden className="text-soft text-sm tabular-nums">
                {name}
              </span>
            </div>
          ))}
        </div>
      </figure>
    </div>
  )
}

const ratioOf = (shape: string): number => {
  const [width = 1, height = 1] = shape.split(' / ').map(Number)
  return width / height
}

type FocalPointMarkerProps = {
  address: string
  ratio: number
  point: { x: number; y: number }
  onPoint: (x: number, y: number) => void
}

function FocalPointMarker({ address, ratio, point, onPoint }: FocalPointMarkerProps) {
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onPoint(percent(((clientX - left) / width) * 100), percent(((clientY - top) / height) * 100))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const times = event.shiftKey ? 10 : 1
    onPoint(percent(point.x + step[0] * times), percent(point.y + step[1] * times))
  }
  return (
    <div className="grid gap-2">
      <p id="focal-point-help" className="text-soft text-sm">
        Press the most important point of the picture, or move it with the arrow keys. It stays visible wherever a page
        crops the picture.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a point that is moved in two directions */}
      <div
        role="group"
        aria-label="Focal point"
        aria-describedby="focal-point-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the point
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          // The button that loads a failed picture again.
          if ((event.target as Element).closest('button')) return
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => event.buttons > 0 && follow(event)}
        className="relative cursor-crosshair touch-none select-none justify-self-start bg-sunken"
        // As high as the window allows, so that the numbers and the crops stay in view.
        style={{ aspectRatio: ratio, width: `min(100%, ${Math.round(ratio * 45)}svh)` }}
      >
        <PlainPicture address={address} alt="" className="pointer-events-none absolute inset-0 size-full" />
        <span
          aria-hidden
          className="pointer-events-none absolute size-9 -translate-1/2 rounded-full border-[3px] border-[#fff] shadow-[0_0_0_2px_#000,inset_0_0_0_2px_#000]"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
        />
      </div>
      <p role="status" className="sr-only">
        {`${point.x} percent from the left, ${point.y} percent from the top`}
      </p>
    </div>
  )
}
