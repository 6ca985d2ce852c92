import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { activityActions, type ResourceType } from '#domain/activity/activity.ts'
import { isLocalDate } from '#domain/time/zoned.ts'
import { ActivityScreen } from '#web/admin/activity/activity-screen.tsx'
import { listSearch, maybe } from '#web/admin/parts/list-search.ts'

const day = maybe(z.string().check(z.refine(isLocalDate)))

export const Route = createFileRoute('/admin/_inside/activity')({
  validateSearch: z.object({
    q: listSearch.q,
    type: maybe(z.enum(Object.keys(activityActions) as [ResourceType])),
    action: maybe(z.string().check(z.maxLength(40))),
    person: maybe(z.union([z.uuid(), z.enum(['gone', 'unknown'])])),
    from: day,
    to: day,
    before: maybe(z.uuid()),
    after: maybe(z.uuid()),
  }),
  component: () => <ActivityScreen search={Route.useSearch()} />,
})
