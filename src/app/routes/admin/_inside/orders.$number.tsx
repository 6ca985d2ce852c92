import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { OrderScreen } from '#web/admin/orders/order-screen.tsx'

export const Route = createFileRoute('/admin/_inside/orders/$number')({
  beforeLoad: requireFeature('/admin/orders'),
  component: () => <OrderScreen number={Route.useParams().number} />,
})
