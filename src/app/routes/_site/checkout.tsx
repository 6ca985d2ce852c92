import { createFileRoute, useHydrated } from '@tanstack/react-router'
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
  // The page is the same for all buyers until it is hydrated.
  const isHydrated = useHydrated()
  return <CheckoutPage isBack={isHydrated && cancelled !== undefined} />
}
