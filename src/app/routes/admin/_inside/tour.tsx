import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { TourScreen } from '#web/admin/tour/tour-screen.tsx'

export const Route = createFileRoute('/admin/_inside/tour')({
  validateSearch: z.object({ past: z.catch(z.optional(z.literal('include')), undefined) }),
  component: () => <TourScreen withPast={Route.useSearch().past === 'include'} />,
})
