import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { CategoriesScreen } from '#web/admin/products/categories-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/categories')({
  beforeLoad: onlyWhenOpen('/admin/shop'),
  component: CategoriesScreen,
})
