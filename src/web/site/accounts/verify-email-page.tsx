import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { signInTexts } from '#domain/texts/accounts.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { MailLinkPage } from '#web/site/accounts/mail-link-page.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { useWebsite } from '#web/ui/website.tsx'

type CallbackPageProps = { site: string | undefined; token: string | undefined }

/** The target of the verification mail. Only the button confirms, because mail scanners open links. */
export function VerifyEmailPage({ site, token: tokenInUrl }: CallbackPageProps) {
  const { siteId } = useWebsite()
  const [isOurs] = useState(site === undefined || site === siteId)
  const token = useLinkToken(tokenInUrl)
  const [message, setMessage] = useState<string | null>(null)
  return (
    <MailLinkPage title="Confirm your address" intro="Then you can sign in with the password that you have chosen.">
      {message ? (
        <>
          <StatusBanner status="success">{message}</StatusBanner>
          <ButtonLink href="/admin/login" className="justify-self-start">
            {signInTexts.submit}
          </ButtonLink>
        </>
      ) : isOurs && token ? (
        <ConfirmForm token={token} onDone={setMessage} />
      ) : (
        <StatusBanner status="error">{accountTexts.linkInvalid}</StatusBanner>
      )}
    </MailLinkPage>
  )
}

/** The browser that signed up needs no password. Only the server knows whether this is that browser. */
function ConfirmForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const { api } = useRouter().options.context
  const [asksPassword, setAsksPassword] = useState(false)
  const { field, form, busy, sentence } = useForm({
    initial: { password: '' },
    check: ({ password }) => (asksPassword && !password ? { password: accountTexts.signUpPasswordRequired } : {}),
    otherwise: errorPanelTexts.unexpected,
    send: async ({ password }) => {
      try {
        const json = { token, ...(password && { password }) }
        onDone((await unwrapResponse(api.api.auth['verify-email'].$post({ json }))).message)
      } catch (error) {
        if (error instanceof ApiError && error.fields.password) setAsksPassword(true)
        throw error
      }
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      {asksPassword && (
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" autoFocus />
      )}
      <Button type="submit" loading={busy} className="justify-self-start">
        Confirm my address
      </Button>
    </form>
  )
}
