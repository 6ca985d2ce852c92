import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { listSearch, searchOf } from '#domain/ui/search.ts'
import { StockHistoryScreen } from '#web/admin/products/stock-history-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/inventory/$id')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  validateSearch: searchOf({ page: listSearch.page, size: listSearch.size }),
  component: () => <StockHistoryScreen id={Route.useParams().id} search={Route.useSearch()} />,
})
