import { createFileRoute } from '@tanstack/react-router'
import { messageList } from '#domain/contact/message-list.ts'
import { searchReader } from '#domain/ui/search.ts'
import { SettingsScreen } from '#web/admin/settings/settings-screen.tsx'
import { settingsTab } from '#web/admin/settings/settings-tabs.ts'

export const Route = createFileRoute('/admin/_inside/settings')({
  validateSearch: searchReader({
    tab: (value) => (typeof value === 'string' ? settingsTab(value) : undefined),
    ...messageList.fields,
  }),
  component: () => <SettingsScreen search={Route.useSearch()} />,
})
