import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { backdropLook, popupLook, viewportLook } from '#web/ui/dialog-look.ts'

const widths = { sm: 'sm:max-w-96', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' }

type ModalProps = {
  open: boolean
  /** Asked for by Escape, the backdrop or the close button. */
  onClose: () => void
  title: string
  description?: ReactNode
  size?: keyof typeof widths
  /** Buttons below a line, the main one last. */
  actions?: ReactNode
  children?: ReactNode
}

/** A sheet from below on phones, a window elsewhere. Focus stays inside and goes back to where it came from. */
export function Modal({ open, onClose, title, description, size = 'md', actions, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Viewport className={viewportLook}>
          <Dialog.Popup data-size={size} className={`${popupLook} ${widths[size]}`}>
            <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
              <Dialog.Title className="poster-type pt-1.5 text-3xl leading-none">{title}</Dialog.Title>
              <Dialog.Close
                aria-label="Close"
                className="-mr-2.5 grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink"
              >
                <X aria-hidden />
              </Dialog.Close>
            </header>
            <div className="grid gap-4 px-6 pb-6">
              {description && <Dialog.Description className="text-soft">{description}</Dialog.Description>}
              {children}
            </div>
            {actions && (
              <footer className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4">{actions}</footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
