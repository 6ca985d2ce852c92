import { createFileRoute, useHydrated } from '@tanstack/react-router'
import { createNoIndexHead } from '#app/page-route.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { OrderLookup } from '#web/site/orders/find-order.tsx'

/** Open on every site: buyers still look for their order and downloads after the shop was turned off. */
export const Route = createFileRoute('/_site/orders/find')({
  validateSearch: createSearchReader({ number: textParam(40) }),
  head: createNoIndexHead('/orders/find'),
  component: FindOrder,
})

/** The page is the same for all buyers until it is hydrated; then the form has the number of the address. */
function FindOrder() {
  const { number } = Route.useSearch()
  const known = useHydrated() ? number : undefined
  return <OrderLookup key={known} number={known} />
}
