import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { useIsLimitedSession } from '#web/admin/session/session-query.ts'
import { PeoplePanel } from '#web/admin/settings/people-panel.tsx'
import { PrivacyPanel } from '#web/admin/settings/privacy-panel.tsx'
import { SecurityPanel } from '#web/admin/settings/security-panel.tsx'
import { SetUpPanel } from '#web/admin/settings/set-up-panel.tsx'
import { type SettingsTab, settingsTabNames, settingsTabs } from '#web/admin/settings/settings-tabs.ts'
import { SitePanel } from '#web/admin/settings/site-panel.tsx'
import { SystemPanel } from '#web/admin/settings/system-panel.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { type Tab, TabBar } from '#web/ui/tab-bar.tsx'

export type SettingsSearch = { tab?: SettingsTab | undefined }

/** The URL names the open tab. */
export function SettingsScreen({ search: { tab = 'site' } }: { search: SettingsSearch }) {
  const navigate = useNavigate()
  const isLimited = useIsLimitedSession()
  if (isLimited)
    return (
      <Screen title={sidebarTexts.settings}>
        <SecurityPanel limited />
      </Screen>
    )
  const panels: Record<SettingsTab, ReactNode> = {
    site: <SitePanel />,
    security: <SecurityPanel />,
    people: <PeoplePanel />,
    privacy: <PrivacyPanel />,
    'set-up': <SetUpPanel />,
    system: <SystemPanel />,
  }
  const tabs: Tab<SettingsTab>[] = settingsTabs.map((id) => ({ id, label: settingsTabNames[id], panel: panels[id] }))
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
