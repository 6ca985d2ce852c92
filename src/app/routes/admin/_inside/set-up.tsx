import { createFileRoute } from '@tanstack/react-router'
import { searchReader } from '#domain/ui/search.ts'
import { SetUpScreen } from '#web/admin/set-up/set-up-screen.tsx'
import { stepIds } from '#web/admin/set-up/step-ids.ts'

export const Route = createFileRoute('/admin/_inside/set-up')({
  validateSearch: searchReader({ step: (value) => stepIds.find((id) => id === value) }),
  component: () => <SetUpScreen user={Route.useRouteContext().user} step={Route.useSearch().step ?? 'you'} />,
})
