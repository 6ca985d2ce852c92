import { createFileRoute } from '@tanstack/react-router'
import { EffectiveSettingsCard } from '#web/admin/settings/site-settings/effective-settings-card.tsx'
import { IdentityScreen } from '#web/admin/site-editor/identity-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/identity')({
  component: () => <IdentityScreen inEffectAtOnce={<EffectiveSettingsCard />} />,
})
