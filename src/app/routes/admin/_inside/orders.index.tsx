import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { orderList } from '#domain/orders/order-list.ts'
import { OrdersScreen } from '#web/admin/orders/orders-screen.tsx'

export const Route = createFileRoute('/admin/_inside/orders/')({
  beforeLoad: requireFeature('/admin/orders'),
  validateSearch: orderList.read,
  component: () => <OrdersScreen search={Route.useSearch()} />,
})
