import { useEffect, useRef, useState } from 'react'
import { successCallbackMs } from '#domain/accounts/change-password.ts'
import { BeginStep } from '#web/admin/settings/begin-step.tsx'
import { RecoveryStep } from '#web/admin/settings/recovery-step.tsx'
import { type Enrolment, ScanStep } from '#web/admin/settings/scan-step.tsx'
import { VerifyStep } from '#web/admin/settings/verify-step.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { useAfter } from '#web/ui/use-after.ts'

type Step =
  | { at: 'initial' }
  | { at: 'scan' | 'verify'; enrolment: Enrolment }
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
export function EnrolmentWizard({ asksCode, onCancel, onComplete }: WizardProps) {
  const [step, setStep] = useState<Step>({ at: 'initial' })
  useAfter(successCallbackMs, step.at === 'complete', onComplete)
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
        <BeginStep
          asksCode={asksCode}
          onCancel={onCancel}
          onBegun={(enrolment) => setStep({ at: 'scan', enrolment })}
        />
      )}
      {step.at === 'scan' && (
        <ScanStep
          enrolment={step.enrolment}
          onCancel={onCancel}
          onContinue={() => setStep({ at: 'verify', enrolment: step.enrolment })}
        />
      )}
      {step.at === 'verify' && (
        <VerifyStep
          factorId={step.enrolment.factorId}
          onBack={() => setStep({ at: 'scan', enrolment: step.enrolment })}
          onVerified={(codes) => setStep({ at: 'recovery', codes })}
        />
      )}
      {step.at === 'recovery' && <RecoveryStep codes={step.codes} onSaved={() => setStep({ at: 'complete' })} />}
      {step.at === 'complete' && <StatusBanner status="success">Two-factor authentication is on.</StatusBanner>}
    </section>
  )
}

/** The button that was pressed is gone with its step; what is to be read next has the focus, unless a field has it. */
function useFocusAtStep(at: Step['at']) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new step asks anew
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [at])
  return heading
}
