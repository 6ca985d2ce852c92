import { createFileRoute } from '@tanstack/react-router'
import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { listSearch, oneOf, searchOf } from '#domain/ui/search.ts'
import { TourScreen } from '#web/admin/tour/tour-screen.tsx'

export const Route = createFileRoute('/admin/_inside/tour/')({
  validateSearch: searchOf({
    ...listSearch,
    status: oneOf(...showStatuses),
    availability: oneOf(...availabilities),
    when: oneOf('upcoming', 'past'),
    sort: oneOf('date', 'city', 'venue', 'status', 'changed'),
  }),
  component: () => <TourScreen search={Route.useSearch()} />,
})
