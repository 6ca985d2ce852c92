import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { Refused } from '#web/answer.ts'

/** What a page needs before it is shown. Something that is not there makes the page not found. */
export async function load<T, K extends QueryKey>(
  { queryClient }: { queryClient: QueryClient },
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  try {
    return await queryClient.ensureQueryData(query)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) throw notFound()
    throw error
  }
}
