import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { productStatuses, productTypes, stockStates } from '#domain/products/product.ts'
import { listSearch, oneOf, searchOf, uuidOf } from '#domain/ui/search.ts'
import { ProductsScreen } from '#web/admin/products/products-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  validateSearch: searchOf({
    ...listSearch,
    status: oneOf(...productStatuses),
    type: oneOf(...productTypes),
    category: uuidOf,
    stock: oneOf(...stockStates),
    sort: oneOf('name', 'price', 'status', 'category', 'stock', 'changed'),
  }),
  component: () => <ProductsScreen search={Route.useSearch()} />,
})
