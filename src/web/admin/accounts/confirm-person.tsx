import { codeDigits, isCode } from '#domain/accounts/second-factor.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useForm } from '#web/ui/use-form.ts'

export type Confirmation = { currentPassword: string; code: string }

type Confirming = {
  /** Where two-factor authentication is on, a code of it is asked for too. */
  asksCode: boolean
  otherwise: string
  send: (confirmation: { currentPassword: string; code?: string }) => Promise<unknown>
}

/** Before the way into an account is changed, people show again that it is theirs. */
export function useConfirmPerson({ asksCode, otherwise, send }: Confirming) {
  return useForm<Confirmation>({
    initial: { currentPassword: '', code: '' },
    check: ({ currentPassword, code }) => ({
      ...(!currentPassword && { currentPassword: changePasswordTexts.currentRequired }),
      ...(asksCode && !isCode(code) && { code: ourAccountTexts.codeRequired }),
    }),
    otherwise,
    send: ({ currentPassword, code }) => send({ currentPassword, ...(asksCode && { code }) }),
  })
}

type FieldsProps = { of: ReturnType<typeof useConfirmPerson>; asksCode: boolean }

export function ConfirmFields({ of: { field, set, sentence }, asksCode }: FieldsProps) {
  return (
    <div className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
      {asksCode && (
        <TextField
          {...field('code')}
          onChange={({ target }) => set('code', codeDigits(target.value))}
          label="Authenticator code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-40 tabular-nums"
        />
      )}
    </div>
  )
}
