import { useRouter } from '@tanstack/react-router'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { ConfirmationFields, useConfirmationFields } from '#web/admin/accounts/confirmation-fields.tsx'
import type { Enrollment } from '#web/admin/settings/two-factor/scan-step.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'

type BeginStepProps = { asksCode: boolean; onStarted: (enrollment: Enrollment) => void; onCancel: () => void }

/** The server removes an earlier factor when a new one is started. */
export function StartEnrollmentStep({ asksCode, onStarted, onCancel }: BeginStepProps) {
  const { api } = useRouter().options.context
  const secondFactor = asksCode ? 'authenticator' : 'none'
  const confirming = useConfirmationFields({
    secondFactor,
    otherwise: texts.startFailed,
    send: async (json) => onStarted(await unwrapResponse(api.api.auth.factors.$post({ json }))),
  })
  return (
    <form {...confirming.form} className="grid max-w-md gap-6">
      <p className="text-soft">
        {asksCode
          ? 'The app that you use now stops working for this account as soon as you continue.'
          : 'You need an authenticator app on your phone: any app that shows six-digit codes works.'}
      </p>
      <ConfirmationFields form={confirming} secondFactor={secondFactor} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={confirming.busy}>
          Begin
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
      </div>
    </form>
  )
}
