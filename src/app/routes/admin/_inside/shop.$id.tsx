import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { ProductScreen } from '#web/admin/products/product-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/$id')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  component: () => <ProductScreen id={Route.useParams().id} />,
})
