import { createFileRoute } from '@tanstack/react-router'
import { activityActions, type ResourceType } from '#domain/activity/activity.ts'
import { searchWords } from '#domain/ui/list.ts'
import { dayOf, oneOf, searchReader, textOf, uuidOf } from '#domain/ui/search.ts'
import { ActivityScreen } from '#web/admin/activity/activity-screen.tsx'

export const Route = createFileRoute('/admin/_inside/activity')({
  validateSearch: searchReader({
    q: searchWords,
    type: oneOf(...(Object.keys(activityActions) as ResourceType[])),
    action: textOf(40),
    person: (value) => oneOf('gone', 'unknown')(value) ?? uuidOf(value),
    only: oneOf('security'),
    from: dayOf,
    to: dayOf,
    before: uuidOf,
    after: uuidOf,
  }),
  component: () => <ActivityScreen search={Route.useSearch()} />,
})
