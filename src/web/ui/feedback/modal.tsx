import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { backdropClass, popupClass, trapTabFocus, viewportClass } from '#web/ui/feedback/dialog.ts'

const widths = { sm: 'sm:max-w-96', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' }

type ModalProps = {
  open: boolean
  /** Called on Escape, a click on the backdrop, and the close button. */
  onClose: () => void
  title: string
  description?: ReactNode
  size?: keyof typeof widths
  /** Buttons below a line, the main one last. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * Slides up from the bottom on phones, is centred elsewhere. The first field gets the focus, which is why the close
 * button comes last; on close the focus returns to where it was.
 */
export function Modal({ open, onClose, title, description, size = 'md', actions, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className={viewportClass}>
          <Dialog.Popup data-size={size} onKeyDown={trapTabFocus} className={`${popupClass} ${widths[size]}`}>
            <Dialog.Title className="poster-type py-6 pr-16 pl-6 text-3xl leading-none">{title}</Dialog.Title>
            <div className="grid gap-4 px-6 pb-6">
              {description && <Dialog.Description className="text-soft">{description}</Dialog.Description>}
              {children}
            </div>
            {actions && (
              <footer className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4">{actions}</footer>
            )}
            <Dialog.Close
              aria-label="Close"
              className="absolute top-3.5 right-3.5 grid size-11 cursor-pointer place-items-center text-soft hover:text-ink"
            >
              <X aria-hidden />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
