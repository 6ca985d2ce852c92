import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'

type Asked = { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }

/** In place of a list that is still coming, or that did not come; what was there before stays under it. */
export function ListWaiting({ data, isError, isFetching, refetch }: Asked) {
  if (isError)
    return (
      <StatusBanner status="error">
        {errorPanelTexts.unexpected}{' '}
        <Button variant="quiet" onClick={() => refetch()} loading={isFetching}>
          {uiTexts.retry}
        </Button>
      </StatusBanner>
    )
  if (data) return null
  return (
    <Loading>
      <Skeleton className="h-96" />
    </Loading>
  )
}
