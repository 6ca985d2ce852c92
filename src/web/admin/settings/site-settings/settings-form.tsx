import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AdminSettings } from '#api/admin/settings.ts'
import type { SettingsGroup } from '#domain/sites/settings.ts'
import { settingsQuery } from '#web/admin/settings/settings-query.ts'
import { SettingsHistory } from '#web/admin/settings/site-settings/settings-history.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'

type SettingsFormProps = {
  groups: readonly SettingsGroup[]
  children: (settings: AdminSettings, onDirty: (isDirty: boolean) => void) => ReactNode
}

/** A form for some groups of settings, with the history of them below. */
export function SettingsForm({ groups, children }: SettingsFormProps) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isDirty, setDirty] = useState(false)
  // A new key is a new form, with the values that were restored.
  const [round, setRound] = useState(0)
  const restored = async () => {
    await queryClient.refetchQueries({ queryKey: settingsQuery(api).queryKey })
    setRound(round + 1)
  }
  return (
    <div className="grid gap-10">
      <QueryBoundary query={settingsQuery(api)}>
        {(settings) => <div key={round}>{children(settings, setDirty)}</div>}
      </QueryBoundary>
      <SettingsHistory groups={groups} isDirty={isDirty} onRestored={() => void restored()} />
    </div>
  )
}
