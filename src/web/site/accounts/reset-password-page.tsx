import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { passwordProblems } from '#domain/accounts/password.ts'
import { signInTexts, changePasswordTexts as texts } from '#domain/texts/accounts.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { isLinkExpiredError, unwrapResponse } from '#web/api-response.ts'
import { MailLinkPage } from '#web/site/accounts/mail-link-page.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { PasswordField, PasswordStrength } from '#web/ui/forms/password-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { useLinkToken } from '#web/ui/use-link-token.ts'
import { useWebsite } from '#web/ui/website.tsx'

type ResetPasswordPageProps = { token: string | undefined; because: 'not-me' | undefined }

/**
 * The target of the reset mail, and of "This was not me" in the mail about a new sign-in. Opening the page does not use
 * the link up; sending the form or pressing the button does.
 */
export function ResetPasswordPage({ token: tokenInUrl, because }: ResetPasswordPageProps) {
  const linked = useLinkToken(tokenInUrl)
  const [isDisowning] = useState(because === 'not-me')
  const [exchanged, setExchanged] = useState<string | null>(null)
  const token = exchanged ?? linked
  const [isDone, setIsDone] = useState(false)
  const [isEnded, setIsEnded] = useState(false)
  if (isDone)
    return (
      <MailLinkPage title="New password">
        <StatusBanner status="success">{texts.changed}</StatusBanner>
        <ButtonLink href="/admin/login" className="justify-self-start">
          {signInTexts.submit}
        </ButtonLink>
      </MailLinkPage>
    )
  if (!token || isEnded)
    return (
      <MailLinkPage title={isEnded ? 'This link has ended' : 'New password'}>
        <StatusBanner status="error">{isEnded ? accountTexts.disownLinkEnded : accountTexts.linkInvalid}</StatusBanner>
        <ButtonLink href="/admin/login" className="justify-self-start">
          {signInTexts.submit}
        </ButtonLink>
      </MailLinkPage>
    )
  if (isDisowning && !exchanged)
    return (
      <MailLinkPage
        title="This was not you?"
        intro="Every device is signed out at once, yours too, and the password stops working. Then you choose a new one."
      >
        <DisownForm token={token} onDone={setExchanged} onEnded={() => setIsEnded(true)} />
      </MailLinkPage>
    )
  return (
    <MailLinkPage
      title="New password"
      intro={exchanged ? undefined : 'You are signed out everywhere when you change it.'}
    >
      {exchanged && (
        <StatusBanner status="success">
          Every device is signed out, and the old password no longer works. Choose a new one now.
        </StatusBanner>
      )}
      <ResetForm token={token} onDone={() => setIsDone(true)} />
    </MailLinkPage>
  )
}

/** Exchanges the link for a token for a new password. */
type DisownFormProps = { token: string; onDone: (resetToken: string) => void; onEnded: () => void }

function DisownForm({ token, onDone, onEnded }: DisownFormProps) {
  const { api } = useRouter().options.context
  const { form, busy, sentence } = useForm({
    initial: {},
    check: () => ({}),
    otherwise: texts.failed,
    send: async () => {
      try {
        onDone((await unwrapResponse(api.api.auth.disown.$post({ json: { token } }))).resetToken)
      } catch (error) {
        if (!isLinkExpiredError(error)) throw error
        onEnded()
      }
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <Button type="submit" variant="danger" loading={busy} className="justify-self-start">
        It was not me: sign out everywhere
      </Button>
    </form>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { api } = useRouter().options.context
  const { passwordRequirements: requirements } = useWebsite()
  const { values, field, form, busy, sentence } = useForm({
    initial: { newPassword: '', confirmPassword: '' },
    check: ({ newPassword, confirmPassword }) => {
      const [unfit] = passwordProblems(newPassword, requirements)
      const differs = confirmPassword ? confirmPassword !== newPassword && texts.mismatch : texts.confirmRequired
      return { ...(unfit && { newPassword: unfit }), ...(differs && { confirmPassword: differs }) }
    },
    otherwise: texts.failed,
    send: async (typed) => {
      await unwrapResponse(api.api.auth['reset-password'].$post({ json: { token, ...typed } }))
      onDone()
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="grid gap-3">
        <PasswordField {...field('newPassword')} label="New password" autoComplete="new-password" />
        <PasswordStrength password={values.newPassword} requirements={requirements} />
      </div>
      <PasswordField {...field('confirmPassword')} label="Confirm new password" autoComplete="new-password" />
      <Button type="submit" loading={busy} className="justify-self-start">
        {texts.submit}
      </Button>
    </form>
  )
}
