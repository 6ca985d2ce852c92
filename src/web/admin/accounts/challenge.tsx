import { useState } from 'react'
import { maxSecondFactorAttempts } from '#domain/accounts/second-factor.ts'
import { challengeTexts } from '#domain/texts/accounts.ts'
import { AuthenticatorCodeForm } from '#web/admin/accounts/code-form.tsx'
import { RecoveryCodeForm } from '#web/admin/accounts/recovery-form.tsx'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** The password was right. The server counts earlier attempts too, so it says how many codes may be tried. */
export type PendingChallenge = { user: SignedInUser; attemptsRemaining: number }

type ChallengeProps = PendingChallenge & {
  onSuccess: () => Promise<void>
  /** With a reason when the challenge has expired. */
  onBack: (reason?: string) => void
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ user, attemptsRemaining, onSuccess, onBack }: ChallengeProps) {
  const [method, setMethod] = useState<'authenticator' | 'recovery'>('authenticator')
  const [failed, setFailed] = useState(maxSecondFactorAttempts - attemptsRemaining)
  const factorId = user.factors.find(({ status }) => status === 'verified')?.id ?? ''
  const shared = { factorId, onSuccess, onExpired: onBack }
  return (
    <div className="grid gap-5">
      {method === 'authenticator' ? (
        <AuthenticatorCodeForm {...shared} failed={failed} onFailed={setFailed} />
      ) : (
        <RecoveryCodeForm {...shared} />
      )}
      <div className="flex flex-wrap justify-between gap-3 border-line border-t pt-5">
        <Button variant="quiet" onClick={() => setMethod(method === 'recovery' ? 'authenticator' : 'recovery')}>
          {method === 'recovery' ? 'Use an authenticator code' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" onClick={() => onBack()}>
          {challengeTexts.backToLogin}
        </Button>
      </div>
    </div>
  )
}
