import { Menu, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { menuMaxWidthPx } from '#domain/ui/shell.ts'
import { useShowsAdminLink } from '#web/site/shell/back-links.tsx'
import { useDraggablePanel } from '#web/site/shell/use-dragging.ts'
import { trapTabFocus } from '#web/ui/feedback/dialog.ts'
import { SiteLink } from '#web/ui/site-link.tsx'

/** The menu of small screens: closed by Escape, keeps Tab inside, and can be moved aside by pointer or arrow keys. */
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

const width = `min(${menuMaxWidthPx}px, calc(100vw - 2 * var(--spacing-edge)))`

type PanelProps = { id: string; links: { target: string; label: string }[]; onClose: () => void; onFollow: () => void }

function Panel({ id, links, onClose, onFollow }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const showsAdminLink = useShowsAdminLink()
  const { offset, dragging, handle } = useDraggablePanel(panel)
  useEffect(() => panel.current?.querySelector('a')?.focus(), [])
  useEffect(() => {
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
      // A press beside the links leaves the focus here, so that the keys still reach the menu.
      tabIndex={-1}
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : trapTabFocus(event))}
      style={{ width, translate: `${offset.x}px ${offset.y}px` }}
      data-dragging={dragging || undefined}
      className="absolute top-full right-0 bg-raised text-ink shadow-2xl outline-none ring-1 ring-line data-dragging:select-none"
    >
      <button
        {...handle}
        type="button"
        aria-label="Move menu"
        title="Drag, or use the arrow keys"
        className="grid h-11 w-full cursor-grab touch-none place-items-center -outline-offset-3 in-data-dragging:cursor-grabbing"
      >
        <span className="h-1 w-12 rounded-full bg-field" />
      </button>
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
        {showsAdminLink && (
          <a href="/admin" className="-mt-4 flex min-h-13 items-center border-line border-t px-6 pb-1 font-semibold">
            Admin
          </a>
        )}
      </nav>
    </div>
  )
}
