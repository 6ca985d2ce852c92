import { Check, Circle } from 'lucide-react'
import { type PasswordRequirements, passwordStrength, unmetRules } from '#domain/accounts/password.ts'
import { passwordTexts } from '#domain/texts/accounts.ts'

type PasswordStrengthProps = {
  password: string
  asked: PasswordRequirements
  /** A form may have words of its own for a password that is too short. */
  tooShort?: (values: { n: number }) => string
}

const opening = 'Password must '
const steps = [20, 40, 60, 80, 100]

/** How good a new password is, and what it still lacks; stands below its field. */
export function PasswordStrength({ password, asked, tooShort = passwordTexts.tooShort }: PasswordStrengthProps) {
  const { score, label } = passwordStrength(password, asked)
  const unmet = new Set(unmetRules(password, asked, tooShort))
  // Of nothing at all, every rule is unmet.
  const rules = unmetRules('', asked, tooShort)
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
        <p className="text-soft">{opening.trim()}</p>
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
      <span className="sr-only">{opening}</span>
      {rule.replace(opening, '')}
      <span className="sr-only">{met ? ' (done)' : ' (still missing)'}</span>
    </li>
  )
}

function inkOf(score: number): string {
  if (score < 60) return 'bg-error-ink'
  return score < 80 ? 'bg-highlight' : 'bg-success-ink'
}
