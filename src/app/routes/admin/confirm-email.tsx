import { createFileRoute } from '@tanstack/react-router'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { ConfirmEmailScreen } from '#web/admin/accounts/confirm-email-screen.tsx'
import { AuthError } from '#web/ui/errors/admin-errors.tsx'

export const Route = createFileRoute('/admin/confirm-email')({
  validateSearch: searchReader({ token: textOf() }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  component: ConfirmEmail,
  errorComponent: () => <AuthError />,
})

function ConfirmEmail() {
  const { token } = Route.useSearch()
  return <ConfirmEmailScreen token={token} />
}
