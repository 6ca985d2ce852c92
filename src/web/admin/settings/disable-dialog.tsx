import { useRouter } from '@tanstack/react-router'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { ConfirmFields, useConfirmPerson } from '#web/admin/accounts/confirm-person.tsx'
import { answerOf } from '#web/answer.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toasts.tsx'

type DisableDialogProps = { open: boolean; onClose: () => void; onDisabled: () => Promise<void> }

/** Asks whether, and who asks. It stays open until the server has agreed. */
export function DisableDialog({ open, onClose, onDisabled }: DisableDialogProps) {
  const { api } = useRouter().options.context
  const toast = useToast()
  const confirming = useConfirmPerson({
    asksCode: true,
    otherwise: texts.disableFailed,
    send: async (json) => {
      await answerOf(api.api.auth.factors.disable.$post({ json }))
      close()
      toast.success('Two-factor authentication is off.')
      await onDisabled()
    },
  })
  const close = () => {
    onClose()
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
      <form {...confirming.form} className="mt-5 text-ink">
        <ConfirmFields of={confirming} asksCode />
        {/* Enter in a field confirms; the button that is seen belongs to the dialog. */}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  )
}
