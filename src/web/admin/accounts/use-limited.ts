import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '#web/admin/session/session-query.ts'

/** Whether a recovery code has opened this session: then little is shown until its person has done what is asked. */
export function useLimited(): boolean {
  const { api } = useRouter().options.context
  return useQuery(sessionQuery(api)).data?.limited ?? false
}
