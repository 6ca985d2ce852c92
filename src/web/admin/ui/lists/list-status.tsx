import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { LoadingRegion, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type ListStatusProps = { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown }

/** Skeleton rows while a list loads, an error when it failed; rows that were loaded before stay below the error. */
export function ListStatus({ data, error, isFetching, refetch }: ListStatusProps) {
  if (error)
    return (
      <StatusBanner status="error">
        {errorSentence(error, errorPanelTexts.unexpected)}{' '}
        <Button variant="quiet" onClick={() => refetch()} loading={isFetching}>
          {uiTexts.retry}
        </Button>
      </StatusBanner>
    )
  if (data) return null
  return (
    <LoadingRegion>
      <SkeletonRows rows={8} />
    </LoadingRegion>
  )
}

const widths = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5']

/** The rows that are about to come: lines of a table, each with a title and a value. */
export const SkeletonRows = ({ rows }: { rows: number }) => (
  <div className="border-line border-y bg-raised">
    {Array.from({ length: rows }, (_, row) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
        key={row}
        data-skeleton-row
        className="flex h-12 items-center justify-between gap-6 border-line px-4 not-first:border-t max-sm:h-19"
      >
        <Skeleton className={`h-3.5 ${widths[row % widths.length]}`} />
        <Skeleton className="h-3.5 w-16 shrink-0" />
      </div>
    ))}
  </div>
)

/** The fields of a form that is about to come: each a label and a box. */
export const SkeletonFields = ({ fields }: { fields: number }) => (
  <div className="grid gap-6">
    {Array.from({ length: fields }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all fields are alike
      <div key={at} data-skeleton-field className="grid max-w-xl gap-2">
        <Skeleton className="h-3.5 w-28" />
        <div className="h-11 border border-line bg-raised" />
      </div>
    ))}
  </div>
)
