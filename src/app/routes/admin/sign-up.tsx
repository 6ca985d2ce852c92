import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SignUpScreen } from '#web/admin/accounts/sign-up-screen.tsx'
import { AuthError } from '#web/ui/auth-error.tsx'

export const Route = createFileRoute('/admin/sign-up')({
  validateSearch: z.object({
    invitation: z.catch(z.optional(z.string()), undefined),
    step: z.catch(z.optional(z.literal('sent')), undefined),
  }),
  component: SignUp,
  errorComponent: () => <AuthError />,
})

function SignUp() {
  const { invitation, step } = Route.useSearch()
  return <SignUpScreen invitation={invitation} sent={step === 'sent'} />
}
