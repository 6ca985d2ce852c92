import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { OrderScreen } from '#web/admin/orders/order-screen.tsx'

export const Route = createFileRoute('/admin/_inside/orders/$number')({
  beforeLoad: onlyWhenOpen('/admin/orders'),
  component: () => <OrderScreen number={Route.useParams().number} />,
})
