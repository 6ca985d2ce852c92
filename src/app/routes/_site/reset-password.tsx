import { createFileRoute } from '@tanstack/react-router'
import { createNoIndexHead } from '#app/page-route.ts'
import { resetTexts } from '#domain/texts/accounts.ts'
import { createSearchReader, enumParam, textParam } from '#domain/ui/search-params.ts'
import { ResetPasswordPage } from '#web/site/accounts/reset-password-page.tsx'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'
import { ResetPasswordBoundary } from '#web/ui/errors/reset-password-boundary.tsx'

export const Route = createFileRoute('/_site/reset-password')({
  validateSearch: createSearchReader({ token: textParam(), because: enumParam('not-me') }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: createNoIndexHead('/reset-password', { secret: true }),
  component: ResetPassword,
  errorComponent: () => <ErrorPanel message={resetTexts.pageBroken} />,
})

function ResetPassword() {
  const { token, because } = Route.useSearch()
  return (
    <ResetPasswordBoundary>
      <ResetPasswordPage token={token} because={because} />
    </ResetPasswordBoundary>
  )
}
