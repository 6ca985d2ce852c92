import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** After a change. Cancels running requests first: their answers may have been read before the change. */
export async function cancelAndRefetch(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}
