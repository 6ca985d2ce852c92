import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { ProductScreen } from '#web/admin/products/product-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/$id')({
  beforeLoad: requireFeature('/admin/shop'),
  component: () => <ProductScreen id={Route.useParams().id} />,
})
