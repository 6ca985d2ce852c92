import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { NewProductScreen } from '#web/admin/products/product-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/new')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  component: NewProductScreen,
})
