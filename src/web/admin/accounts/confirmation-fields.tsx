import { cleanTotpCode, isTotpCode, normalizeRecoveryCode } from '#domain/accounts/second-factor.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

/** What a confirmation needs beside the password: `none` where two-factor authentication is off. */
export type SecondFactorMethod = 'none' | 'authenticator' | 'recovery'

type ConfirmPersonOptions = {
  secondFactor: SecondFactorMethod
  otherwise: string
  send: (confirmation: { currentPassword: string; code?: string; recoveryCode?: string }) => Promise<unknown>
}

/** A stolen session is not enough to change how an account is entered: the user enters password and code again. */
export function useConfirmationFields({ secondFactor, otherwise, send }: ConfirmPersonOptions) {
  const asksCode = secondFactor === 'authenticator'
  const asksRecoveryCode = secondFactor === 'recovery'
  return useForm({
    initial: { currentPassword: '', code: '', recoveryCode: '' },
    check: ({ currentPassword, code, recoveryCode }) => ({
      ...(!currentPassword && { currentPassword: changePasswordTexts.currentRequired }),
      ...(asksCode && !isTotpCode(code) && { code: accountTexts.codeRequired }),
      ...(asksRecoveryCode &&
        !normalizeRecoveryCode(recoveryCode) && { recoveryCode: accountTexts.recoveryCodeRequired }),
    }),
    otherwise,
    send: ({ currentPassword, code, recoveryCode }) =>
      send({
        currentPassword,
        ...(asksCode && { code }),
        ...(asksRecoveryCode && { recoveryCode: normalizeRecoveryCode(recoveryCode) }),
      }),
  })
}

type ConfirmFieldsProps = { form: ReturnType<typeof useConfirmationFields>; secondFactor: SecondFactorMethod }

export function ConfirmationFields({ form: { field, set, sentence }, secondFactor }: ConfirmFieldsProps) {
  return (
    <div className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
      {secondFactor === 'authenticator' && (
        <TextField
          {...field('code')}
          onChange={({ target }) => set('code', cleanTotpCode(target.value))}
          label="Authenticator code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-40 tabular-nums"
        />
      )}
      {secondFactor === 'recovery' && (
        <TextField
          {...field('recoveryCode')}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="max-w-60 uppercase tracking-widest"
        />
      )}
    </div>
  )
}
