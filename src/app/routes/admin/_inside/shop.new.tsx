import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { NewProductScreen } from '#web/admin/products/product-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/new')({
  beforeLoad: requireFeature('/admin/shop'),
  component: NewProductScreen,
})
