import { useRouter } from '@tanstack/react-router'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { ConfirmFields, useConfirmPerson } from '#web/admin/accounts/confirm-person.tsx'
import type { Enrolment } from '#web/admin/settings/scan-step.tsx'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'

type BeginStepProps = { asksCode: boolean; onBegun: (enrolment: Enrolment) => void; onCancel: () => void }

/** Whatever was set up before is removed when this one begins. */
export function BeginStep({ asksCode, onBegun, onCancel }: BeginStepProps) {
  const { api } = useRouter().options.context
  const confirming = useConfirmPerson({
    asksCode,
    otherwise: texts.startFailed,
    send: async (json) => onBegun(await answerOf(api.api.auth.factors.$post({ json }))),
  })
  return (
    <form {...confirming.form} className="grid max-w-md gap-6">
      <p className="text-soft">
        {asksCode
          ? 'The app that you use now stops working for this account as soon as you go on.'
          : 'You need an authenticator app on your phone: any app that shows six-digit codes will do.'}
      </p>
      <ConfirmFields of={confirming} asksCode={asksCode} />
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
