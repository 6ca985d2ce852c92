import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { listSearch, maybe } from '#web/admin/parts/list-search.ts'
import { SettingsScreen } from '#web/admin/settings/settings-screen.tsx'
import { settingsTab } from '#web/admin/settings/settings-tabs.ts'

export const Route = createFileRoute('/admin/_inside/settings')({
  validateSearch: z.object({
    tab: maybe(z.pipe(z.string(), z.transform(settingsTab))),
    show: maybe(z.literal('unread')),
    page: listSearch.page,
    size: listSearch.size,
  }),
  component: () => <SettingsScreen search={Route.useSearch()} />,
})
