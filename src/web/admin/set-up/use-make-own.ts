import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createElement, useState } from 'react'
import { guideTexts, makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { type SetUpValues, setUpAnswersOf } from '#web/admin/set-up/set-up-values.ts'
import { useSiteRefresh } from '#web/admin/ui/use-site-refresh.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'

type MakeOwnRequest = { values: SetUpValues; withoutBackup: boolean; headers: Record<string, string> }

/** The last step: asks for the password, then makes the website the owner's. */
export function useMakeOwn({ onMade, onRefused }: { onMade: () => void; onRefused: (error: unknown) => void }) {
  const { api } = useRouter().options.context
  const refreshSite = useSiteRefresh()
  const queryClient = useQueryClient()
  const confirmed = useConfirmedRequest()
  const [backupFailed, setBackupFailed] = useState(false)
  const making = useMutation({
    mutationFn: ({ values, withoutBackup, headers }: MakeOwnRequest) => {
      const json = { ...setUpAnswersOf(values), keepEdited: values.keepEdited, withoutBackup }
      return unwrapResponse(api.api.admin['set-up'].own.$post({ json }, { headers }))
    },
    networkMode: 'always',
  })

  async function make(values: SetUpValues, { withoutBackup }: { withoutBackup: boolean }): Promise<void> {
    if (making.isPending) return
    // The dialog closes before the work begins, so that its progress is on the screen.
    const headers = await confirmed(
      {
        title: texts.question,
        text: createElement('p', {}, withoutBackup ? texts.noBackup : texts.backup),
        confirmLabel: guideTexts.start,
      },
      async (given) => given,
    )
    if (!headers) return
    setBackupFailed(false)
    try {
      await making.mutateAsync({ values, withoutBackup, headers })
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'backup-failed') setBackupFailed(true)
      else onRefused(error)
      return
    }
    onMade()
    // Every list, the dashboard, the sidebar and the public pages.
    await queryClient.invalidateQueries()
    await refreshSite()
  }

  return { make, isMaking: making.isPending, backupFailed }
}
