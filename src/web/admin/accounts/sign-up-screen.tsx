import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { AccountFrame } from '#web/admin/accounts/account-frame.tsx'
import { SignUpForm } from '#web/admin/accounts/sign-up-form.tsx'
import { VerificationSentScreen } from '#web/admin/accounts/verification-sent.tsx'
import { adminQueryKey } from '#web/admin/session/session-query.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { LoadingRegion, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type SignUpScreenProps = { invitation: string | undefined; sent: boolean }

/** Anyone may create an account; only an administrator gives it access. */
export function SignUpScreen({ invitation, sent }: SignUpScreenProps) {
  const { name } = useWebsite()
  if (invitation) return <Invited invitation={invitation} />
  if (sent)
    return (
      <AccountFrame title="Check your mail">
        <VerificationSentScreen />
      </AccountFrame>
    )
  return (
    <AccountFrame title="Sign up" intro={`For people who manage ${name}.`}>
      <NewAccount />
      <p className="border-line border-t pt-5 text-soft">
        Already have an account?{' '}
        <Link to="/admin/login" className="font-semibold underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </AccountFrame>
  )
}

/** The URL names the next step, so that it survives a reload. */
function NewAccount() {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  return (
    <SignUpForm
      onSend={async (json) => {
        await unwrapResponse(api.api.auth['sign-up'].$post({ json }))
        await navigate({ to: '/admin/sign-up', search: { step: 'sent' } })
      }}
    />
  )
}

/** Opening an invitation does not use it up, because mail scanners open links. */
function Invited({ invitation }: { invitation: string }) {
  const { api } = useRouter().options.context
  const { name } = useWebsite()
  const { data: invited, error } = useQuery({
    queryKey: [adminQueryKey, 'invitation', invitation],
    queryFn: () => unwrapResponse(api.api.auth.invitation.$post({ json: { token: invitation } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const accept = useMutation({
    mutationFn: (form: { email: string; password: string }) =>
      unwrapResponse(api.api.auth['sign-up'].$post({ json: { ...form, invitation } })),
  })
  return (
    <AccountFrame title="Welcome" intro={`You are invited to manage ${name}. Choose a password to begin.`}>
      {accept.data && (
        <>
          <StatusBanner status="success">{accept.data.message}</StatusBanner>
          <Link to="/admin/login" className={buttonClass()}>
            Sign in
          </Link>
        </>
      )}
      {!accept.data && error && <StatusBanner status="error">{error.message}</StatusBanner>}
      {!accept.data && invited && <SignUpForm email={invited.email} onSend={accept.mutateAsync} />}
      {!invited && !error && (
        <LoadingRegion>
          <div className="grid gap-5">
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
            <Skeleton className="h-11" />
          </div>
        </LoadingRegion>
      )}
    </AccountFrame>
  )
}
