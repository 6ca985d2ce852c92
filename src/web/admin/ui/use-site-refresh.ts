import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { siteQuery } from '#web/site-query.ts'

/** Reads the website again, so that its name, its features, its currency and its colours are new on this screen too. */
export function useSiteRefresh() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { api } = router.options.context
  return async (): Promise<void> => {
    try {
      await queryClient.query({ ...siteQuery(api), staleTime: 0 })
    } catch {
      // What was saved is saved; without a connection the screen stays as it was until the next page.
      return
    }
    await router.invalidate()
  }
}
