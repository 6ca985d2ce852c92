import { useEffect, useRef, useState } from 'react'
import { successMessageMs } from '#domain/accounts/password.ts'
import { StartEnrollmentStep } from '#web/admin/settings/two-factor/begin-step.tsx'
import { RecoveryStep } from '#web/admin/settings/two-factor/recovery-step.tsx'
import { type Enrollment, ScanStep } from '#web/admin/settings/two-factor/scan-step.tsx'
import { VerifyStep } from '#web/admin/settings/two-factor/verify-step.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useDelayedCallback } from '#web/ui/feedback/use-delayed.ts'

type Step =
  | { at: 'initial' }
  | { at: 'scan' | 'verify'; enrollment: Enrollment }
  | { at: 'recovery'; codes: string[] }
  | { at: 'complete' }

const order = ['initial', 'scan', 'verify', 'recovery', 'complete'] as const
const names: Record<Step['at'], string> = {
  initial: 'Confirm that it is you',
  scan: 'Scan the code',
  verify: 'Enter a code',
  recovery: 'Keep the recovery codes',
  complete: 'Done',
}

type WizardProps = { asksCode: boolean; onCancel: () => void; onComplete: () => void }

/** Sets up two-factor authentication. The panel takes over two seconds after the end. */
export function EnrollmentWizard({ asksCode, onCancel, onComplete }: WizardProps) {
  const [step, setStep] = useState<Step>({ at: 'initial' })
  useDelayedCallback(successMessageMs, step.at === 'complete', onComplete)
  const heading = useFocusAtStep(step.at)
  return (
    <section aria-label="Set up two-factor authentication" className="grid max-w-2xl gap-6">
      <header>
        <p className="text-sm text-soft">
          Step {order.indexOf(step.at) + 1} of {order.length}
        </p>
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl leading-tight outline-none">
          {names[step.at]}
        </h2>
      </header>
      {step.at === 'initial' && (
        <StartEnrollmentStep
          asksCode={asksCode}
          onCancel={onCancel}
          onStarted={(enrollment) => setStep({ at: 'scan', enrollment })}
        />
      )}
      {step.at === 'scan' && (
        <ScanStep
          enrollment={step.enrollment}
          onCancel={onCancel}
          onContinue={() => setStep({ at: 'verify', enrollment: step.enrollment })}
        />
      )}
      {step.at === 'verify' && (
        <VerifyStep
          factorId={step.enrollment.factorId}
          onBack={() => setStep({ at: 'scan', enrollment: step.enrollment })}
          onVerified={(codes) => setStep({ at: 'recovery', codes })}
        />
      )}
      {step.at === 'recovery' && <RecoveryStep codes={step.codes} onSaved={() => setStep({ at: 'complete' })} />}
      {step.at === 'complete' && <StatusBanner status="success">Two-factor authentication is on.</StatusBanner>}
    </section>
  )
}

/** The pressed button disappears with its step. The focus moves to the new heading, unless a field has it. */
function useFocusAtStep(at: Step['at']) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new step moves the focus
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [at])
  return heading
}
