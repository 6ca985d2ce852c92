import { useRouter } from '@tanstack/react-router'
import { cleanTotpCode, isTotpCode } from '#domain/accounts/second-factor.ts'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

type VerifyStepProps = { factorId: string; onVerified: (recoveryCodes: string[]) => void; onBack: () => void }

export function VerifyStep({ factorId, onVerified, onBack }: VerifyStepProps) {
  const { api } = useRouter().options.context
  const { values, field, form, set, busy, sentence } = useForm({
    initial: { code: '' },
    check: () => ({}),
    otherwise: texts.enrollmentFailed,
    send: async (json) => {
      const verify = api.api.auth.factors[':id'].verify.$post({ param: { id: factorId }, json })
      onVerified((await unwrapResponse(verify)).recoveryCodes)
    },
  })
  return (
    <form {...form} className="grid max-w-md gap-6">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <TextField
        {...field('code')}
        onChange={({ target }) => set('code', cleanTotpCode(target.value))}
        label="Authenticator code"
        help="The six digits that your authenticator app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        className="max-w-52 text-center font-semibold text-2xl tabular-nums tracking-[0.3em]"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={busy} disabled={!isTotpCode(values.code)}>
          Verify
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  )
}
