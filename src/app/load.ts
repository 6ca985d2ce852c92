import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { Refused } from '#web/answer.ts'

type Context = { queryClient: QueryClient }
type Query<T, K extends QueryKey> = FetchQueryOptions<T, Error, T, K>

/** What a page needs before it is shown. Something that is not there makes the page not found. */
export const load = <T, K extends QueryKey>({ queryClient }: Context, query: Query<T, K>): Promise<T> =>
  orNotFound(queryClient.ensureQueryData(query))

/** The same for what must not be older than the page: it is asked for on each visit. */
export const loadAnew = <T, K extends QueryKey>({ queryClient }: Context, query: Query<T, K>): Promise<T> =>
  orNotFound(queryClient.fetchQuery({ ...query, staleTime: 0 }))

async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused && error.status === 404) throw notFound()
    throw error
  }
}
