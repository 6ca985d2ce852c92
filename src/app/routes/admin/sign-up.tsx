import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchReader, textOf } from '#domain/ui/search.ts'
import { SignUpScreen } from '#web/admin/accounts/sign-up-screen.tsx'
import { AuthError } from '#web/ui/errors/admin-errors.tsx'

export const Route = createFileRoute('/admin/sign-up')({
  validateSearch: searchReader({
    invitation: textOf(),
    step: oneOf('sent'),
  }),
  component: SignUp,
  errorComponent: () => <AuthError />,
})

function SignUp() {
  const { invitation, step } = Route.useSearch()
  return <SignUpScreen invitation={invitation} sent={step === 'sent'} />
}
