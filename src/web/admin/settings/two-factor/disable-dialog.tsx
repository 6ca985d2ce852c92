import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { ConfirmationFields, useConfirmationFields } from '#web/admin/accounts/confirmation-fields.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type DisableDialogProps = { open: boolean; onClose: () => void; onDisabled: () => Promise<void> }

/** Asks for a code of the app, or for a recovery code when the app is lost. Stays open until the server has agreed. */
export function DisableTwoFactorDialog({ open, onClose, onDisabled }: DisableDialogProps) {
  const { api } = useRouter().options.context
  const toast = useToast()
  const [secondFactor, setSecondFactor] = useState<'authenticator' | 'recovery'>('authenticator')
  const confirming = useConfirmationFields({
    secondFactor,
    otherwise: texts.disableFailed,
    send: async (json) => {
      await unwrapResponse(api.api.auth.factors.disable.$post({ json }))
      close()
      toast.success('Two-factor authentication is off.')
      await onDisabled()
    },
  })
  const close = () => {
    onClose()
    setSecondFactor('authenticator')
    confirming.reset()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void confirming.submit()}
      title="Disable two-factor authentication?"
      variant="danger"
      confirmLabel={texts.disable}
      loading={confirming.busy}
      autoClose={false}
    >
      <p>From then on your password alone is enough to sign in, and your recovery codes stop working.</p>
      <form {...confirming.form} className="mt-5 grid gap-5 text-ink">
        <ConfirmationFields form={confirming} secondFactor={secondFactor} />
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => setSecondFactor(secondFactor === 'recovery' ? 'authenticator' : 'recovery')}
        >
          {secondFactor === 'recovery' ? 'Use an authenticator code' : 'Use a recovery code'}
        </Button>
        {/* Enter in a field confirms; the visible button belongs to the dialog. */}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  )
}
