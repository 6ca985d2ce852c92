import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { changeFormRequirements, changePasswordProblems, successMessageMs } from '#domain/accounts/password.ts'
import { cleanTotpCode, isSecondFactorEnabled, isTotpCode } from '#domain/accounts/second-factor.ts'
import { changePasswordTexts as texts } from '#domain/texts/accounts.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useDelayedCallback } from '#web/ui/feedback/use-delayed.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { PasswordField, PasswordStrength } from '#web/ui/forms/password-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type ChangePasswordFormProps = {
  /** Called two seconds after the change, so that the user can read that it worked. */
  onSuccess: () => void
  onCancel: () => void
}

export function ChangePasswordForm({ onSuccess, onCancel }: ChangePasswordFormProps) {
  const { api } = useRouter().options.context
  const requirements = changeFormRequirements(useWebsite().passwordRequirements)
  const [changed, setChanged] = useState(false)
  const asksCode = isSecondFactorEnabled(useQuery(sessionQuery(api)).data?.user?.factors ?? [])
  const { values, field, form, set, busy, sentence, reset } = useForm({
    initial: { currentPassword: '', newPassword: '', confirmPassword: '', code: '' },
    check: (typed) => ({
      ...changePasswordProblems(typed, requirements),
      ...(asksCode && !isTotpCode(typed.code) && { code: accountTexts.codeRequired }),
    }),
    otherwise: texts.failed,
    send: async ({ code, ...typed }) => {
      setChanged(false)
      await unwrapResponse(api.api.auth['change-password'].$post({ json: { ...typed, ...(code && { code }) } }))
      reset()
      setChanged(true)
    },
  })
  const code = field('code')
  useDelayedCallback(successMessageMs, changed, onSuccess)
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      {changed && <StatusBanner status="success">{texts.changed}</StatusBanner>}
      <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
      <div className="grid gap-3">
        <PasswordField {...field('newPassword')} label="New password" autoComplete="new-password" />
        <PasswordStrength password={values.newPassword} requirements={requirements} tooShort={texts.tooShort} />
      </div>
      <PasswordField {...field('confirmPassword')} label="Confirm new password" autoComplete="new-password" />
      {/* The server may require a code that this page does not know of yet. */}
      {(asksCode || code.error) && (
        <TextField
          {...code}
          onChange={({ target }) => set('code', cleanTotpCode(target.value))}
          label="Authenticator code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-40 tabular-nums"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={busy}>
          {texts.submit}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
      </div>
    </form>
  )
}
