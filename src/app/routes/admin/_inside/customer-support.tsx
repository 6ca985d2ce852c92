import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { SupportScreen } from '#web/admin/contact/support-screen.tsx'

export const Route = createFileRoute('/admin/_inside/customer-support')({
  beforeLoad: onlyWhenOpen('/admin/customer-support'),
  component: SupportScreen,
})
