import { Dialog } from '@base-ui/react/dialog'
import { Menu, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Sidebar } from '#web/admin/shell/sidebar.tsx'
import { backdropClass } from '#web/ui/feedback/dialog.ts'

const motion = 'transition-[translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out)'

/** The sidebar on small screens. A link moves the focus to the new screen, Escape back to the button. */
export function Drawer({ screen }: { screen: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState(false)
  const [follows, setFollows] = useState(false)
  const follow = () => {
    setFollows(true)
    setOpen(false)
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        setFollows(false)
        setOpen(next)
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && follows) screen.current?.focus({ preventScroll: true })
      }}
    >
      <Dialog.Trigger aria-label="Open navigation" className="grid size-11 cursor-pointer place-items-center lg:hidden">
        <Menu aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          finalFocus={() => !follows}
          className={`fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] overflow-y-auto overscroll-contain bg-sunken text-ink shadow-2xl outline-none ${motion} data-ending-style:-translate-x-full data-starting-style:-translate-x-full`}
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          <Sidebar onFollow={follow} />
          <Dialog.Close
            aria-label="Close navigation"
            className="absolute top-2.5 right-2 grid size-11 cursor-pointer place-items-center text-soft hover:text-ink"
          >
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
