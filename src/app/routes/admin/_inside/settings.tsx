import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SettingsScreen } from '#web/admin/settings/settings-screen.tsx'

const tabs = ['two-factor', 'sessions', 'people', 'site'] as const

export const Route = createFileRoute('/admin/_inside/settings')({
  validateSearch: z.object({ tab: z.catch(z.optional(z.enum(tabs)), undefined) }),
  component: () => <SettingsScreen tab={Route.useSearch().tab ?? 'two-factor'} />,
})
