import { createFileRoute } from '@tanstack/react-router'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { KeepAccessScreen } from '#web/admin/accounts/keep-access-screen.tsx'
import { AuthError } from '#web/ui/errors/admin-errors.tsx'

export const Route = createFileRoute('/admin/keep-access')({
  validateSearch: createSearchReader({ token: textParam() }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  component: KeepAccess,
  errorComponent: () => <AuthError />,
})

function KeepAccess() {
  const { token } = Route.useSearch()
  return <KeepAccessScreen token={token} />
}
