import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/page-route.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { FindOrder } from '#web/site/orders/find-order.tsx'

/** Open on every site: buyers still look for their order and downloads after the shop was turned off. */
export const Route = createFileRoute('/_site/orders/find')({
  validateSearch: searchReader({ number: textOf(40) }),
  head: unlistedHead('/orders/find'),
  component: () => <FindOrder number={Route.useSearch().number} />,
})
