import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { OrdersScreen } from '#web/admin/orders/orders-screen.tsx'

export const Route = createFileRoute('/admin/_inside/orders')({
  beforeLoad: onlyWhenOpen('/admin/orders'),
  component: OrdersScreen,
})
