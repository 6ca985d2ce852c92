import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { SkeletonRows } from '#web/admin/ui/lists/list-status.tsx'
import { lastSearchOf } from '#web/admin/ui/lists/use-list-screen.ts'
import { ApiError } from '#web/api-response.ts'
import { LoadingRegion } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'

type LoadedProps<T, K extends QueryKey> = {
  query: UseQueryOptions<T, DefaultError, T, K>
  /** The sentence to show when loading fails. */
  failed?: string | ((error: Error) => string)
  /** Placeholder of the size of the content. */
  skeleton?: ReactNode
  /** A link to the list, shown when the record does not exist. */
  list?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the data of a query; a skeleton while it loads, a retry button when it fails. */
export function QueryBoundary<T, K extends QueryKey>({ query, failed, skeleton, list, children }: LoadedProps<T, K>) {
  const { data, error, isFetching, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (!error) return <LoadingRegion>{skeleton ?? <SkeletonRows rows={3} />}</LoadingRegion>
  return (
    <div className="grid justify-items-start gap-4">
      <StatusBanner status="error">
        {(typeof failed === 'function' ? failed(error) : failed) ?? errorPanelTexts.unexpected}
      </StatusBanner>
      <div className="flex flex-wrap gap-3">
        {list}
        {!(list && isNotFound(error)) && (
          <Button variant="quiet" onClick={() => refetch()} loading={isFetching}>
            {uiTexts.retry}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The way back to a list: to the page of it that was shown last, with its search and filters. */
export const BackToListLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} search={lastSearchOf(to)} className={buttonClass({ variant: 'quiet' })}>
    {children}
  </Link>
)

const isNotFound = (error: Error) => error instanceof ApiError && error.status === 404
