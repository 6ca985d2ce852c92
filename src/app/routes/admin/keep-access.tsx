import { createFileRoute } from '@tanstack/react-router'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { KeepAccessScreen } from '#web/admin/accounts/keep-access-screen.tsx'
import { AuthError } from '#web/ui/errors/admin-errors.tsx'

export const Route = createFileRoute('/admin/keep-access')({
  validateSearch: searchReader({ token: textOf() }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  component: KeepAccess,
  errorComponent: () => <AuthError />,
})

function KeepAccess() {
  const { token } = Route.useSearch()
  return <KeepAccessScreen token={token} />
}
