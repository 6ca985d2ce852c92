import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** After something was added: what is on its way may have been read before, and would be taken for the answer. */
export async function refetchFresh(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}
