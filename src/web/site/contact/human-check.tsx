import { RotateCw, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { useHumanCheck } from '#web/site/contact/use-human-check.ts'

const words = {
  idle: 'Protected from robots',
  verifying: 'Making sure that you are human…',
  verified: 'You are human',
  failed: 'We could not check that you are human',
}

/** Small, and with nothing to do for people: their browser works for a second or two while they type. */
export function HumanCheck({ check: { state, begin, place } }: { check: ReturnType<typeof useHumanCheck> }) {
  const Icon = state.is === 'verified' ? ShieldCheck : ShieldQuestion
  return (
    <div className="grid min-h-14 gap-2 border border-line px-4 py-2.5 text-sm" data-human-check={state.is}>
      <div className="flex items-center gap-3">
        <Icon aria-hidden className={`size-5 shrink-0 ${state.is === 'verified' ? 'text-success-ink' : 'text-soft'}`} />
        <span role="status">{words[state.is]}</span>
        {state.is === 'failed' && (
          <button
            type="button"
            onClick={begin}
            className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-link underline"
          >
            <RotateCw aria-hidden className="size-4" /> Try again
          </button>
        )}
      </div>
      <div ref={place} />
    </div>
  )
}
