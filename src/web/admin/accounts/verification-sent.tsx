import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { signUpTexts } from '#domain/texts/accounts.ts'
import { adminQueryKey } from '#web/admin/session/session-query.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { LoadingRegion, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

const statusKey = [adminQueryKey, 'account-status']

/** The status of this browser's sign-up, reloaded when the user comes back to the window. */
export function VerificationSentScreen() {
  const { api } = useRouter().options.context
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: statusKey,
    queryFn: () => unwrapResponse(api.api.auth['account-status'].$get()),
    staleTime: 0,
    refetchOnWindowFocus: true,
    retry: false,
  })
  if (isError)
    return (
      <>
        <StatusBanner status="error">{signUpTexts.statusCheckFailed}</StatusBanner>
        <Button onClick={() => refetch()} loading={isFetching}>
          Check again
        </Button>
      </>
    )
  if (!data)
    return (
      <LoadingRegion>
        <Skeleton className="h-11" />
      </LoadingRegion>
    )
  const { status, message } = data
  return (
    <>
      <StatusBanner status={status === 'no-account' ? 'error' : 'success'}>{message}</StatusBanner>
      {status === 'verified' && (
        <Link to="/admin/login" className={buttonClass()}>
          Sign in
        </Link>
      )}
      {status === 'needs-verification' && <Waiting checking={isFetching} onCheck={() => refetch()} />}
      {status !== 'verified' && (
        <Link to="/admin/sign-up" className="justify-self-start font-semibold underline underline-offset-4">
          Sign up with another address
        </Link>
      )}
    </>
  )
}

function Waiting({ checking, onCheck }: { checking: boolean; onCheck: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const resend = useMutation({
    mutationFn: () => unwrapResponse(api.api.auth['resend-verification'].$post()),
    onSuccess: (status) => {
      queryClient.setQueryData(statusKey, status)
      toast.success('We have sent the mail again.')
    },
    onError: (error) => toast.error(errorSentence(error, signUpTexts.resendFailed)),
  })
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={onCheck} loading={checking}>
        I have confirmed it
      </Button>
      <Button variant="quiet" onClick={() => resend.mutate()} loading={resend.isPending}>
        Send it again
      </Button>
    </div>
  )
}
