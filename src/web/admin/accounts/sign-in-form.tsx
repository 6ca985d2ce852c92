import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { maxSecondFactorAttempts } from '#domain/accounts/second-factor.ts'
import { forgotPasswordProblem, signInProblems } from '#domain/accounts/sign-in.ts'
import { resetTexts, signInTexts } from '#domain/texts/accounts.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import type { PendingChallenge } from '#web/admin/accounts/challenge.tsx'
import { ApiError, retryAfterLostResponse, unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox, TextField } from '#web/ui/forms/inputs.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { errorSentence, useForm } from '#web/ui/forms/use-form.ts'

type SignInFormProps = { onSuccess: () => Promise<void>; onChallenge: (challenge: PendingChallenge) => void }

export function SignInForm({ onSuccess, onChallenge }: SignInFormProps) {
  const { api } = useRouter().options.context
  const [rememberMe, setRememberMe] = useState(false)
  const { field, form, values, busy, sentence, clearSentence, refuse } = useForm({
    initial: { email: '', password: '' },
    check: signInProblems,
    otherwise: errorPanelTexts.unexpected,
    send: async (typed) => {
      const json = { ...typed, rememberMe }
      const answer = unwrapResponse(retryAfterLostResponse(() => api.api.auth['sign-in'].$post({ json })))
      const { data, secondFactor, attemptsRemaining } = await answer
      if (secondFactor)
        onChallenge({ user: data.user, attemptsRemaining: attemptsRemaining ?? maxSecondFactorAttempts })
      else await onSuccess()
    },
  })
  const forgotten = useForgottenPassword(values.email, { onAsk: clearSentence, refuse: (email) => refuse({ email }) })
  const { reply } = forgotten
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      {!sentence && reply && <StatusBanner status={reply.status}>{reply.words}</StatusBanner>}
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={signInTexts.rememberMe}
          checked={rememberMe}
          onChange={({ target }) => setRememberMe(target.checked)}
        />
        <button
          type="button"
          onClick={forgotten.ask}
          aria-disabled={forgotten.asking || undefined}
          className="min-h-11 cursor-pointer font-semibold underline underline-offset-4 aria-disabled:cursor-progress"
        >
          {signInTexts.forgotPassword}
        </button>
      </div>
      <Button type="submit" loading={busy}>
        {signInTexts.submit}
      </Button>
    </form>
  )
}

type ResetReply = { status: 'success' | 'error'; words: string }

type ForgottenOptions = { onAsk: () => void; refuse: (problem: string) => void }

/** The answer is the same whether or not there is such an account. */
function useForgottenPassword(email: string, { onAsk, refuse }: ForgottenOptions) {
  const { api } = useRouter().options.context
  const [asking, setAsking] = useState(false)
  const [reply, setReply] = useState<ResetReply | null>(null)
  const requestReset = async () => {
    if (asking) return
    onAsk()
    setReply(null)
    const problem = forgotPasswordProblem(email)
    if (problem) return refuse(problem)
    setAsking(true)
    try {
      await unwrapResponse(api.api.auth['forgot-password'].$post({ json: { email } }))
      setReply({ status: 'success', words: resetTexts.sent })
    } catch (error) {
      if (error instanceof ApiError && error.fields.email) refuse(error.fields.email)
      else setReply({ status: 'error', words: errorSentence(error, resetTexts.failed) })
    } finally {
      setAsking(false)
    }
  }
  return { ask: requestReset, asking, reply }
}
