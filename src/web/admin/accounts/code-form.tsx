import { useRouter } from '@tanstack/react-router'
import {
  cleanTotpCode,
  failedAttemptsNotice,
  isSecondFactorLocked,
  isTotpCode,
  maxSecondFactorAttempts,
} from '#domain/accounts/second-factor.ts'
import { challengeTexts } from '#domain/texts/accounts.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

type CodeFormProps = {
  factorId: string
  /** Wrong codes so far, as the server counts them. */
  failed: number
  onFailed: (failed: number) => void
  onSuccess: () => Promise<void>
  onExpired: (why: string) => void
}

export function AuthenticatorCodeForm({ factorId, failed, onFailed, onSuccess, onExpired }: CodeFormProps) {
  const { api } = useRouter().options.context
  const { values, field, form, set, busy, sentence } = useForm({
    initial: { code: '' },
    check: () => ({}),
    otherwise: challengeTexts.failed,
    send: async ({ code }) => {
      try {
        await unwrapResponse(api.api.auth.challenge.$post({ json: { factorId, code } }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.reason === 'challenge-expired') return onExpired(error.message)
        set('code', '')
        if (error.reason === 'too-many-attempts') return onFailed(maxSecondFactorAttempts)
        if (error.reason === 'wrong-code') onFailed(maxSecondFactorAttempts - (error.facts.attemptsRemaining ?? 0))
        throw error
      }
      await onSuccess()
    },
  })
  const locked = isSecondFactorLocked(failed)
  const notice = failedAttemptsNotice(failed)
  return (
    <form {...form} className="grid gap-5">
      {locked && <StatusBanner status="error">{notice}</StatusBanner>}
      {!locked && sentence && (
        <StatusBanner status="error">
          <span className="block">{sentence}</span>
          {notice && <span className="mt-1 block font-normal text-soft">{notice}</span>}
        </StatusBanner>
      )}
      <TextField
        {...field('code')}
        onChange={({ target }) => set('code', cleanTotpCode(target.value))}
        label="Authenticator code"
        help="The six-digit code in your authenticator app."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        disabled={locked}
        className="text-center font-semibold text-2xl tabular-nums tracking-[0.4em]"
      />
      <Button type="submit" loading={busy} disabled={locked || !isTotpCode(values.code)}>
        Verify
      </Button>
    </form>
  )
}
