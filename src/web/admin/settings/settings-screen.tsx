import { useNavigate } from '@tanstack/react-router'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { Screen } from '#web/admin/parts/screen.tsx'
import { PeoplePanel } from '#web/admin/settings/people-panel.tsx'
import { SessionsPanel } from '#web/admin/settings/sessions-panel.tsx'
import { SitePanel } from '#web/admin/settings/site-panel.tsx'
import { TwoFactorPanel } from '#web/admin/settings/two-factor-panel.tsx'
import { type Tab, TabBar } from '#web/ui/tab-bar.tsx'

export type SettingsTab = 'two-factor' | 'sessions' | 'people' | 'site'

const tabs: Tab<SettingsTab>[] = [
  { id: 'two-factor', label: 'Two-factor authentication', panel: <TwoFactorPanel /> },
  { id: 'sessions', label: 'Sessions', panel: <SessionsPanel /> },
  { id: 'people', label: 'People with access', panel: <PeoplePanel /> },
  { id: 'site', label: 'Site information', panel: <SitePanel /> },
]

/** Which tab is open is in the address. */
export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const navigate = useNavigate()
  return (
    <Screen title={sidebarTexts.settings}>
      <TabBar
        label="Sections of the settings"
        tabs={tabs}
        value={tab}
        onChange={(id) =>
          void navigate({ to: '/admin/settings', search: { tab: id }, replace: true, resetScroll: false })
        }
      />
    </Screen>
  )
}
