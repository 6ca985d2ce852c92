import { useRouter } from '@tanstack/react-router'
import { RotateCw, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type HumanCheckConfig, humanCheckLifetimeMs, humanCheckTimeoutMs } from '#domain/contact/human-check.ts'
import { solveContactCheck } from '#web/site/contact/solve-human-check.ts'

export type HumanCheckState =
  | { is: 'idle' | 'verifying' | 'failed' | 'expired' }
  | { is: 'verified'; token: string; begunAt: number }

/** Counted from the start of the check, as the server does, and 20 s shorter than the server's limit. */
const expiresAfterMs = humanCheckLifetimeMs - 20_000

/**
 * The state of the human check of one form. `begin` starts it; it takes at most 30 s. Its token is dropped when it
 * expires, fails or has been used. An expired check starts again only when the visitor goes on with the form or comes
 * back to a tab with `written` text, so that an idle page uses no battery.
 */
export function useHumanCheck(offer: HumanCheckConfig, { written }: { written: boolean }) {
  const { api } = useRouter().options.context
  const [state, setState] = useState<HumanCheckState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  const widget = useRef<HTMLDivElement>(null)

  const begin = useCallback(() => {
    if (running.current) return
    const begunAt = Date.now()
    const attempt = new AbortController()
    running.current = attempt
    setState({ is: 'verifying' })
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), humanCheckTimeoutMs)
    const signal = AbortSignal.any([attempt.signal, tooLong.signal])
    const end = (state: HumanCheckState) => {
      clearTimeout(timer)
      if (attempt.signal.aborted) return
      if (state.is === 'failed') running.current = null
      setState(state)
    }
    solveContactCheck(api, { offer, element: widget.current!, signal }).then(
      (token) => end({ is: 'verified', token, begunAt }),
      () => end({ is: 'failed' }),
    )
  }, [api, offer])

  const drop = useCallback((state: { is: 'idle' | 'expired' }) => {
    running.current?.abort()
    running.current = null
    setState(state)
  }, [])
  const reset = useCallback(() => drop({ is: 'idle' }), [drop])

  useEffect(() => {
    if (state.is !== 'verified') return
    const timer = setTimeout(() => drop({ is: 'expired' }), state.begunAt + expiresAfterMs - Date.now())
    return () => clearTimeout(timer)
  }, [state, drop])
  useEffect(() => {
    if (state.is !== 'expired' || !written) return
    const goOn = () => document.visibilityState === 'visible' && begin()
    document.addEventListener('visibilitychange', goOn)
    return () => document.removeEventListener('visibilitychange', goOn)
  }, [state, written, begin])
  useEffect(() => () => running.current?.abort(), [])

  return { state, begin, reset, widget }
}

const words = {
  idle: 'Protected from robots',
  verifying: 'Making sure that you are human…',
  verified: 'You are human',
  failed: 'We could not check that you are human',
  expired: 'The check is too old. We make it again when you go on',
}
const again = { failed: 'Try again', expired: 'Check again' }

/** Shows the state of the check. Most visitors have nothing to do: their browser works while they type. */
export function HumanCheckField({ check: { state, begin, widget } }: { check: ReturnType<typeof useHumanCheck> }) {
  const status = useRef<HTMLSpanElement>(null)
  const beginAgain = () => {
    begin()
    // The button disappears, so keyboard users continue from the status.
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
      <div ref={widget} />
    </div>
  )
}
