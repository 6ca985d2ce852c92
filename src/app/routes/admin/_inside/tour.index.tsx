import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { listSearch, maybe } from '#web/admin/parts/list-search.ts'
import { TourScreen } from '#web/admin/tour/tour-screen.tsx'

export const Route = createFileRoute('/admin/_inside/tour/')({
  validateSearch: z.object({
    ...listSearch,
    status: maybe(z.enum(showStatuses)),
    availability: maybe(z.enum(availabilities)),
    when: maybe(z.enum(['upcoming', 'past'])),
    sort: maybe(z.enum(['date', 'city', 'venue', 'status', 'changed'])),
  }),
  component: () => <TourScreen search={Route.useSearch()} />,
})
