import { RotateCw, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useRef } from 'react'
import type { useHumanCheck } from '#web/site/contact/use-human-check.ts'

const words = {
  idle: 'Protected from robots',
  verifying: 'Making sure that you are human…',
  verified: 'You are human',
  failed: 'We could not check that you are human',
  expired: 'The check is too old. We make it again when you go on',
}
const again = { failed: 'Try again', expired: 'Check again' }

/** Small, and with nothing to do for people: their browser works for a second or two while they type. */
export function HumanCheck({ check: { state, begin, place } }: { check: ReturnType<typeof useHumanCheck> }) {
  const status = useRef<HTMLSpanElement>(null)
  const beginAgain = () => {
    begin()
    // The button goes; the next Tab goes on from here.
    status.current?.focus({ preventScroll: true })
  }
  const Icon = state.is === 'verified' ? ShieldCheck : ShieldQuestion
  return (
    <div className="grid min-h-14 gap-2 border border-line px-4 py-2.5 text-sm" data-human-check={state.is}>
      <div className="flex items-center gap-3">
        <Icon aria-hidden className={`size-5 shrink-0 ${state.is === 'verified' ? 'text-success-ink' : 'text-soft'}`} />
        <span role="status" tabIndex={-1} ref={status}>
          {words[state.is]}
        </span>
        {(state.is === 'failed' || state.is === 'expired') && (
          <button
            type="button"
            onClick={beginAgain}
            className="-my-1.5 inline-flex min-h-11 shrink-0 items-center gap-1.5 font-semibold text-link underline"
          >
            <RotateCw aria-hidden className="size-4" /> {again[state.is]}
          </button>
        )}
      </div>
      <div ref={place} />
    </div>
  )
}
