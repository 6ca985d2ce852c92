import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { ShopTabs } from '#web/admin/products/shop-tabs.tsx'
import { UploadsScreen } from '#web/admin/uploads/uploads-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/uploads')({
  beforeLoad: requireFeature('/admin/shop/uploads'),
  component: () => <UploadsScreen tabs={<ShopTabs />} />,
})
