import { createFileRoute } from '@tanstack/react-router'
import { createNoIndexHead } from '#app/page-route.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { OrderLookup } from '#web/site/orders/find-order.tsx'

/** Open on every site: buyers still look for their order and downloads after the shop was turned off. */
export const Route = createFileRoute('/_site/orders/find')({
  validateSearch: createSearchReader({ number: textParam(40) }),
  head: createNoIndexHead('/orders/find'),
  component: () => <OrderLookup number={Route.useSearch().number} />,
})
