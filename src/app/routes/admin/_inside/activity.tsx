import { createFileRoute } from '@tanstack/react-router'
import { searchWords } from '#domain/ui/list.ts'
import { dayOf, oneOf, searchReader, textOf, uuidOf } from '#domain/ui/search.ts'
import { ActivityScreen } from '#web/admin/activity/activity-screen.tsx'

export const Route = createFileRoute('/admin/_inside/activity')({
  validateSearch: searchReader({
    q: searchWords,
    // The screen knows the types. Their list is not for the scripts of visitors, which have this schema.
    type: textOf(40),
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
