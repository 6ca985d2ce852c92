import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { stockStates } from '#domain/products/product.ts'
import { listSearch, oneOf, searchOf } from '#domain/ui/search.ts'
import { InventoryScreen } from '#web/admin/products/inventory-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/inventory/')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  validateSearch: searchOf({
    ...listSearch,
    stock: oneOf(...stockStates),
    sort: oneOf('name', 'left'),
  }),
  component: () => <InventoryScreen search={Route.useSearch()} />,
})
