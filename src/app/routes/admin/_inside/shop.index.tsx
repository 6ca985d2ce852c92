import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { productList } from '#domain/products/product-lists.ts'
import { ProductsScreen } from '#web/admin/products/products-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/')({
  beforeLoad: requireFeature('/admin/shop'),
  validateSearch: productList.read,
  component: () => <ProductsScreen search={Route.useSearch()} />,
})
