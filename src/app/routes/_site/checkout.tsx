import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { searchOf, textOf } from '#domain/ui/search.ts'
import { CheckoutPage } from '#web/site/checkout/checkout-page.tsx'

export const Route = createFileRoute('/_site/checkout')({
  validateSearch: searchOf({ cancelled: textOf() }),
  beforeLoad: onlyWhenOpen('/checkout'),
  head: () => ({ meta: [{ title: 'Checkout' }, { name: 'robots', content: 'noindex' }] }),
  component: Checkout,
})

function Checkout() {
  const { cancelled } = Route.useSearch()
  return <CheckoutPage isBack={cancelled !== undefined} />
}
