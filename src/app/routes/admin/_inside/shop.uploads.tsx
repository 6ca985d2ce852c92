import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { ShopTabs } from '#web/admin/products/shop-tabs.tsx'
import { UploadsScreen } from '#web/admin/uploads/uploads-screen.tsx'

export const Route = createFileRoute('/admin/_inside/shop/uploads')({
  beforeLoad: onlyWhenOpen('/admin/shop/uploads'),
  component: () => <UploadsScreen tabs={<ShopTabs />} />,
})
