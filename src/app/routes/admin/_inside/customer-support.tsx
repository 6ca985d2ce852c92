import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { SupportScreen } from '#web/admin/customer-support/support-screen.tsx'

export const Route = createFileRoute('/admin/_inside/customer-support')({
  beforeLoad: requireFeature('/admin/customer-support'),
  validateSearch: searchReader({ buyer: textOf(64, /^[0-9a-f]{64}$/), order: textOf(40) }),
  component: () => <SupportScreen search={Route.useSearch()} />,
})
