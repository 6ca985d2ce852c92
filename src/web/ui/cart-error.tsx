import { ShoppingBag } from 'lucide-react'
import { cartErrorTexts as texts } from '#domain/texts/cart.ts'
import { Button } from '#web/ui/button.tsx'
import { reloadPage } from '#web/ui/reload.ts'

export function CartError() {
  return (
    <section className="grid justify-items-start gap-4 border-error border-l-4 bg-raised p-6">
      <h2 className="poster-type flex items-center gap-3 text-3xl leading-none">
        <ShoppingBag aria-hidden className="size-7 text-error-ink" />
        {texts.title}
      </h2>
      <p className="max-w-prose text-soft">{texts.message}</p>
      <Button onClick={reloadPage}>{texts.refresh}</Button>
    </section>
  )
}
