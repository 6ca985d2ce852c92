import { createFileRoute } from '@tanstack/react-router'
import { sitePages } from '#domain/sites/pages.ts'
import { resetTexts } from '#domain/texts/accounts.ts'
import { oneOf, searchReader, textOf } from '#domain/ui/search.ts'
import { ResetPasswordPage } from '#web/site/accounts/reset-password-page.tsx'
import { ErrorPanel } from '#web/ui/error-screens.tsx'
import { ResetPasswordBoundary } from '#web/ui/reset-password-boundary.tsx'

export const Route = createFileRoute('/_site/reset-password')({
  validateSearch: searchReader({ token: textOf(), because: oneOf('not-me') }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: () => ({
    meta: [
      { title: sitePages['/reset-password'].title },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
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
