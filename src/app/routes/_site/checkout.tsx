import { createFileRoute } from '@tanstack/react-router'
import { requireFeature, unlistedHead } from '#app/page-route.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { CheckoutPage } from '#web/site/checkout/checkout-page.tsx'

export const Route = createFileRoute('/_site/checkout')({
  staticData: { isBrief: true },
  validateSearch: searchReader({ cancelled: textOf() }),
  beforeLoad: requireFeature('/checkout'),
  head: unlistedHead('/checkout'),
  component: Checkout,
})

function Checkout() {
  const { cancelled } = Route.useSearch()
  return <CheckoutPage isBack={cancelled !== undefined} />
}
