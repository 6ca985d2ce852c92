import { ShoppingBag } from 'lucide-react'
import { cartErrorTexts } from '#domain/texts/shop.ts'
import { ErrorBoundary, type SectionBoundaryProps } from '#web/ui/errors/error-boundary.tsx'
import { reloadPage } from '#web/ui/errors/reload.ts'
import { Button } from '#web/ui/forms/button.tsx'

export function CartError() {
  return (
    <section className="grid justify-items-start gap-4 border-error border-l-4 bg-raised p-6">
      <h2 className="poster-type flex items-center gap-3 text-3xl leading-none">
        <ShoppingBag aria-hidden className="size-7 text-error-ink" />
        {cartErrorTexts.title}
      </h2>
      <p className="max-w-prose text-soft">{cartErrorTexts.message}</p>
      <Button onClick={reloadPage}>{cartErrorTexts.refresh}</Button>
    </section>
  )
}

/** Around the cart. */
export const CartBoundary = (props: SectionBoundaryProps) => <ErrorBoundary {...props} fallback={() => <CartError />} />
