import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

type ListStatusProps = { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown }

/** Skeleton rows while a list loads, an error when it failed; rows that were loaded before stay below the error. */
export function ListStatus({ data, error, isFetching, refetch }: ListStatusProps) {
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
      <div className="grid gap-px">
        {Array.from({ length: 8 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    </Loading>
  )
}
