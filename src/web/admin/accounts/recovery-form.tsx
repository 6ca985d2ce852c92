import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { normalizeRecoveryCode } from '#domain/accounts/second-factor.ts'
import { recoveryTexts, sessionTexts } from '#domain/texts/accounts.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

type RecoveryFormProps = { factorId: string; onSuccess: () => Promise<void>; onExpired: (why: string) => void }

export function RecoveryCodeForm({ factorId, onSuccess, onExpired }: RecoveryFormProps) {
  const { api } = useRouter().options.context
  const refreshSession = useRefreshSession()
  const toast = useToast()
  const { values, field, form, busy, sentence } = useForm({
    initial: { code: '' },
    check: () => ({}),
    otherwise: recoveryTexts.verificationFailed,
    send: async ({ code }) => {
      try {
        await unwrapResponse(api.api.auth.recovery.$post({ json: { factorId, code: normalizeRecoveryCode(code) } }))
      } catch (error) {
        if (error instanceof ApiError && error.reason === 'challenge-expired') return onExpired(error.message)
        throw error
      }
      await refreshSession()
      toast.info('Two-factor authentication is off now. You can turn it on again in Settings.')
      await onSuccess()
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <TextField
        {...field('code')}
        label="Recovery code"
        help="Each code works once. Using one turns two-factor authentication off until you set it up again."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        className="font-semibold text-xl uppercase tracking-widest"
      />
      <Button type="submit" loading={busy} disabled={!normalizeRecoveryCode(values.code)}>
        Verify
      </Button>
    </form>
  )
}

/** Using a recovery code changes the account, so the session is loaded again. */
function useRefreshSession() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return async () => {
    const session = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 }).catch(() => {
      throw new ApiError(500, { error: sessionTexts.refreshFailed, reason: 'session-refresh-failed' })
    })
    if (!session.user) throw new ApiError(401, { error: sessionTexts.none, reason: 'no-session' })
  }
}
