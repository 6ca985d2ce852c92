import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accessQuery } from '#web/admin/accounts/own-queries.ts'
import { useKeepAccess } from '#web/admin/accounts/use-keep-access.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'

/** For somebody whose own access is about to end. */
export function AccessEnding() {
  const { api } = useRouter().options.context
  const { data } = useQuery(accessQuery(api))
  const keep = useKeepAccess()
  const you = data?.administrators.find((one) => one.you)
  if (!you?.removal) return null
  const { userId, email, removal } = you
  return (
    <StatusBanner status="error">
      <span className="grid justify-items-start gap-3">
        <span className="break-words">
          {removal.by} wants to take away your access to this website. It ends <Moment at={removal.at} />.
        </span>
        <Button loading={keep.isPending} onClick={() => keep.mutate({ userId, email, isYou: true })}>
          Keep my access
        </Button>
      </span>
    </StatusBanner>
  )
}
