import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { ProductsScreen } from '#web/admin/products/products-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  component: ProductsScreen,
})
