import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

type Asked = { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown }

/** In place of a list that is still coming, or that did not come; what was there before stays under it. */
export function ListWaiting({ data, error, isFetching, refetch }: Asked) {
  if (error)
    return (
      <StatusBanner status="error">
        {sentenceOf(error, errorPanelTexts.unexpected)}{' '}
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
