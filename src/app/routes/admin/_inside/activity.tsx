import { createFileRoute } from '@tanstack/react-router'
import { activityActions, type ResourceType } from '#domain/activity/activity.ts'
import { isLocalDate } from '#domain/time/zoned.ts'
import { listSearch, oneOf, searchOf, textOf, uuidOf } from '#domain/ui/search.ts'
import { ActivityScreen } from '#web/admin/activity/activity-screen.tsx'

const day = (value: unknown) =>
  typeof value === 'string' && isLocalDate(value) && value >= '1900' && value < '2200' ? value : undefined

export const Route = createFileRoute('/admin/_inside/activity')({
  validateSearch: searchOf({
    q: listSearch.q,
    type: oneOf(...(Object.keys(activityActions) as ResourceType[])),
    action: textOf(40),
    person: (value) => oneOf('gone', 'unknown')(value) ?? uuidOf(value),
    only: oneOf('security'),
    from: day,
    to: day,
    before: uuidOf,
    after: uuidOf,
  }),
  component: () => <ActivityScreen search={Route.useSearch()} />,
})
