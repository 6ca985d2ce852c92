import { createFileRoute } from '@tanstack/react-router'
import { listSearch, oneOf, searchOf } from '#domain/ui/search.ts'
import { SettingsScreen } from '#web/admin/settings/settings-screen.tsx'
import { settingsTab } from '#web/admin/settings/settings-tabs.ts'

export const Route = createFileRoute('/admin/_inside/settings')({
  validateSearch: searchOf({
    tab: (value) => (typeof value === 'string' ? settingsTab(value) : undefined),
    show: oneOf('unread'),
    page: listSearch.page,
    size: listSearch.size,
  }),
  component: () => <SettingsScreen search={Route.useSearch()} />,
})
