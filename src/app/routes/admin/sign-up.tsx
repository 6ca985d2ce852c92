import { createFileRoute } from '@tanstack/react-router'
import { createSearchReader, enumParam, textParam } from '#domain/ui/search-params.ts'
import { SignUpScreen } from '#web/admin/accounts/sign-up-screen.tsx'
import { AuthError } from '#web/ui/errors/admin-errors.tsx'

export const Route = createFileRoute('/admin/sign-up')({
  validateSearch: createSearchReader({
    invitation: textParam(),
    step: enumParam('sent'),
  }),
  component: SignUp,
  errorComponent: () => <AuthError />,
})

function SignUp() {
  const { invitation, step } = Route.useSearch()
  return <SignUpScreen invitation={invitation} sent={step === 'sent'} />
}
