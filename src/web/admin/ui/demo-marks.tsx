import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { demoTexts } from '#domain/texts/own-admin-words.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** One answer for all lists. Nothing becomes demo content later, so it may be some minutes old. */
const marksQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'demo-marks'],
    queryFn: () => unwrapResponse(api.api.admin['set-up'].demo.marks.$get()),
    staleTime: 5 * 60_000,
    select: setOfIds,
  })

const setOfIds = ({ ids, hasVisits }: { ids: string[]; hasVisits: boolean }) => ({ ids: new Set(ids), hasVisits })

/** Says of a record of any kind, by its id, that it is demo content. Nothing while that is not known. */
export function DemoBadge({ id }: { id: string }) {
  const { data } = useQuery(marksQuery(useRouter().options.context.api))
  return data?.ids.has(id) ? <Badge>Demo</Badge> : null
}

/** Whether the analytics count visits of the demo. */
export const useHasDemoVisits = (): boolean =>
  useQuery(marksQuery(useRouter().options.context.api)).data?.hasVisits ?? false

/** Above figures that would be smaller without the demo. */
export const IncludesDemoNotice = ({ what }: { what: 'visits' | 'orders' }) => (
  <>
    {what === 'visits' ? demoTexts.includesVisits : demoTexts.includesOrders}{' '}
    <Link to="/admin/settings" search={{ tab: 'set-up' }} className="underline underline-offset-4">
      {demoTexts.remove}
    </Link>
  </>
)
