import { Dialog } from '@base-ui/react/dialog'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { CartContents, CheckoutLink } from '#web/site/cart/cart-contents.tsx'
import { closeCartDrawer, useIsCartDrawerOpen } from '#web/site/cart/cart-drawer-state.ts'
import { CartBoundary } from '#web/ui/errors/cart-error-boundary.tsx'
import { backdropClass, trapTabFocus } from '#web/ui/feedback/dialog.ts'
import { buttonClass } from '#web/ui/forms/button.tsx'

const popupClass =
  'fixed inset-y-0 right-0 z-40 flex w-full max-w-md flex-col border-action border-t-4 bg-raised text-ink shadow-2xl outline-none transition-[opacity,translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) data-ending-style:translate-x-12 data-starting-style:translate-x-12 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A modal dialog: the focus stays inside and returns when it closes. */
export function CartDrawer() {
  const open = useIsCartDrawerOpen()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || closeCartDrawer()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup onKeyDown={trapTabFocus} className={popupClass}>
          <Dialog.Title className="poster-type px-6 py-6 pr-16 text-3xl leading-none">Cart</Dialog.Title>
          <Dialog.Close
            aria-label="Close"
            className="absolute top-3.5 right-3.5 grid size-11 cursor-pointer place-items-center text-soft hover:text-ink"
          >
            <X aria-hidden />
          </Dialog.Close>
          <div className="flex min-h-0 grow flex-col overflow-y-auto px-6 pb-6">
            <CartBoundary>
              <CartContents onFollow={closeCartDrawer}>
                {({ lines, foot }) => (
                  <>
                    <div className="grow">{lines}</div>
                    <footer className="mt-4 border-line border-t-2 pt-5">
                      {foot}
                      <div className="mt-5 grid gap-3">
                        <CheckoutLink onClick={closeCartDrawer} />
                        <Link to="/cart" className={buttonClass({ variant: 'quiet' })} onClick={closeCartDrawer}>
                          View cart
                        </Link>
                      </div>
                    </footer>
                  </>
                )}
              </CartContents>
            </CartBoundary>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
