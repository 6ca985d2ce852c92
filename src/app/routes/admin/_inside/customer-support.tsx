import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { SupportScreen } from '#web/admin/customer-support/support-screen.tsx'

export const Route = createFileRoute('/admin/_inside/customer-support')({
  beforeLoad: requireFeature('/admin/customer-support'),
  validateSearch: createSearchReader({ buyer: textParam(64, /^[0-9a-f]{64}$/), order: textParam(40) }),
  component: () => <SupportScreen search={Route.useSearch()} />,
})
