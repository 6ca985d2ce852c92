import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { recoveryCode as asCompared, codeDigits, isCode } from '#domain/accounts/second-factor.ts'
import { changePasswordTexts, twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { useForm } from '#web/ui/use-form.ts'

type DisableDialogProps = { open: boolean; onClose: () => void; onDisabled: () => Promise<void> }

/** Asks whether, and who asks: by a code of the app, or by a recovery code when it is lost. It stays open until the server has agreed. */
export function DisableDialog({ open, onClose, onDisabled }: DisableDialogProps) {
  const { api } = useRouter().options.context
  const toast = useToast()
  const [method, setMethod] = useState<'authenticator' | 'recovery'>('authenticator')
  const byRecovery = method === 'recovery'
  const { field, form, set, submit, busy, sentence, reset } = useForm({
    initial: { currentPassword: '', code: '', recoveryCode: '' },
    check: ({ currentPassword, code, recoveryCode }) => ({
      ...(!currentPassword && { currentPassword: changePasswordTexts.currentRequired }),
      ...(!byRecovery && !isCode(code) && { code: ourAccountTexts.codeRequired }),
      ...(byRecovery && !asCompared(recoveryCode) && { recoveryCode: ourAccountTexts.recoveryCodeRequired }),
    }),
    otherwise: texts.disableFailed,
    send: async ({ currentPassword, code, recoveryCode }) => {
      const shown = byRecovery ? { recoveryCode: asCompared(recoveryCode) } : { code }
      await answerOf(api.api.auth.factors.disable.$post({ json: { currentPassword, ...shown } }))
      close()
      toast.success('Two-factor authentication is off.')
      await onDisabled()
    },
  })
  const close = () => {
    onClose()
    setMethod('authenticator')
    reset()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void submit()}
      title="Disable two-factor authentication?"
      variant="danger"
      confirmLabel={texts.disable}
      loading={busy}
      autoClose={false}
    >
      <p>From then on your password alone is enough to sign in, and your recovery codes stop working.</p>
      <form {...form} className="mt-5 grid gap-5 text-ink">
        {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
        <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
        {byRecovery ? (
          <TextField
            {...field('recoveryCode')}
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-60 uppercase tracking-widest"
          />
        ) : (
          <TextField
            {...field('code')}
            onChange={({ target }) => set('code', codeDigits(target.value))}
            label="Authenticator code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-40 tabular-nums"
          />
        )}
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => setMethod(byRecovery ? 'authenticator' : 'recovery')}
        >
          {byRecovery ? 'Use an authenticator code' : 'Use a recovery code'}
        </Button>
        {/* Enter in a field confirms; the button that is seen belongs to the dialog. */}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  )
}
