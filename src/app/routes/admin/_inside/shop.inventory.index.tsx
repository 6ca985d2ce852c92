import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { inventoryList } from '#domain/products/product-lists.ts'
import { InventoryScreen } from '#web/admin/products/inventory-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/inventory/')({
  beforeLoad: requireFeature('/admin/shop'),
  validateSearch: inventoryList.read,
  component: () => <InventoryScreen search={Route.useSearch()} />,
})
