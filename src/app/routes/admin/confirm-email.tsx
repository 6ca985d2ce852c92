import { createFileRoute } from '@tanstack/react-router'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { ConfirmEmailScreen } from '#web/admin/accounts/confirm-email-screen.tsx'
import { AuthError } from '#web/ui/errors/admin-errors.tsx'

export const Route = createFileRoute('/admin/confirm-email')({
  validateSearch: createSearchReader({ token: textParam() }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  component: ConfirmEmail,
  errorComponent: () => <AuthError />,
})

function ConfirmEmail() {
  const { token } = Route.useSearch()
  return <ConfirmEmailScreen token={token} />
}
