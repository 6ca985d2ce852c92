import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { stockMovementList } from '#domain/products/product-lists.ts'
import { StockHistoryScreen } from '#web/admin/products/stock-history-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/inventory/$id')({
  beforeLoad: requireFeature('/admin/shop'),
  validateSearch: stockMovementList.read,
  component: () => <StockHistoryScreen id={Route.useParams().id} search={Route.useSearch()} />,
})
