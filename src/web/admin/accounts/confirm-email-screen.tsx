import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { accountTexts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { AccountFrame } from '#web/admin/accounts/account-frame.tsx'
import { removeAdminQueries } from '#web/admin/session/session-query.ts'
import { isLinkExpiredError, unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Opening the link changes nothing, because mail scanners open links: the button does. */
export function ConfirmEmailScreen({ token: tokenInUrl }: { token: string | undefined }) {
  const token = useLinkToken(tokenInUrl)
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { name } = useWebsite()
  const confirm = useMutation({
    mutationFn: () => unwrapResponse(api.api.auth['email-change'].confirm.$post({ json: { token: token ?? '' } })),
    onSuccess: () => removeAdminQueries(queryClient),
    networkMode: 'always',
  })
  if (confirm.data?.isChanged)
    return (
      <AccountFrame title="Your email address is changed">
        <StatusBanner status="success">
          From now on you sign in to {name} with {confirm.data.email}. Your password stays the same.
        </StatusBanner>
        <p className="text-soft">All your other devices were signed out.</p>
        <ToAdmin />
      </AccountFrame>
    )
  if (confirm.data)
    return (
      <AccountFrame title="One more link">
        <StatusBanner status="success">This address is confirmed.</StatusBanner>
        <p className="break-words text-soft">
          We have sent a link to your other mailbox too. When you have used it, you sign in with {confirm.data.email}.
          Until then nothing changes.
        </p>
        <ToAdmin />
      </AccountFrame>
    )
  if (!token || isLinkExpiredError(confirm.error))
    return (
      <AccountFrame title="This link has ended">
        <StatusBanner status="error">{accountTexts.emailLinkEnded}</StatusBanner>
        <ToAdmin />
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="Confirm your email address"
      intro={`You asked to sign in to ${name} with another email address. The mail says which one.`}
    >
      {confirm.error && (
        <StatusBanner status="error">{errorSentence(confirm.error, errorPanelTexts.unexpected)}</StatusBanner>
      )}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm
      </Button>
    </AccountFrame>
  )
}

const ToAdmin = () => (
  <Link to="/admin/login" search={{ from: '/admin/settings?tab=security' }} className={buttonClass()}>
    Go to the admin area
  </Link>
)
