import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { accountTexts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { AccountFrame } from '#web/admin/accounts/account-frame.tsx'
import { isLinkExpiredError, unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Opening the link changes nothing, because mail scanners open links: the button does. */
export function KeepAccessScreen({ token: tokenInUrl }: { token: string | undefined }) {
  const token = useLinkToken(tokenInUrl)
  const { api } = useRouter().options.context
  const { name } = useWebsite()
  const keep = useMutation({
    mutationFn: () => unwrapResponse(api.api.access.keep.$post({ json: { token: token ?? '' } })),
    networkMode: 'always',
  })
  if (keep.isSuccess)
    return (
      <AccountFrame title="You keep your access">
        <StatusBanner status="success">
          Your access to {name} stays as it is. The person who asked to remove it was signed out on every device.
        </StatusBanner>
        <p className="text-soft">
          If you did not expect this, sign in, change your password, and check who has access under Settings, People.
        </p>
        <SignInLink />
      </AccountFrame>
    )
  if (!token || isLinkExpiredError(keep.error))
    return (
      <AccountFrame title="This link has ended">
        <StatusBanner status="error">{accountTexts.keepLinkEnded}</StatusBanner>
        <SignInLink />
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="Keep your access"
      intro={`If somebody wants to remove your access to ${name}, you can stop that here. It also signs them out on every device.`}
    >
      {keep.error && (
        <StatusBanner status="error">{errorSentence(keep.error, errorPanelTexts.unexpected)}</StatusBanner>
      )}
      <Button loading={keep.isPending} onClick={() => keep.mutate()}>
        Keep my access
      </Button>
    </AccountFrame>
  )
}

const SignInLink = () => (
  <Link to="/admin/login" className={buttonClass()}>
    Sign in
  </Link>
)
