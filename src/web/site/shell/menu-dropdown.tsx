import { Menu, X } from 'lucide-react'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { SiteLink } from '#web/site/shell/navigation.tsx'
import { keepTabInside } from '#web/ui/keep-inside.ts'

type Place = { x: number; y: number }
const atHome: Place = { x: 0, y: 0 }

/** The menu of small screens: at most 368 px wide, closed by Escape, keeps Tab inside, and can be dragged aside. */
export function MenuDropdown({ links }: { links: { target: string; label: string }[] }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="relative lg:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={open ? 'Close menu' : 'Open menu'}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center"
      >
        {open ? <X aria-hidden /> : <Menu aria-hidden />}
      </button>
      {open && <Panel id={id} links={links} onClose={close} onFollow={() => setOpen(false)} />}
    </div>
  )
}

type PanelProps = { id: string; links: { target: string; label: string }[]; onClose: () => void; onFollow: () => void }

function Panel({ id, links, onClose, onFollow }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { place, dragging, handle } = useDrag(panel)
  useEffect(() => {
    panel.current?.querySelector('a')?.focus()
    const outside = (event: Event) => {
      const target = event.target as Element
      if (!panel.current?.parentElement?.contains(target)) onFollow()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onFollow])
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label="Menu"
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : keepTabInside(event))}
      style={{ translate: `${place.x}px ${place.y}px` }}
      data-dragging={dragging || undefined}
      className="absolute top-full right-0 w-[min(368px,calc(100vw-2*var(--spacing-edge)))] bg-raised text-ink shadow-2xl ring-1 ring-line data-dragging:cursor-grabbing data-dragging:select-none"
    >
      <div
        {...handle}
        aria-hidden
        className="grid h-8 cursor-grab touch-none place-items-center data-dragging:cursor-grabbing"
      >
        <span className="h-1 w-12 rounded-full bg-line" />
      </div>
      <nav aria-label="Main">
        <ul className="px-6 pb-6">
          {links.map(({ target, label }) => (
            <li key={target} className="border-line border-t first:border-0">
              <SiteLink
                target={target}
                onClick={onFollow}
                className="poster-type flex min-h-13 items-center text-4xl leading-none hover:text-link aria-[current=page]:text-link"
              >
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** Follows the pointer, but never so far that the panel leaves the window. */
function useDrag(panel: { current: HTMLElement | null }) {
  const [place, setPlace] = useState(atHome)
  const [grip, setGrip] = useState<Place | null>(null)
  const start = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrip({ x: event.clientX - place.x, y: event.clientY - place.y })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = panel.current?.getBoundingClientRect()
    if (!grip || !box) return
    const [homeX, homeY] = [box.left - place.x, box.top - place.y]
    setPlace({
      x: within(event.clientX - grip.x, -homeX, window.innerWidth - box.width - homeX),
      y: within(event.clientY - grip.y, -homeY, window.innerHeight - 64 - homeY),
    })
  }
  const end = () => setGrip(null)
  return {
    place,
    dragging: grip !== null,
    handle: { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end },
  }
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))
