import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { passwordProblems } from '#domain/accounts/password.ts'
import { signInTexts, changePasswordTexts as texts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { answerOf } from '#web/answer.ts'
import { DoorPage } from '#web/site/accounts/door-page.tsx'
import { useLinkToken } from '#web/site/accounts/use-link-token.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PasswordStrength } from '#web/ui/password-strength.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Where the link of the reset mail leads. Opening it uses nothing up; sending the form does. */
export function ResetPasswordPage({ token: inAddress }: { token: string | undefined }) {
  const token = useLinkToken(inAddress)
  const [isDone, setIsDone] = useState(false)
  if (isDone)
    return (
      <DoorPage title="New password">
        <StatusBanner status="success">{texts.changed}</StatusBanner>
        <ButtonLink href="/admin/login" className="justify-self-start">
          {signInTexts.submit}
        </ButtonLink>
      </DoorPage>
    )
  if (!token)
    return (
      <DoorPage title="New password">
        <StatusBanner status="error">{ourAccountTexts.linkInvalid}</StatusBanner>
        <ButtonLink href="/admin/login" className="justify-self-start">
          {signInTexts.submit}
        </ButtonLink>
      </DoorPage>
    )
  return (
    <DoorPage title="New password" intro="You are signed out everywhere when you change it.">
      <ResetForm token={token} onDone={() => setIsDone(true)} />
    </DoorPage>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { api } = useRouter().options.context
  const { passwordRequirements: asked } = useWebsite()
  const { values, field, form, busy, sentence } = useForm({
    initial: { newPassword: '', confirmPassword: '' },
    check: ({ newPassword, confirmPassword }) => {
      const [unfit] = passwordProblems(newPassword, asked)
      const differs = confirmPassword ? confirmPassword !== newPassword && texts.mismatch : texts.confirmRequired
      return { ...(unfit && { newPassword: unfit }), ...(differs && { confirmPassword: differs }) }
    },
    otherwise: texts.failed,
    send: async (typed) => {
      await answerOf(api.api.auth['reset-password'].$post({ json: { token, ...typed } }))
      onDone()
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="grid gap-3">
        <PasswordField {...field('newPassword')} label="New password" autoComplete="new-password" />
        <PasswordStrength password={values.newPassword} asked={asked} />
      </div>
      <PasswordField {...field('confirmPassword')} label="Confirm new password" autoComplete="new-password" />
      <Button type="submit" loading={busy} className="justify-self-start">
        {texts.submit}
      </Button>
    </form>
  )
}
