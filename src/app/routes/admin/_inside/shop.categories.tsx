import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { CategoriesScreen } from '#web/admin/products/categories-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/categories')({
  beforeLoad: requireFeature('/admin/shop'),
  component: CategoriesScreen,
})
