import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type PasswordRequirements, passwordStrength, unmetPasswordRules } from '#domain/accounts/password.ts'
import { passwordTexts } from '#domain/texts/accounts.ts'
import { Field, type FieldProps, inputClass } from '#web/ui/forms/field.tsx'

type PasswordProps = Omit<FieldProps, 'counter'> &
  Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, help, error, className = '', ...input }: PasswordProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} help={help} error={error} id={input.id} required={input.required}>
      {(control) => (
        <span className="relative grid">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`${inputClass} pr-13 ${className}`}
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid size-11 cursor-pointer place-items-center self-center text-soft hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </span>
      )}
    </Field>
  )
}

type PasswordStrengthProps = {
  password: string
  requirements: PasswordRequirements
  /** Overrides the text for a password that is too short. */
  tooShort?: (values: { n: number }) => string
}

const ruleOpening = 'Password must '
const steps = [20, 40, 60, 80, 100]

/** Strength of a new password and the rules it does not meet yet. */
export function PasswordStrength({ password, requirements, tooShort = passwordTexts.tooShort }: PasswordStrengthProps) {
  const { score, label } = passwordStrength(password, requirements)
  const unmet = new Set(unmetPasswordRules(password, requirements, tooShort))
  // An empty password violates every rule, so this lists all of them.
  const rules = unmetPasswordRules('', requirements, tooShort)
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex items-center gap-4">
        {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn the same in all browsers */}
        <div
          role="meter"
          aria-label="Password strength"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={score}
          aria-valuetext={label}
          className="grid grow grid-cols-5 gap-1"
        >
          {steps.map((step) => (
            <span key={step} className={`h-1.5 transition-colors ${score >= step ? inkOf(score) : 'bg-line'}`} />
          ))}
        </div>
        <span aria-live="polite" className="min-w-20 text-right font-semibold">
          {password && label}
        </span>
      </div>
      <div>
        <p className="text-soft">{ruleOpening.trim()}</p>
        <ul className="mt-1 grid gap-0.5">
          {rules.map((rule) => (
            <Rule key={rule} rule={rule} met={!unmet.has(rule)} />
          ))}
        </ul>
      </div>
    </div>
  )
}

function Rule({ rule, met }: { rule: string; met: boolean }) {
  const Icon = met ? Check : Circle
  return (
    <li className={`flex items-center gap-2 ${met ? 'text-success-ink' : 'text-soft'}`}>
      <Icon aria-hidden className={met ? 'size-4 shrink-0' : 'mx-1 size-2 shrink-0'} />
      <span className="sr-only">{ruleOpening}</span>
      {rule.replace(ruleOpening, '')}
      <span className="sr-only">{met ? ' (done)' : ' (still missing)'}</span>
    </li>
  )
}

function inkOf(score: number): string {
  if (score < 60) return 'bg-error-ink'
  return score < 80 ? 'bg-highlight' : 'bg-success-ink'
}
