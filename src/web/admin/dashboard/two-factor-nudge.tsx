import { Link } from '@tanstack/react-router'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { buttonClass } from '#web/ui/forms/button.tsx'

type NudgeProps = {
  isOn: boolean
  /** Whether it is the main thing to do on the screen. */
  isMain?: boolean
}

export function TwoFactorNudge({ isOn, isMain = true }: NudgeProps) {
  if (isOn)
    return (
      <p className="flex items-center gap-3 text-soft">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
        Two-factor authentication is on.
      </p>
    )
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4 border-highlight border-l-4 bg-raised px-5 py-4">
      <ShieldAlert aria-hidden className="size-7 shrink-0 text-highlight-ink" />
      <div className="min-w-64 flex-1">
        <h2 className="font-semibold">Two-factor authentication is off</h2>
        <p className="text-soft">
          Only your password protects this area. Setting up a second factor takes two minutes.
        </p>
      </div>
      <Link
        to="/admin/settings"
        search={{ tab: 'security' }}
        className={buttonClass({ variant: isMain ? 'primary' : 'quiet' })}
      >
        Turn it on
      </Link>
    </section>
  )
}
