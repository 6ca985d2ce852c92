import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { lastOrderPage, orderPageSizes } from '#domain/orders/limits.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { productTypes } from '#domain/products/product.ts'
import { numberOf, oneOf, searchOf, textOf } from '#domain/ui/search.ts'
import { OrdersScreen } from '#web/admin/orders/orders-screen.tsx'

const day = textOf(10, /^\d{4}-\d{2}-\d{2}$/)

export const Route = createFileRoute('/admin/_inside/orders/')({
  beforeLoad: onlyWhenOpen('/admin/orders'),
  validateSearch: searchOf({
    q: textOf(254),
    buyer: textOf(64, /^[0-9a-f]{64}$/),
    status: oneOf(...orderStatuses),
    kind: oneOf(...productTypes),
    from: day,
    to: day,
    attention: oneOf('needed'),
    page: numberOf(lastOrderPage),
    size: (value) => orderPageSizes.find((each) => String(each) === String(value)),
  }),
  component: () => <OrdersScreen search={Route.useSearch()} />,
})
