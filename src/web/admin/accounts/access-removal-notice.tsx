import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accessListQuery } from '#web/admin/accounts/account-queries.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** Shown to an administrator whose access is about to be removed. */
export function AccessRemovalNotice() {
  const { api } = useRouter().options.context
  const { data } = useQuery(accessListQuery(api))
  const keep = useKeepAccess()
  const you = data?.administrators.find((one) => one.you)
  if (!you?.removal) return null
  const { userId, email, removal } = you
  return (
    <StatusBanner status="error">
      <span className="grid justify-items-start gap-3">
        <span className="break-words">
          {removal.by} wants to remove your access to this website. It ends <LocalTimestamp at={removal.at} />.
        </span>
        <Button loading={keep.isPending} onClick={() => keep.mutate({ userId, email, isYou: true })}>
          Keep my access
        </Button>
      </span>
    </StatusBanner>
  )
}

/** Stops the user's own removal, or withdraws one that the user has requested. */
export function useKeepAccess() {
  const { api } = useRouter().options.context
  const confirmed = useConfirmedRequest()
  return useAction({
    run: ({ userId, email, isYou }: { userId: string; email: string; isYou: boolean }) =>
      confirmed(
        {
          title: 'Keep access?',
          text: (
            <p className="break-words">
              {isYou
                ? 'You keep your access, and the administrator who wanted to remove it is signed out on every device.'
                : `${email} keeps their access.`}
            </p>
          ),
          confirmLabel: 'Keep access',
        },
        (headers) => unwrapResponse(api.api.access[':userId'].keep.$post({ param: { userId } }, { headers })),
      ),
    successMessage: (done, { email, isYou }) =>
      done && (isYou ? 'You keep your access.' : `${email} keeps their access.`),
    invalidates: [accessListQuery(api).queryKey, dashboardKey],
  })
}
