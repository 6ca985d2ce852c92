import { Dialog } from '@base-ui/react/dialog'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { CartContents } from '#web/site/cart/cart-contents.tsx'
import { CheckoutLink } from '#web/site/cart/checkout-link.tsx'
import { closeDrawer, useDrawer } from '#web/site/cart/drawer-store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { backdropLook } from '#web/ui/dialog-look.ts'
import { keepTabInside } from '#web/ui/keep-inside.ts'
import { CartBoundary } from '#web/ui/page-boundaries.tsx'

const popupLook =
  'fixed inset-y-0 right-0 z-40 flex w-full max-w-md flex-col border-action border-t-4 bg-raised text-ink shadow-2xl outline-none transition-[opacity,translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) data-ending-style:translate-x-12 data-starting-style:translate-x-12 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** The cart beside the page. Focus stays inside and goes back to where it came from. */
export function CartDrawer() {
  const open = useDrawer()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || closeDrawer()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Popup onKeyDown={keepTabInside} className={popupLook}>
          <Dialog.Title className="poster-type px-6 py-6 pr-16 text-3xl leading-none">Cart</Dialog.Title>
          <Dialog.Close
            aria-label="Close"
            className="absolute top-3.5 right-3.5 grid size-11 cursor-pointer place-items-center text-soft hover:text-ink"
          >
            <X aria-hidden />
          </Dialog.Close>
          <div className="flex min-h-0 grow flex-col overflow-y-auto px-6 pb-6">
            <CartBoundary>
              <CartContents onFollow={closeDrawer}>
                {({ lines, foot }) => (
                  <>
                    <div className="grow">{lines}</div>
                    <footer className="mt-4 border-line border-t-2 pt-5">
                      {foot}
                      <div className="mt-5 grid gap-3">
                        <CheckoutLink onClick={closeDrawer} />
                        <Link to="/cart" className={buttonLook({ variant: 'quiet' })} onClick={closeDrawer}>
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
