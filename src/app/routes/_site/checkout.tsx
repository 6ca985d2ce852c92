import { createFileRoute } from '@tanstack/react-router'
import { createNoIndexHead, requireFeature } from '#app/page-route.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { CheckoutPage } from '#web/site/checkout/checkout-page.tsx'

export const Route = createFileRoute('/_site/checkout')({
  staticData: { isBrief: true },
  validateSearch: createSearchReader({ cancelled: textParam() }),
  beforeLoad: requireFeature('/checkout'),
  head: createNoIndexHead('/checkout'),
  component: Checkout,
})

function Checkout() {
  const { cancelled } = Route.useSearch()
  return <CheckoutPage isBack={cancelled !== undefined} />
}
