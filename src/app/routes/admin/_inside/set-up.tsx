import { createFileRoute } from '@tanstack/react-router'
import { createSearchReader } from '#domain/ui/search-params.ts'
import { SetUpScreen } from '#web/admin/set-up/set-up-screen.tsx'
import { stepIds } from '#web/admin/set-up/step-ids.ts'

export const Route = createFileRoute('/admin/_inside/set-up')({
  validateSearch: createSearchReader({ step: (value) => stepIds.find((id) => id === value) }),
  component: () => <SetUpScreen user={Route.useRouteContext().user} step={Route.useSearch().step ?? 'you'} />,
})
