import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { listSearch, oneOf, searchOf, textOf } from '#domain/ui/search.ts'
import { DownloadsScreen } from '#web/admin/downloads/downloads-screen.tsx'

export const Route = createFileRoute('/admin/_inside/downloads')({
  beforeLoad: onlyWhenOpen('/admin/downloads'),
  validateSearch: searchOf({
    ...listSearch,
    q: textOf(254),
    buyer: textOf(64, /^[0-9a-f]{64}$/),
    state: oneOf('ready', 'used-up', 'expired', 'withdrawn'),
    last: oneOf('failed'),
    sort: oneOf('created', 'expires', 'used', 'last'),
  }),
  component: () => <DownloadsScreen search={Route.useSearch()} />,
})
