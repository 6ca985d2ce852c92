import { createFileRoute, redirect } from '@tanstack/react-router'
import { searchReader } from '#domain/ui/search.ts'
import { SettingsScreen } from '#web/admin/settings/settings-screen.tsx'
import { settingsTab } from '#web/admin/settings/settings-tabs.ts'

export const Route = createFileRoute('/admin/_inside/settings')({
  validateSearch: searchReader({ tab: (value) => (typeof value === 'string' ? settingsTab(value) : undefined) }),
  beforeLoad: ({ location }) => {
    // The messages were a tab of the settings once; old links still work.
    if (new URLSearchParams(location.searchStr).get('tab') === 'messages') throw redirect({ to: '/admin/messages' })
  },
  component: () => <SettingsScreen search={Route.useSearch()} />,
})
