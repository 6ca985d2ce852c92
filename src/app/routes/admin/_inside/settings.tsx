import { createFileRoute, redirect } from '@tanstack/react-router'
import { createSearchReader } from '#domain/ui/search-params.ts'
import { SettingsScreen } from '#web/admin/settings/settings-screen.tsx'
import { parseSettingsTab } from '#web/admin/settings/settings-tabs.ts'

export const Route = createFileRoute('/admin/_inside/settings')({
  validateSearch: createSearchReader({
    tab: (value) => (typeof value === 'string' ? parseSettingsTab(value) : undefined),
  }),
  beforeLoad: ({ location }) => {
    // The messages were a tab of the settings once; old links still work.
    if (new URLSearchParams(location.searchStr).get('tab') === 'messages') throw redirect({ to: '/admin/messages' })
  },
  component: () => <SettingsScreen search={Route.useSearch()} />,
})
